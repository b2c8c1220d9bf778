package record

import (
	"maps"
	"os"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// TestDamagedDeclarations: a changed bit of a declaration changes nothing that is read, or is an
// error that Verify reports. Declarations of older builds are read.
func TestDamagedDeclarations(t *testing.T) {
	s := create(t, t.TempDir())
	want := map[string]string{"rope 0.5\ndata": "Declared after 0 fits"}
	need(t, Declare(s.Dir(), want))
	name := must(rundir.Glob(s.Dir(), "declared-*"))(t)[0]
	whole := must(os.ReadFile(name))(t)
	read := func() (all map[string]string, failed error) {
		need(t, EachDeclared(s.Dir(), func(_ string, texts map[string]string, err error) {
			all, failed = texts, err
		}))
		return all, failed
	}
	for bit := range 8 * len(whole) {
		is := append([]byte{}, whole...)
		is[bit/8] ^= 1 << (bit % 8)
		write(t, name, string(is))
		all, failed := read()
		for item, text := range want {
			if failed == nil && all[item] != text {
				t.Fatalf("bit %d: %q", bit, all)
			}
		}
		damages := 0
		_, err := Verify(s.Dir(), nil, noAudit, func(string, string) { damages++ })
		if need(t, err); (damages == 0) != (failed == nil) {
			t.Errorf("bit %d: %v, and Verify finds %d damages", bit, failed, damages)
		}
	}
	write(t, name, `{"an":"older one"}`)
	if all, err := read(); err != nil || !maps.Equal(all, map[string]string{"an": "older one"}) {
		t.Error(all, err)
	}
}

func noAudit(*Fit) []string { return nil }
