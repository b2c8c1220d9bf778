package run_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// shipped runs a suite and returns a run folder with its shipped results.
func shipped(t *testing.T, text string) (dir string, was map[string]record.Fit) {
	t.Helper()
	r := newRerunner(t, text)
	was, _ = r.must(run.Options{})
	var archives [2]bytes.Buffer
	for i := range archives {
		if n := must(record.Ship(r.only()[0], "v1", asTheyAre, &archives[i]))(t); n != len(was) {
			t.Fatalf("%d fits, want %d", n, len(was))
		}
	}
	if !bytes.Equal(archives[0].Bytes(), archives[1].Bytes()) {
		t.Error("two archives of one run differ")
	}
	dir = t.TempDir()
	check(t, record.Unship(bytes.NewReader(archives[0].Bytes()), int64(archives[0].Len()), dir))
	return dir, was
}

// asTheyAre replaces no statistics of shipped results.
func asTheyAre(string, *record.Statistics) []float64 { return nil }

// TestShipped: a stranger alone is fitted. The other results are the shipped ones, whatever sources
// made them, with a mark.
func TestShipped(t *testing.T) {
	dir, was := shipped(t, staleSuite)
	setHashes(t, otherFit, otherScore)
	r := newRerunner(t, strings.Replace(staleSuite, "as: moody}", "as: moody}, ${moody}: {as: new}", 1))
	o := run.Options{Shipped: dir, Strangers: []string{"new"}}
	first, _ := r.must(o)
	old, now := was["moody"], first["moody"]
	if now.WeightsFile != old.WeightsFile || now.Key != old.Key || len(now.Kept) == 0 {
		t.Errorf("not the shipped fit, or without a mark: %+v, was %+v", now, old)
	}
	if want := "v1, " + old.Times.Appended.Format("2006-01-02"); now.Times.Shipped != want {
		t.Errorf("shipped %q, want %q", now.Times.Shipped, want)
	}
	if first["new"].Times.Shipped != "" || first["new"].WeightsFile == old.WeightsFile {
		t.Errorf("the stranger was not fitted: %+v", first["new"])
	}
	fits, _, err := record.Load(r.only()[0])
	check(t, err)
	if at, stale := record.Current(fits); len(at) != 2 || len(stale) > 0 {
		t.Errorf("%d current fits, %d stale", len(at), len(stale))
	}
	if err := record.ReadStatistics(r.only()[0], fits); err != nil {
		t.Error(err)
	}
	for range 2 { // a second run makes nothing, with the archive and without
		again, _ := r.must(o)
		for label, f := range again {
			if f.WeightsFile != first[label].WeightsFile || f.Times.Appended != first[label].Times.Appended {
				t.Errorf("%s was made again", label)
			}
		}
		o = run.Options{}
	}
}

// TestShippedMustMatch: shipped results of other data, other parameters or fewer metrics are refused.
func TestShippedMustMatch(t *testing.T) {
	dir, _ := shipped(t, staleSuite)
	for _, edit := range [][3]string{
		{"words: 60", "words: 61", "differ in data, split\nhint: spbench data check"},
		{"as: moody}", "as: moody, shift: 1}", "differ in params\nhint: change nothing"},
		{"as: moody}", "as: other}", "have no such fit"},
		{"decoders: [map, spy]", "decoders: [map, icm]", "lack a decoder or a metric"},
	} {
		text := strings.Replace(staleSuite, edit[0], edit[1], 1)
		_, _, err := newRerunner(t, text).run(run.Options{Shipped: dir})
		if err == nil || !strings.Contains(err.Error(), edit[2]) {
			t.Errorf("%s: %v", edit[1], err)
		}
	}
}
