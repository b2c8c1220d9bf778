package main

import (
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A border is the writer of all text to standard output or standard error. Text may come from a
// learner, a foreign run folder or the name of a file. So control characters are written as in a Go
// string, and the terminal does not act on them.
type border struct {
	mu   sync.Mutex
	to   io.Writer
	held []byte // an incomplete character
	err  error  // the first error of writing
}

func (b *border) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := append(b.held, text...)
	whole := len(all) - begun(all)
	b.write(string(all[:whole]))
	b.held = append([]byte(nil), all[whole:]...)
	return len(text), b.err
}

// begun returns the number of bytes at the end of text that begin a character.
func begun(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		end := text[len(text)-n:]
		if utf8.RuneStart(end[0]) && !utf8.FullRune(end) {
			return n
		}
	}
	return 0
}

// write writes text, unless a write has failed.
func (b *border) write(text string) {
	if b.err != nil || text == "" {
		return
	}
	if strings.ContainsFunc(text, isOrder) || !utf8.ValidString(text) {
		text = harmless(text)
	}
	_, b.err = io.WriteString(b.to, text)
}

func harmless(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			out.WriteString(strings.Trim(strconv.Quote(text[i:i+1]), `"`))
		case isOrder(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// isOrder reports whether a terminal may act on r, for example by writing from right to left.
func isOrder(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// close writes the held bytes and returns the first error of writing.
func (b *border) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.write(string(b.held))
	b.held = nil
	return b.err
}
