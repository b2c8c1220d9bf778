package main

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// TestDecimal: each whole number of the command line is read in base 10. Other integer types would
// have kong's mapper.
func TestDecimal(t *testing.T) {
	var o options
	parser := newParser(&o, io.Discard, io.Discard)
	var all func(n *kong.Node)
	all = func(n *kong.Node) {
		for _, f := range n.Flags {
			of := f.Target.Type()
			for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
				of = of.Elem()
			}
			if of.Kind() > reflect.Int && of.Kind() < reflect.Float32 &&
				of != reflect.TypeFor[time.Duration]() {
				t.Errorf("-%s of %s is a %v: use int", f.Name, n.Name, of)
			}
		}
		for _, child := range n.Children {
			all(child)
		}
	}
	all(parser.Model.Node)
	for text, want := range map[string]int{"010": 10, "08": 8, "7": 7} {
		if _, err := parser.Parse(kongArgs([]string{"table", "-digits", text})); err != nil ||
			o.Table.Digits != want {
			t.Errorf("-digits %s is %d, %v", text, o.Table.Digits, err)
		}
		if _, err := parser.Parse(kongArgs([]string{"plan", "x", "-seeds=" + text})); err != nil ||
			*o.Plan.Seeds != want {
			t.Errorf("-seeds=%s: %v", text, err)
		}
	}
	for _, text := range []string{"0x10", "1_0", "1e1", "ten", "0b1", "9223372036854775808"} {
		_, err := parser.Parse(kongArgs([]string{"submit", "x", "-tasks", text}))
		if err == nil || !strings.Contains(err.Error(), `--tasks: want a whole number, got "`+text) {
			t.Errorf("-tasks %s: %v", text, err)
		}
	}
}
