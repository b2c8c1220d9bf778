package compare_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A pair is a row on one fit, made by two builds.
type pair struct{ Before, After table.Entry }

// rebuilt returns each fit of the line CRF mpm as before, and as a build of which every second test
// instance has by worse more of its variables wrong.
func rebuilt(entries []table.Entry, worse float64) (pairs []pair) {
	for _, e := range entries {
		if e.Label != "CRF" || e.Decoder != "mpm" {
			continue
		}
		was := e.Row.Instances["hamming"]
		s := record.Statistics{Num: slices.Clone(was.Num), Den: was.Den}
		for i := 0; i < len(s.Num); i += 2 {
			s.Num[i] += worse * s.Den[i]
		}
		after := e
		score(&after, s)
		pairs = append(pairs, pair{e, after})
	}
	return pairs
}

func compareBuilds(t *testing.T, pairs []pair, m table.Metric,
	threshold float64) *compare.Comparison {
	t.Helper()
	var entries []table.Entry
	for _, p := range pairs {
		p.Before.Label = table.Before(p.After.Label)
		entries = append(entries, p.After, p.Before)
	}
	built, err := table.Means(entries, table.Options{Metrics: []table.Metric{m}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := compare.New(built, threshold)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// regressions returns a line for each regression.
func regressions(c *compare.Comparison) (lines string) {
	worse, _ := c.Regressions()
	for _, text := range worse {
		lines += text + "\n"
	}
	return lines
}

// A build 5 points worse on average is worse. It is worse beyond a threshold only if this is shown:
// not at 5 points, where chance decides on which side the estimate is.
func TestBuildsThreshold(t *testing.T) {
	pairs := rebuilt(run("words", 3, 200, false), 0.1)
	higher := hamming
	higher.Higher = true
	for _, test := range []struct {
		metric    table.Metric
		threshold float64
		verdict   string
		beyond    bool
	}{
		{hamming, 0, compare.IsWorse, true},
		{hamming, 0.04, compare.IsWorse, true},
		{hamming, 0.05, compare.IsWorse, false},
		{hamming, 0.06, compare.IsWorse, false},
		{micro, 0.04, compare.IsWorse, true},
		{higher, 0, compare.IsBetter, false},
	} {
		c := compareBuilds(t, pairs, test.metric, test.threshold)
		d := c.Differences[0]
		if len(c.Differences) != 1 || d.Verdict != test.verdict || d.Beyond != test.beyond ||
			math.Abs(float64(d.Effect)-0.05) > 0.005 || c.Comparisons != 1 {
			t.Errorf("threshold %v of %s: %+v", test.threshold, test.metric.Name, d)
		}
		if worse, _ := c.Regressions(); len(worse) > 0 != test.beyond {
			t.Errorf("threshold %v of %s: regressions %q", test.threshold, test.metric.Name, worse)
		}
	}
	pairs[0].After.Fit.Checkpoints = []record.Checkpoint{{Values: record.Values{{Name: sp.ValueInstances, Number: 7}}}}
	if c := compareBuilds(t, pairs, hamming, 0); !slices.Contains(c.Notes,
		pairs[0].After.Label+" "+pairs[0].After.Decoder+" on words learned from other training instances than before.") {
		t.Errorf("a build with fewer training instances: %q", c.Notes)
	}
	better := compareBuilds(t, rebuilt(run("words", 3, 200, false), -0.1), higher, 0.04)
	if d := better.Differences[0]; d.Verdict != compare.IsWorse || !d.Beyond {
		t.Errorf("a loss of 5 points where more is better: %+v", d)
	}
}

// The tests are those that tables have for the layout.
func TestBuildsBySplit(t *testing.T) {
	all := run("words", 6, 60, true)
	var pairs []pair
	for split := range 6 {
		own := slices.DeleteFunc(slices.Clone(all),
			func(e table.Entry) bool { return e.Split != split })
		pairs = append(pairs, rebuilt(own, 0.08+0.01*float64(split))...)
	}
	for i := range pairs {
		pairs[i].Before.Overlap, pairs[i].After.Overlap = 0.9, 0.9
	}
	c := compareBuilds(t, pairs, hamming, 0)
	if len(c.Notes) != 1 ||
		!strings.Contains(c.Notes[0], "Nadeau–Bengio corrected resampled t test over 6 splits") ||
		c.Differences[0].Verdict != compare.IsWorse {
		t.Errorf("%q %+v", c.Notes, c.Differences)
	}
}

// There is no verdict from one value, or without a number.
func TestBuildsWithoutVerdict(t *testing.T) {
	one := compareBuilds(t, rebuilt(run("words", 1, 1, false), 0.5), hamming, 0)
	if d := one.Differences[0]; d.Verdict != compare.IsUntested || d.Beyond ||
		!strings.Contains(d.Reason, "n = 1 is too small") {
		t.Errorf("one value: %+v", d)
	}
	equal := compareBuilds(t, rebuilt(run("words", 2, 20, false), 0), hamming, 0)
	if d := equal.Differences[0]; d.Verdict != compare.IsEqual || d.Reason != "" {
		t.Errorf("the same numbers: %+v", d)
	}
	failed := rebuilt(run("words", 2, 20, false), 0)
	failed[1].After.Fit.Outcome, failed[1].After.Row.Metrics = record.Outcome{Kind: record.Crash,
		Reason: "exit code 3"}, nil
	c := compareBuilds(t, failed, hamming, 0.01)
	if d := c.Differences[0]; d.Verdict != compare.HasFailed || d.Beyond ||
		!strings.Contains(regressions(c), "seed 2: crash exit code 3") {
		t.Errorf("a crash: %+v, %q", d, regressions(c))
	}
}

// A dataset with one build has no difference. One without fits after the edit has no test, which the
// check for CI must not pass over.
func TestBuildsOnSomeDatasets(t *testing.T) {
	var entries []table.Entry
	for _, p := range rebuilt(run("words", 2, 20, false), 0.1) {
		p.Before.Label = table.Before(p.After.Label)
		other, none := p.After, p.After
		other.Dataset, none.Dataset = "other", "none"
		none.Fit.Outcome, none.Row.Metrics, none.Row.Instances = record.Outcome{}, nil, nil
		entries = append(entries, p.After, p.Before, other, none)
	}
	built, err := table.Means(entries, table.Options{Metrics: []table.Metric{hamming}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := compare.New(built, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, untested := c.Regressions()
	if len(c.Differences) != 1 || !slices.Equal(untested, []string{"CRF mpm on none has no fit"}) {
		t.Errorf("%+v, %q", c.Differences, untested)
	}
}

// A fit that fails now is a failure also where another one failed before.
func TestBuildsFailsNow(t *testing.T) {
	pairs := rebuilt(run("words", 3, 20, false), 0.1)
	pairs[0].Before.Fit.Outcome, pairs[0].Before.Row.Metrics = record.Outcome{Kind: record.Crash}, nil
	for i := range pairs {
		pairs[i].After.Fit.Outcome, pairs[i].After.Row.Metrics = record.Outcome{Kind: record.Crash,
			Reason: "exit code 3"}, nil
	}
	if c := compareBuilds(t, pairs, hamming, 0); c.Differences[0].Verdict != compare.HasFailed ||
		strings.Count(regressions(c), "\n") != 1 {
		t.Errorf("%+v", c.Differences[0])
	}
	for i := range pairs {
		pairs[i].Before.Fit.Outcome, pairs[i].Before.Row.Metrics = record.Outcome{Kind: record.Crash}, nil
	}
	if c := compareBuilds(t, pairs, hamming, 0); len(c.Differences) != 0 {
		t.Errorf("fails in both: %+v", c.Differences)
	}
}

// Rows that have got better, or are the same for every instance, take nothing away from the
// correction, and add nothing to it.
func TestBuildsFamily(t *testing.T) {
	all := run("words", 1, 60, false)
	var pairs []pair
	for l, e := range all {
		label, decoder, worse := e.Label, e.Decoder, -0.2
		switch {
		case l == 0:
			worse = 0.01
		case l >= 5:
			worse = 0
		}
		e.Label, e.Decoder = "CRF", "mpm" // as rebuilt wants it
		for _, p := range rebuilt([]table.Entry{e}, worse) {
			p.Before.Label, p.Before.Decoder, p.After.Label, p.After.Decoder = label, decoder,
				label, decoder
			pairs = append(pairs, p)
		}
	}
	c := compareBuilds(t, pairs, hamming, 0.001)
	if c.Comparisons != 5 {
		t.Errorf("%d comparisons, want the 5 rows that differ anywhere", c.Comparisons)
	}
	for i, d := range c.Differences {
		switch {
		case i >= 5 && d.Verdict != compare.IsEqual, i > 0 && d.Beyond, i > 0 && i < 5 &&
			d.Verdict != compare.IsBetter:
			t.Errorf("row %d: %+v", i, d)
		case d.Beyond && d.Verdict != compare.IsWorse:
			t.Errorf("beyond the threshold and not worse: %+v", d)
		}
	}
}

// Two builds that do not differ are told apart in about 5 % of the cases, however many rows are
// compared.
func TestBuildsLevel(t *testing.T) {
	longtest.Skip(t)
	const repetitions = 120
	wrong := 0
	random := rand.New(rand.NewPCG(3, 0))
	for range repetitions {
		var pairs []pair
		for _, e := range run("words", 1, 40, false) {
			was, is := e, e
			before, after := e.Row.Instances["hamming"], e.Row.Instances["hamming"]
			before.Num, after.Num = chance(before.Den, random), chance(before.Den, random)
			score(&was, before)
			score(&is, after)
			pairs = append(pairs, pair{was, is})
		}
		if c := compareBuilds(t, pairs, hamming, 0); slices.ContainsFunc(c.Differences,
			func(d compare.Difference) bool { return d.Verdict != compare.IsUndecided }) {
			wrong++
		}
	}
	if share := float64(wrong) / repetitions; share > 0.11 { // 3 standard errors above 0.05
		t.Errorf("%.3f of the comparisons of builds that do not differ tell some row apart", share)
	}
}

// A true loss of just the threshold is taken for one beyond it in about α/2 of the cases, whatever
// the side on which its estimate falls, where differences are symmetric around it.
func TestBuildsLevelBeyond(t *testing.T) {
	longtest.Skip(t)
	const repetitions, threshold = 200, 0.03
	random := rand.New(rand.NewPCG(4, 0))
	for _, test := range []struct {
		name        string
		draw        func() float64
		least, most float64 // share of comparisons with a row beyond the threshold
	}{
		{"normal", func() float64 { return 0.1 * random.NormFloat64() }, 0, 0.06}, // 0.025 and 3 standard errors
		{"long tails", func() float64 {
			return 0.02 * random.NormFloat64() / (0.1 +
				random.Float64())
		}, 0, 0.06},
		{"a point more", func() float64 { return 0.05 + 0.1*random.NormFloat64() }, 0.9, 1},
	} {
		beyond := 0
		for range repetitions {
			var pairs []pair
			for _, e := range run("words", 1, 40, false) {
				was, is := e, e
				before := e.Row.Instances["hamming"]
				after := record.Statistics{Den: before.Den}
				for i, num := range before.Num {
					after.Num = append(after.Num, num+before.Den[i]*(threshold+test.draw()))
				}
				score(&was, before)
				score(&is, after)
				pairs = append(pairs, pair{was, is})
			}
			if c := compareBuilds(t, pairs, hamming, threshold); slices.ContainsFunc(c.Differences,
				func(d compare.Difference) bool { return d.Beyond }) {
				beyond++
			}
		}
		if share := float64(beyond) / repetitions; share > test.most || share < test.least {
			t.Errorf("%s: %.3f of the comparisons have a row beyond the threshold, want %v to %v",
				test.name, share, test.least, test.most)
		}
	}
}

// chance draws how many variables of words of these lengths are wrong.
func chance(lengths record.Numbers, random *rand.Rand) (wrong record.Numbers) {
	for _, n := range lengths {
		k := 0.0
		for range int(n) {
			if random.Float64() < 0.2 {
				k++
			}
		}
		wrong = append(wrong, k)
	}
	return wrong
}
