package main

import (
	"errors"
	"strings"
	"testing"
)

// TestBorder: a border escapes all control sequences. The result does not depend on the sizes of
// the writes.
func TestBorder(t *testing.T) {
	const text = "λ = 1\tnaïve\n\x1b[1mbest \x1b[2J\r\x07\u0085\u202e\xff\x9b ~ 界\x1b["
	const want = "λ = 1\tnaïve\n\\x1b[1mbest \\x1b[2J\\r\\a\\u0085\\u202e\\xff\\x9b ~ 界\\x1b["
	for step := 1; step <= len(text); step++ {
		var out strings.Builder
		b := &border{to: &out}
		for rest := text; rest != ""; {
			n := min(step, len(rest))
			if wrote, err := b.Write([]byte(rest[:n])); wrote != n || err != nil {
				t.Fatal(wrote, err)
			}
			rest = rest[n:]
		}
		if err := b.close(); err != nil || out.String() != want {
			t.Fatalf("writes of %d bytes: %q, want %q, %v", step, out.String(), want, err)
		}
	}
}

// full is a writer on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestBorderKeepsTheFirstError(t *testing.T) {
	b := &border{to: full{}}
	if _, err := b.Write([]byte("a table")); err == nil {
		t.Error("the write did not fail")
	}
	if b.close() == nil {
		t.Error("the error is lost")
	}
}
