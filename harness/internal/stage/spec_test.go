package stage

import (
	"errors"
	"io/fs"
	"reflect"
	"syscall"
	"testing"
)

// TestSpec checks that the gate reads what was written, including bytes that are not text, and
// refuses a text that was cut.
func TestSpec(t *testing.T) {
	for _, want := range []Spec{
		{Path: "/learners/a b", Argv: []string{"a b", "", "\xff\n"}, Env: []string{"A=", "B=whole"},
			Data: 1 << 63, Files: 7},
		{Path: "x", Dir: "/a", Argv: []string{"x"}, Env: []string{}, Pass: true,
			Groups: []string{"/g", ""},
			Filter: []uint64{0, 1<<64 - 1},
			Deny:   Deny{1, 2, 1 << 63, []Allowed{{"/usr", 13}, {"", 0}}}},
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
	for _, text := range []string{spec("-1", "0", "0"), spec("0", "0", "2"), spec("0", "-1", "0"),
		spec("0", "1", "0"), spec("0", "0", "-1")} {
		if got, ok := parse(text); ok {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// spec is the text of a Spec with these numbers of Data, allowed paths and arguments, and one
// argument.
func spec(data, allowed, arguments string) string {
	return "a\x00\x00" + data + "\x000\x000\x000\x000\x000\x000\x00" + allowed +
		"\x000\x00" + arguments + "\x00b\x00whole\x00"
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
