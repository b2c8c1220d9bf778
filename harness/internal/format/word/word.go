// Package word makes coarser tokens from tokens, for the templates of package format: [Parse] reads
// a [Function].
package word

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/param"
)

// A Function makes a coarser token from a token: %x[0,0,suffix 3] is the last three characters of
// a word. Characters are Unicode code points.
type Function struct {
	name string
	n    int // characters of a prefix or suffix
}

// functions are the names of functions. The first two take a number of characters.
var functions = []string{"prefix", "suffix", "lower", "shape", "short-shape"}

// maxAffix bounds the characters of a prefix or suffix.
const maxAffix = 100

// Parse reads NAME or NAME NUMBER.
func Parse(text string) (f Function, err error) {
	name, number, _ := strings.Cut(strings.TrimSpace(text), " ")
	f.name, number = name, strings.TrimSpace(number)
	switch at := slices.Index(functions, name); {
	case at < 0:
		return f, param.Unknown("function", name, functions)
	case at > 1 && number != "":
		return f, fmt.Errorf("%s takes no number, got %q", name, number)
	case at > 1:
		return f, nil
	}
	if f.n, err = strconv.Atoi(number); err != nil || f.n < 1 || f.n > maxAffix {
		return f, fmt.Errorf("%s of how many characters? want a whole number in 1..%d, got %q, "+
			"such as %s 3", name, maxAffix, number, name)
	}
	return f, nil
}

// Apply returns the function of a token. A token without enough characters is its own prefix and
// suffix. O(len).
func (f Function) Apply(token []byte) []byte {
	at := 0
	switch f.name {
	case "prefix":
		for n := 0; n < f.n && at < len(token); n++ {
			_, size := utf8.DecodeRune(token[at:])
			at += size
		}
		return token[:at]
	case "suffix":
		at = len(token)
		for n := 0; n < f.n && at > 0; n++ {
			_, size := utf8.DecodeLastRune(token[:at])
			at -= size
		}
		return token[at:]
	case "lower":
		return bytes.ToLower(token)
	}
	return shape(token, f.name == "short-shape")
}

// shape returns a token with X for each upper-case letter, x for each other letter and d for each
// digit. Other characters stay, and marks such as combining accents are left out. A short shape
// has one character for each run of equal ones (Collins, Ranking Algorithms for Named-Entity
// Extraction, ACL 2002).
func shape(token []byte, short bool) (out []byte) {
	last := rune(-1)
	for _, c := range string(token) {
		switch {
		case unicode.IsMark(c):
			continue
		case unicode.IsUpper(c), unicode.IsTitle(c):
			c = 'X'
		case unicode.IsLetter(c):
			c = 'x'
		case unicode.IsDigit(c):
			c = 'd'
		}
		if !short || c != last {
			out = utf8.AppendRune(out, c)
		}
		last = c
	}
	return out
}
