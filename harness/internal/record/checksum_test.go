package record

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFlippedBits: a line with a flipped bit is an error, or dropped as torn.
func TestFlippedBits(t *testing.T) {
	f := sample("1")
	line := must(Encode(f))(t)
	if !regexp.MustCompile(`,"sum":"[0-9a-f]{8}"}\n$`).Match(line) {
		t.Fatalf("the line has no checksum: %s", line)
	}
	for at := range len(line) - 1 { // the line end is another matter
		for bit := range 8 {
			damaged := bytes.Clone(line[:len(line)-1])
			damaged[at] ^= 1 << bit
			if got, err := Decode(damaged); err == nil {
				t.Fatalf("bit %d of byte %d: %q is read as %+v", bit, at, damaged[max(0, at-20):at+1], got)
			}
		}
	}
}

// TestLinesWithoutChecksum: lines of older builds are read, and unknown fields of a newer build are
// not called damage.
func TestLinesWithoutChecksum(t *testing.T) {
	f := sample("1")
	line := must(Encode(f))(t)
	old := unsealed(t, f)
	got, err := Decode(bytes.TrimSuffix(old, []byte("\n")))
	if err != nil || Differences(got, f) != nil {
		t.Errorf("%v, read %+v", err, got)
	}
	crlf := bytes.Replace(line, []byte("\n"), []byte("\r"), 1)
	if _, err := Decode(crlf); err != nil {
		t.Error(err)
	}

	s := create(t, t.TempDir())
	newer := edited(t, line, `{"version"`, `{"novelty":1,"version"`)
	write(t, filepath.Join(s.Dir(), "records-0.jsonl"), string(newer))
	_, _, err = s.Load()
	if err == nil || !strings.Contains(err.Error(), "records-0.jsonl:1: ") ||
		!strings.Contains(err.Error(), "novelty") ||
		!strings.Contains(err.Error(), "with the spbench that made it") || strings.Contains(err.Error(),
		"delete the line") {
		t.Errorf("a line of a newer spbench: %v", err)
	}
}

// TestVersionOrDamage: the error for a line with another version and a wrong checksum names both
// causes.
func TestVersionOrDamage(t *testing.T) {
	line, err := Encode(sample("1"))
	need(t, err)
	_, err = Decode(bytes.Replace(line, []byte(`{"version":2`), []byte(`{"version":6`), 1))
	if err == nil || !strings.Contains(err.Error(), "it is damaged") || !strings.Contains(err.Error(),
		"format 6") {
		t.Error(err)
	}
}

// unsealed returns the line of f without a checksum, as older builds wrote it.
func unsealed(t *testing.T, f Fit) []byte {
	t.Helper()
	line := must(Encode(f))(t)
	object, has, err := unsummed(bytes.TrimSuffix(line, []byte("\n")))
	if !has || err != nil {
		t.Fatal(has, err)
	}
	return append(object, '\n')
}

// edited replaces the first old of each line, and computes its checksum again.
func edited(t *testing.T, lines []byte, old, with string) (all []byte) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		object, _, err := unsummed(bytes.TrimSuffix(line, []byte("\n")))
		need(t, err)
		all = append(append(all, summed(bytes.Replace(object, []byte(old), []byte(with), 1))...), '\n')
	}
	return all
}
