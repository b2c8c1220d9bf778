package record

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// TestMerge: two machines made some fits of one plan each, and both made one of them.
func TestMerge(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	for store, names := range map[*Store][]string{a: {"1", "2"}, b: {"2", "3"}} {
		for _, n := range names {
			f := sample(n)
			f.Test = []string{n}
			mustAppend(t, store, 0, f)
		}
	}
	dirs := []string{a.Dir(), b.Dir(), all.Dir(), a.Dir()}
	if n, warnings, err := all.Merge(dirs, nil); n != 3 || warnings != nil || err != nil {
		t.Fatal(n, warnings, err)
	}
	if n, _, err := all.Merge(dirs, nil); n != 0 || err != nil {
		t.Errorf("again: %d, %v", n, err)
	}
	fits, _, err := Load(all.Dir())
	if err != nil || len(fits) != 3 {
		t.Fatal(len(fits), err)
	}
	for i := range fits {
		if ids, err := ReadTestIDs(all.Dir(), &fits[i]); err != nil || !reflect.DeepEqual(ids,
			[]string{fits[i].Identity["n"]}) {
			t.Errorf("test set %q, %v", ids, err)
		}
	}
}

// TestMergeRefuses: different results of one fit are an error that names both folders. So is
// another plan. Nothing is appended then.
func TestMergeRefuses(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	mustAppend(t, a, 0, sample("1"))
	f := sample("1")
	f.Passes = 7
	mustAppend(t, b, 0, f)
	_, _, err := all.Merge([]string{a.Dir(), b.Dir()}, nil)
	if err == nil || !strings.Contains(err.Error(),
		b.Dir()+" has another result than "+a.Dir()+": passes: was 0.1, is 7") {
		t.Errorf("two outcomes: %v", err)
	}
	if _, _, err := all.Merge([]string{a.Dir(), other(t).Dir()}, nil); err == nil ||
		!strings.Contains(err.Error(), "another plan") {
		t.Errorf("two plans: %v", err)
	}
	if fits, _, err := Load(all.Dir()); err != nil || len(fits) > 0 {
		t.Errorf("%d fits, %v", len(fits), err)
	}
}

// TestMergeOfCrashes: one fit that failed on two machines with different reasons is one fit.
func TestMergeOfCrashes(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	for pid, store := range map[string]*Store{"12": a, "345": b} {
		f := sample("1")
		f.Rows, f.Times.Rows = nil, nil
		f.Outcome, f.Ended = Outcome{Crash, "process " + pid + " died"}, ""
		mustAppend(t, store, 0, f)
	}
	if n, _, err := all.Merge([]string{a.Dir(), b.Dir()}, nil); n != 1 || err != nil {
		t.Errorf("%d fits, %v", n, err)
	}
}

// TestMergeKeepsTheOrder: of two builds of a fit on one machine the later one stays the later.
// Merging again changes nothing.
func TestMergeKeepsTheOrder(t *testing.T) {
	for _, builds := range [][]string{{"1", "2"}, {"2", "1"}} {
		a, all := create(t, t.TempDir()), create(t, t.TempDir())
		for _, n := range builds {
			mustAppend(t, a, 0, sample(n))
		}
		want := loaded(t, a.Dir())
		for range 2 {
			if _, _, err := all.Merge([]string{a.Dir()}, nil); err != nil {
				t.Fatal(err)
			}
			if fits, _, err := Load(all.Dir()); err != nil || !slices.EqualFunc(fits, want,
				func(x, y Fit) bool {
					return x.Key == y.Key && x.Times.Appended.Equal(y.Times.Appended)
				}) {
				t.Errorf("builds %q: %v", builds, err)
			}
		}
	}
}

