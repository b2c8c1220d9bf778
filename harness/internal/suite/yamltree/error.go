package yamltree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Pos is a place in a file: line and column, in characters, from 1.
type Pos struct{ Line, Column int }

// An Error is a mistake in a file. Its text shows the line with a caret under the place:
//
//	suites/quickstart/suite.yaml:9:5: unknown learner "crff"
//	    - crff: {lambda: 0.01}
//	      ^
//	hint: did you mean "crf"?
type Error struct {
	File string
	Pos  Pos
	What string // what is wrong
	Hint string // what to do; may be empty

	excerpt string
	Err     error // the cause; may be nil
}

// Error returns the text of several lines.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s\n%s", e.File, e.Pos.Line, e.Pos.Column, e.What, e.excerpt)
	if e.Hint != "" {
		text += "\nhint: " + e.Hint
	}
	return text
}

// Unwrap returns the cause, for errors that [Suite.ErrorAt] made.
func (e *Error) Unwrap() error { return e.Err }

// First returns the error with the first place in the file.
func First(errs []*Error) error {
	return slices.MinFunc(errs, func(a, b *Error) int {
		return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Column-b.Pos.Column)
	})
}

// A Source is the text of a file, for messages.
type Source struct {
	File  string
	Lines []string
}

// NewSource returns the source of a file with that name and text.
func NewSource(file string, text []byte) *Source {
	text = text[:min(len(text), MaxBytes)]
	lines := strings.Split(string(text), "\n")
	return &Source{File: file, Lines: lines}
}

// Mistake returns an error at a place. The hint may be "".
func (s *Source) Mistake(at Pos, hint, format string, args ...any) *Error {
	at.Line = max(1, min(at.Line, len(s.Lines)))
	line := []rune(strings.TrimSuffix(s.Lines[at.Line-1], "\r"))
	at.Column = max(1, min(at.Column, len(line)+1))
	return &Error{
		File: s.File, Pos: at, Hint: hint,
		What: fmt.Sprintf(format, args...), excerpt: excerpt(line, at.Column-1),
	}
}

// excerpt returns the part of a line around index at, with a caret below it.
func excerpt(line []rune, at int) string {
	const reach = 60
	lo, hi := max(0, at-reach), min(len(line), at+reach)
	mark := ""
	if lo > 0 {
		mark = "…"
	}
	shown := slices.Clone(line[lo:hi])
	for i, c := range shown {
		if c == '\t' { // as wide as in the line of the caret
			shown[i] = ' '
		} else if !unicode.IsPrint(c) {
			shown[i] = utf8.RuneError
		}
	}
	pad := strings.Repeat(" ", utf8.RuneCountInString(mark)+at-lo)
	if hi < len(line) {
		return "    " + mark + string(shown) + "…\n    " + pad + "^"
	}
	return "    " + mark + string(shown) + "\n    " + pad + "^"
}

// Quote returns a text in quotes, shortened.
func Quote(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:59]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
