// Types checks the types of this module's packages and of their tests, for the system GOOS and the
// processor GOARCH. It reads sources and compiles nothing.
package main

import (
	"log"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	found, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax &^ packages.NeedTypesInfo,
		Tests: true}, "./...")
	if err != nil {
		log.Fatal(err)
	}
	if len(found) == 0 || packages.PrintErrors(found) > 0 {
		os.Exit(1)
	}
}
