//go:build unix

package stage

import (
	"errors"
	"io/fs"
	"reflect"
	"syscall"
	"testing"
)

// TestSpec: what the gate takes is what was written, bytes that are no text included, and nothing that was cut.
func TestSpec(t *testing.T) {
	for _, want := range []Spec{
		{Path: "/bin/a b", Argv: []string{"a b", "", "\xff\n"}, Env: []string{"A=", "B=whole"}, Data: 1 << 63},
		{Path: "x", Argv: []string{"x"}, Env: []string{}},
	} {
		text := want.String()
		if got, ok := parse(text); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
		for n := range len(text) {
			if got, ok := parse(text[:n]); ok {
				t.Errorf("%q: %+v", text[:n], got)
			}
		}
	}
	for _, text := range []string{"a\x00-1\x000\x00whole\x00", "a\x000\x002\x00b\x00whole\x00", "a\x000\x00-1\x00whole\x00"} {
		if got, ok := parse(text); ok {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestFailure(t *testing.T) {
	want := &Failure{"exec /a b: c", syscall.ENOENT}
	got := ParseFailure(want.String())
	if !reflect.DeepEqual(got, want) || !errors.Is(got, fs.ErrNotExist) {
		t.Errorf("%v", got)
	}
	if ParseFailure("") != nil {
		t.Error("nothing is a failure")
	}
}
