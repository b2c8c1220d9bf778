package table

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// Values by group have the mean of the instances, and the standard error that a direct formula
// gives.
func TestByGroup(t *testing.T) {
	got := byGroup([]stats.Sample{{Instances: []int{0, 1, 1, 2, 0, 2, 2}, Train: []int{4, 3, 4},
		Values: []float64{1, 2, 4, 0, 7, notANumber, 5}}})[0]
	// The mean of six values is 19/6; sums of deviations are 8−38/6, 6−38/6 and 5−38/6.
	mean := 19.0 / 6
	for g, sum := range []float64{8 - 2*mean, 6 - 2*mean, 5 - 2*mean} {
		if want := mean + 3.0/6*sum; math.Abs(got.Values[g]-want) > 1e-12 {
			t.Errorf("group %d: %v, want %v", g, got.Values[g], want)
		}
	}
	if m := stats.Summarize(got.Values).Mean; math.Abs(m-mean) > 1e-12 {
		t.Errorf("mean %v, want %v", m, mean)
	}
	if !slices.Equal(got.Instances, []int{0, 1, 2}) || !slices.Equal(got.Train, []int{3, 4}) {
		t.Errorf("groups %v, train %v", got.Instances, got.Train)
	}
}

// A group without a value counts as one of the mean, and unknown training sets stay unknown.
func TestByGroupWithoutValues(t *testing.T) {
	got := byGroup([]stats.Sample{{Instances: []int{0, 1, 1}, Values: []float64{notANumber, 3, 5}}})[0]
	if !slices.Equal(got.Values, []float64{4, 4}) || got.Train != nil {
		t.Error(got)
	}
	empty := byGroup([]stats.Sample{{Instances: []int{0}, Values: []float64{1}, Train: []int{}}})[0]
	if empty.Train == nil {
		t.Error("a known training set became unknown")
	}
}

// groupedEntries are two rows on two splits of four instances in groups. learned are the groups of
// a test set in the training set, as plans count them.
func groupedEntries(learned int) (entries []Entry) {
	for r, label := range []string{"a", "b"} {
		for split, tested := range [][]string{{"i", "j"}, {"k", "l"}} {
			e := Entry{Planned: Planned{Dataset: "d", Split: split, TestGroups: 1, LearnedGroups: learned},
				Label: label,
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Test: tested, Train: []string{"k",
					"l", "m"}, Groups: []string{"x", "x"}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"m": record.Number(float64(r))}, Instances: map[string]record.Statistics{"m": {Num: []float64{0, float64(2 * r)},
					Den: []float64{1, 1}}}}}
			if split == 1 {
				e.Fit.Train, e.Fit.Groups = []string{"i", "j"}, []string{"y", "y"}
			}
			entries = append(entries, e)
		}
	}
	return entries
}

// Instances of a group have one number in all splits. Training sets are listed by group, unless a
// group is in training and test sets.
func TestGroupNumbers(t *testing.T) {
	for learned, train := range [][]int{{1}, nil} {
		table, err := Tested("", groupedEntries(learned), Options{Metrics: []Metric{{Name: "m"}}})
		if err != nil {
			t.Fatal(err)
		}
		parts := table.Instances(1, 0)
		if len(parts) != 2 || !slices.Equal(parts[0].Instances, []int{0}) ||
			!slices.Equal(parts[1].Instances, []int{1}) || !slices.Equal(parts[0].Values, []float64{1}) ||
			!slices.Equal(parts[0].Train, train) {
			t.Errorf("samples %v", parts)
		}
		if own := table.Own(1, 0); !slices.Equal(own[0].Values, []float64{0, 2}) {
			t.Errorf("values of instances %v", own)
		}
	}
}

// Datasets that share the list of a test set number its instances on their own.
func TestDatasetsShareLists(t *testing.T) {
	shared, others := []string{"i", "j"}, map[string][]string{"d": {"k", "l"}, "e": {"j", "k"}}
	var entries []Entry
	for dataset, other := range others {
		for split, tested := range [][]string{other, shared} {
			entries = append(entries, Entry{Planned: Planned{Dataset: dataset, Split: split}, Label: "a",
				Fit: &record.Fit{Test: tested, Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"m": 1}, Instances: map[string]record.Statistics{"m": {Num: []float64{1, 1},
					Den: []float64{1, 1}}}}})
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Dataset, b.Dataset) })
	table, err := Tested("", entries, Options{Metrics: []Metric{{Name: "m"}}})
	if err != nil {
		t.Fatal(err)
	}
	for c, want := range [][]int{{2, 3}, {2, 0}} {
		if got := table.Instances(0, c)[1].Instances; !slices.Equal(got, want) {
			t.Errorf("column %d: instances %v, want %v", c, got, want)
		}
	}
}
