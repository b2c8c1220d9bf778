package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
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
			e := Entry{Planned: Planned{Dataset: "d", Split: split, TestGroups: 1, LearnedGroups: learned}, Label: label,
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Test: tested, Train: []string{"k", "l", "m"}, Groups: []string{"x", "x"}},
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

// A groupWorld draws differences without a true mean on instances in groups, as of 55 words in
// OCR. The variance of an instance is 1, the share icc of it is common to a group.
type groupWorld struct {
	icc    float64
	sizes  []int // of groups
	splits int
	set    float64 // variance of the effect of a training set
	trains bool    // train on one fold and test on the others, or the reverse
}

// newGroupWorld has 55 groups of 71 to 151 instances in all, divided by scale.
func newGroupWorld(icc float64, scale, splits int) groupWorld {
	w := groupWorld{icc: icc, splits: splits, trains: true}
	for g := range 55 {
		w.sizes = append(w.sizes, (71+g*80/54)/scale)
	}
	return w
}

// draw returns a sample by group, and one by instance.
func (w groupWorld) draw(r *rand.Rand) (grouped, single []stats.Sample) {
	var group, fold []int
	var value []float64
	for g, size := range w.sizes {
		common := math.Sqrt(w.icc) * r.NormFloat64()
		for range size {
			group, fold = append(group, g), append(fold, r.IntN(max(1, w.splits)))
			value = append(value, common+math.Sqrt(0.5-w.icc/2)*r.NormFloat64())
		}
	}
	for j := range w.splits {
		var part, words stats.Sample
		set := math.Sqrt(w.set) * r.NormFloat64()
		for i, v := range value {
			if w.splits > 1 && (fold[i] == j) == w.trains {
				continue
			}
			part.Instances = append(part.Instances, i)
			words.Instances = append(words.Instances, group[i])
			part.Values = append(part.Values, v+set+math.Sqrt(0.5-w.icc/2)*r.NormFloat64())
		}
		words.Values = part.Values
		single, grouped = append(single, part), append(grouped, words)
	}
	return byGroup(grouped), single
}

// level returns the share of worlds with p of at most 0.05.
func (w groupWorld) level(worlds int, byGroup bool) float64 {
	found := 0
	for seed := range worlds {
		s, single := w.draw(rand.New(rand.NewPCG(uint64(seed), 55)))
		if !byGroup {
			s = single
		}
		test := stats.Test{}
		if w.splits == 1 {
			d := s[0].Values
			test.P = stats.FlipPairs(nil, [][]float64{d, make([]float64, len(d))}, [][2]int{{0, 1}}).P[0]
		} else {
			layout := stats.Layout{Sets: w.splits, Tests: 1}
			if !w.trains {
				layout.Training = float64(w.splits-2) / float64(w.splits-1)
			}
			test = layout.Test(s, stats.Prior{})
		}
		if test.P <= 0.05 {
			found++
		}
	}
	return float64(found) / float64(worlds)
}

// Tests by group hold their level where instances depend on each other; tests by instance do not.
func TestGroupedLevel(t *testing.T) {
	worlds, scale, most, correlations := 60, 16, 0.06+2*math.Sqrt(0.05*0.95/60), []float64{0.15}
	if longtest.Enabled() {
		worlds, scale, most, correlations = 500, 4, 0.07, []float64{0.02, 0.15}
	}
	for _, icc := range correlations {
		one := newGroupWorld(icc, scale, 1)
		level, single := one.level(worlds, true), one.level(min(worlds, 200), false)
		t.Logf("one split, ICC %v: level %.3f by group, %.3f by instance", icc, level, single)
		if level > most {
			t.Errorf("one split, ICC %v: level %.3f", icc, level)
		}
		if single < level {
			t.Errorf("one split, ICC %v: level %.3f by instance, want more", icc, single)
		}
		sets := []float64{0, icc / 55, 4 * icc / 55}
		for _, set := range sets[:min(len(sets), 1+worlds/100)] {
			for _, trains := range []bool{true, false} {
				w := newGroupWorld(icc, scale, 10)
				w.set, w.trains = set, trains
				level := w.level(worlds/2, true)
				name := fmt.Sprintf("ten rotations, train-one %t, ICC %v, training sets %.4f", trains, icc, set)
				if t.Logf("%s: level %.3f", name, level); level > most {
					t.Errorf("%s: level %.3f", name, level)
				}
			}
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