// TestMergeOfWhatWasKept: two machines kept different files of one fit and scored it by different
// sources. The merged run has all files.
func TestMergeOfWhatWasKept(t *testing.T) {
	more := scored()
	less := scored()
	less.Train = nil
	r := &less.Rows[0]
	r.Predictions, r.Requested, r.Key, r.Score = nil, "", strings.Repeat("c", 64), strings.Repeat("e",
		64)
	for _, first := range []bool{false, true} {
		a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
		mustAppend(t, a, 0, more)
		mustAppend(t, b, 0, less)
		dirs := []string{a.Dir(), b.Dir()}
		if first {
			mustAppend(t, all, 7, less)
		}
		for range 2 {
			if _, _, err := all.Merge(dirs, nil); err != nil {
				t.Fatal(err)
			}
			fits, _, err := Load(all.Dir())
			if err != nil || len(fits) != 1 {
				t.Fatal(len(fits), err)
			}
			if p, err := ReadPredictions(all.Dir(), &fits[0].Rows[0]); err != nil || p == nil ||
				fits[0].TrainFile == "" {
				t.Errorf("predictions %v, training file %q, %v", p, fits[0].TrainFile, err)
			}
			slices.Reverse(dirs)
		}
	}
}

// TestMergeOfRescored: two machines have one fit, and one of them scored it by one more metric. The
// merged fit has all metrics. A different number in both is an error.
func TestMergeOfRescored(t *testing.T) {
	a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
	narrow, wide := sample("1"), sample("1")
	wide.Rows = slices.Clone(wide.Rows)
	row := &wide.Rows[0]
	row.Key, row.Measures, row.Metrics = Key(map[string]string{"more": ""}),
		[]byte(`["hamming","f1"]`), maps.Clone(row.Metrics)
	row.Metrics["f1"] = 0.5
	row.Instances = maps.Clone(row.Instances)
	row.Instances["f1"] = Statistics{Num: Numbers{1}, Den: Numbers{2}}
	mustAppend(t, a, 0, wide)
	mustAppend(t, b, 0, narrow)
	for _, dirs := range [][]string{{a.Dir(), b.Dir()}, {b.Dir(), a.Dir()}} {
		all := create(t, t.TempDir())
		if _, _, err := all.Merge(dirs, nil); err != nil {
			t.Fatal(err)
		}
		if fits, _, err := Load(all.Dir()); err != nil || len(fits) != 1 ||
			fits[0].Rows[0].Metrics["f1"] != 0.5 {
			t.Errorf("%+v, %v", fits, err)
		}
	}
	for name := range row.Metrics {
		if name != "f1" {
			row.Metrics[name]++
		}
	}
	c := create(t, t.TempDir())
	mustAppend(t, c, 0, wide)
	if _, _, err := all.Merge([]string{b.Dir(), c.Dir()}, nil); err == nil ||
		!strings.Contains(err.Error(), "has another result than") {
		t.Errorf("another number: %v", err)
	}
}

// TestMergeLeavesOutWrongMetrics: a fit with metrics that contradict its statistics is left out,
// also if only another folder has these statistics.
func TestMergeLeavesOutWrongMetrics(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		a, b, all := create(t, t.TempDir()), create(t, t.TempDir()), create(t, t.TempDir())
		for n, store := range map[string]*Store{"1": a, "2": a, "3": b} {
			f := scored()
			f.Identity = sample(n).Identity
			f.Key, f.Label, f.WeightsFile = Key(f.Identity), "learner "+n, ""
			f.Rows[0].Label = "decoder " + n
			mustAppend(t, store, 0, f)
		}
		if elsewhere {
			need(t, os.RemoveAll(filepath.Join(a.Dir(), blob.Statistics)))
		}
		measure := func(r *Row) []string {
			if len(r.Instances) == 0 {
				t.Error("without statistics")
			}
			if r.Label == "decoder 2" {
				return []string{"hamming is another one"}
			}
			return nil
		}
		n, warnings, err := all.Merge([]string{a.Dir(), b.Dir()}, measure)
		if n != 2 || err != nil || len(warnings) != 1 || !strings.Contains(warnings[0],
			a.Dir()+": 1 fits are left out") ||
			!strings.Contains(warnings[0], "learner 2 on ") || !strings.Contains(warnings[0],
			"decoder 2: hamming is another one") {
			t.Errorf("elsewhere: %v: %d added, %q, %v", elsewhere, n, warnings, err)
		}
	}
}
