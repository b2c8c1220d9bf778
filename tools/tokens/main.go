// Tokens prints the number of Go tokens, without comments, in the files named on standard input,
// one a line. Semicolons count too where the scanner inserts them.
package main

import (
	"bufio"
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
)

func main() {
	n, names := 0, bufio.NewScanner(os.Stdin)
	for names.Scan() {
		text, err := os.ReadFile(names.Text())
		if err != nil {
			log.Fatal(err)
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(names.Text(), -1, len(text)), text, nil, 0)
		for _, tok, _ := s.Scan(); tok != token.EOF; _, tok, _ = s.Scan() {
			n++
		}
	}
	fmt.Println(n)
}
