package claims_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// TestClaimOutcomes: every verdict comes from one interval. Ten rotations with standard deviation s
// of the differences have the standard error s·√(1/10 + 1/9) and 9 degrees of freedom: ± 1.04·s.
func TestClaimOutcomes(t *testing.T) {
	for _, c := range []struct {
		claim      string
		delta, std float64 // of b − a, in points
		want       stats.Verdict
		why        string
		failed     bool
	}{
		{"a < b", 1, 0.1, stats.Holds, "", false},
		{"a < b", 0.3, 0.1, stats.Holds, "smaller than the margin", false},
		{"a < b", -1, 0.1, stats.Reversed, "", true},
		{"a < b", -0.3, 0.1, stats.Reversed, "smaller than the margin", true},
		{"a < b", 0.05, 0.1, stats.Level, "", true},
		{"b > a", 0.05, 0.1, stats.Level, "", true},
		{"b > a", 1, 0.1, stats.Holds, "", false},
		{"b > a", -1, 0.1, stats.Reversed, "", true},
		{"a is best", 1, 0.1, stats.Holds, "against b", false},
		{"a is best", 0.05, 0.1, stats.Level, "against b", true},
		{"a is best", -0.3, 0.1, stats.Reversed, "against b, smaller than the margin", true},
		{"a = b", 0.3, 0.1, stats.Holds, "", false},
		{"a = b", -1, 0.1, stats.Reversed, "", true},
		{"a = b", 0.5, 0.1, stats.Unequal, "", false},
	} {
		tab := rotations(t, "rows: {a: {d: 20}, b: {d: 21}}\nmargin: 0.5\nbecause: half\nclaims: {d: ["+
			c.claim+"]}\n", apart(c.delta/100, c.std/100))
		got := tab.Claims[0]
		sign := -1.
		if strings.HasPrefix(c.claim, "b") {
			sign = 1
		}
		half := stats.CorrectedT(around(0, c.std/100), 1./9)
		_, high := half.Interval(0.95)
		if got.Outcome != c.want || got.Why != c.why || slices.Contains(claims.Failed(tab), c.claim+" on d") != c.failed ||
			math.Abs(float64(got.Delta)-sign*c.delta/100) > 1e-9 ||
			math.Abs(float64(got.High-got.Delta)-high) > 1e-9 || got.Because != "half" {
			t.Errorf("%s, %v ± %v: %+v, failed %q; want %s %q", c.claim, c.delta, c.std, got,
				claims.Failed(tab), c.want, c.why)
		}
	}
}

// A claim needs no printed numbers. The table shows none then.
func TestClaimOfNotPrinted(t *testing.T) {
	tab := rotations(t, "rows: {a: {d: not printed}, b: {d: not printed}}\nclaims: {d: [a < b]}\n",
		apart(0.01, 0.001))
	if got := tab.Claims[0]; got.Outcome != stats.Holds || len(tab.Numbers)+len(tab.Unplaced) > 0 ||
		tab.HasPublished(0) {
		t.Errorf("%+v, numbers %v, %v", got, tab.Numbers, tab.Unplaced)
	}
}

// TestClaimsAreAFamily: the intervals of m pairs in the claims of a file have level 1 − 0.05/m, also
// if claims have no row, and if the table tests against a control.
func TestClaimsAreAFamily(t *testing.T) {
	const paper = "rows: {a: {d: 10}, b: {d: 11}, c: {d: 12}, e: {d: 13}}\nclaims: {d: [a < b, a is best, e > a]}\n"
	ours := apart(0.01, 0.002)
	ours["c"] = around(0.25, 0.004)
	tab := rotations(t, paper, ours)
	test := stats.CorrectedT(around(0, 0.002), 1./9)
	_, high := test.Interval(1 - 0.05/5)
	c := tab.Claims[0]
	if c.Outcome != stats.Holds || math.Abs(float64(c.High-c.Delta)-high) > 1e-9 {
		t.Errorf("%+v, want ± %v", c, high)
	}
	if best := tab.Claims[1]; best.Outcome != stats.Open ||
		best.Why != "against e, there is no row of e" {
		t.Errorf("%+v", best)
	}
}

// Holm's steps decide: two of four orders are clear, so the others need a p of 0.05/2. The printed
// intervals stay at 1 − 0.05/4 and contain 0.
func TestClaimsGoByHolmsSteps(t *testing.T) {
	const std = 0.01 // the standard error is 0.46 points
	for last, want := range map[float64][]stats.Verdict{
		1.25: {stats.Holds, stats.Holds, stats.Holds, stats.Holds},
		0.8:  {stats.Holds, stats.Open, stats.Holds, stats.Open},
	} {
		tab := rotations(t, "rows: {a: {d: 20}, b: {d: 21}, c: {d: 22}}\n"+
			"claims: {d: [a < b, a < c, b > a, c > a]}\n", map[string][]float64{"a": around(0.2, 0),
			"b": around(0.25, std), "c": around(0.2+last/100, std)})
		for i, c := range tab.Claims {
			if c.Outcome != want[i] || i%2 == 1 && c.Low*c.High > 0 {
				t.Errorf("%v points: %+v, want %s", last, c, want[i])
			}
		}
	}
}

// TestClaimOfOtherTraining: a claim says so if its rows learned from different training instances.
func TestClaimOfOtherTraining(t *testing.T) {
	entries := tenfold(apart(0.01, 0.001))
	for i := range entries {
		if e := &entries[i]; e.Label == "a" {
			e.Fit.Checkpoints = []record.Checkpoint{{Values: record.Values{
				{Name: sp.ValueInstances, Number: 7}}}}
		}
	}
	c := beside(t, entries, onRotations, ofRotations+
		"rows: {a: {d: 20}, b: {d: 21}}\nclaims: {d: [a < b]}\n").Claims[0]
	if c.Outcome != stats.Holds || c.Why != "the rows learned from different training instances" {
		t.Errorf("%+v", c)
	}
}

// alternating returns the losses of rows a and b on n test instances of one split.
func alternating(n int, std float64) []table.Entry {
	of := map[string][]float64{}
	for i := range n {
		of["a"] = append(of["a"], 0.3+std*float64(1-i%2*2))
		of["b"] = append(of["b"], 0.301)
	}
	return losses(of)
}

const within1 = ofOneSplit + "rows: {a: {d: 9}, b: {d: 11}}\nmargin: 1\nbecause: half\n"

// TestOpenClaimOnOneSplit names the test instances for an interval narrower than the margin, by the
// square-root law, or those for any significant difference.
func TestOpenClaimOnOneSplit(t *testing.T) {
	c := beside(t, alternating(400, 0.1), onOneSplit, within1+"claims: {d: [a < b]}\n").Claims[0]
	times := 100 * float64(c.High-c.Low)
	level := min(times, c.Test.Detectable(0.05, 0.9)/(0.01+c.Test.Effect))
	want := fmt.Sprintf("needs about %v test instances if Δ is true %v test instances for any "+
		"truth; standard error 0.5", math.Ceil(400*level*level), math.Ceil(400*times*times))
	if c.Outcome != stats.Open || strings.ReplaceAll(c.Why, ",", "") != want ||
		math.Abs(times-1.97) > 0.02 {
		t.Errorf("%+v, want %q", c, want)
	}
	c = beside(t, alternating(5, 0.1), onOneSplit, within1+"claims: {d: [a < b]}\n").Claims[0]
	if want := "the smallest possible p is 0.062: needs 6 differences other than 0"; c.Why != want ||
		c.Outcome != stats.Open {
		t.Errorf("%+v, want %q", c, want)
	}
}

// TestClaimOfEqualRows: without a difference on n instances, at most a share 1−α^(1/n) of others
// differs.
func TestClaimOfEqualRows(t *testing.T) {
	const why = "the rows differ nowhere, which is no proof"
	for n, want := range map[int]stats.Verdict{100: stats.Open, 400: stats.Holds} {
		equal := slices.Repeat([]float64{0.1, 0.3}, n/2)
		c := beside(t, losses(map[string][]float64{"a": equal, "b": equal}), onOneSplit,
			within1+"claims: {d: [a = b]}\n").Claims[0]
		if share := 1 - math.Pow(0.05, 1/float64(n)); c.Outcome != want || c.Delta != 0 ||
			(c.Why == why) != (want == stats.Open) ||
			math.Abs(float64(c.High)-share) > 1e-12 || c.Low != -c.High {
			t.Errorf("%d instances: %+v, want %s", n, c, want)
		}
	}
}

// TestOpenClaimOnSplits: splits that share training instances leave a width, however many they are. A
// split has a variance of 1.11 points², of which a tenth is left.
func TestOpenClaimOnSplits(t *testing.T) {
	for margin, want := range map[string]string{
		"0.5": "needs about 3.49 times the data in many splits if Δ is true, 6.83 times the data in " +
			"many splits for any " +
			"truth; standard error 0.46, at least 0.33",
		"1.5": "needs about 39 splits if Δ is true, 39 splits for any truth; " +
			"standard error 0.46, at least 0.33",
	} {
		tab := rotations(t, "rows: {a: {d: 10}, b: {d: 20}}\nmargin: "+margin+"\nbecause: half\nclaims: {d: [a < b]}\n",
			apart(0.005, 0.01))
		if c := tab.Claims[0]; c.Outcome != stats.Open || c.Why != want {
			t.Errorf("margin %s: %+v, want %q", margin, c, want)
		}
	}
}

// TestClaimsOfEffort: efforts are compared by the logarithm of their ratio, over splits or, on one
// split, over seeds. Fewer than three fits give no interval.
func TestClaimsOfEffort(t *testing.T) {
	const paper = ofOneSplit + "rows: {a: {d: 10}, b: {d: 11}}\nclaims:\n  d:\n" +
		"    - cpu-seconds: a < b\n    - cpu-seconds: a < 0.25 b\n    - cpu-seconds: a > b\n" +
		"    - {calls: a = 0.5 b, margin: 0.1, because: rounding}\n    - passes: a < b\n"
	for _, splits := range []bool{true, false} {
		for _, n := range []int{2, 4} {
			var entries []table.Entry
			for k, label := range []string{"a", "b"} {
				times := record.Number(1 + k)
				for i := range n {
					e := entry(label, 90, 10)
					e.Seed, e.Overlap = record.Seed(uint64(i)), 0.2
					e.Row.Metrics = map[string]record.Number{"hamming": 0.1}
					e.Fit.Ended, e.Fit.Counts.MAP = sp.Converged, int64(100*times)
					e.Fit.Times.Fit.CPU = times*(5+record.Number(i)) + times*0.1*record.Number(i%2)
					if label == "a" {
						e.Fit.Times.Fit.CPU *= 1 + 0.02*record.Number(i)
					}
					if splits {
						e.Split = i
					}
					entries = append(entries, e)
				}
			}
			tab := beside(t, entries, onOneSplit, paper)
			want := []stats.Verdict{stats.Holds, stats.Reversed, stats.Reversed, stats.Holds, stats.Open}
			for i, c := range tab.Claims {
				switch {
				case n == 2 && (c.Outcome != stats.Open || i < 4 &&
					c.Why != "an interval needs 3 fits with "+strings.Split(c.Text, ":")[0]+", not 2"):
					t.Errorf("%s: %+v", c.Text, c)
				case n == 4 && (c.Outcome != want[i] || !c.Effort):
					t.Errorf("%s: %+v, want %s", c.Text, c, want[i])
				}
			}
			if n == 2 {
				continue
			}
			mean, ratio := 0.0, 0.25
			var logs []float64
			for i := range n {
				logs = append(logs, math.Log((1+0.02*float64(i))/2))
				mean += logs[i] / 4
			}
			if !splits {
				ratio = 0
			}
			test := stats.CorrectedT(logs, ratio)
			low, high := test.Interval(1 - 0.05/5)
			if c := tab.Claims[0]; math.Abs(float64(c.Delta)-math.Exp(mean)) > 1e-9 ||
				math.Abs(float64(c.Low)-math.Exp(low)) > 1e-9 ||
				math.Abs(float64(c.High)-math.Exp(high)) > 1e-9 {
				t.Errorf("%+v, want %v in %v … %v", c, math.Exp(mean), math.Exp(low), math.Exp(high))
			}
			if c := tab.Claims[3]; math.Abs(float64(c.Delta)-0.5) > 1e-9 ||
				c.Low != c.Delta || c.High != c.Delta {
				t.Errorf("equal counts: %+v", c)
			}
			if c := tab.Claims[4]; !strings.HasPrefix(c.Why, "an interval needs 3 fits with passes, not 0") {
				t.Errorf("no passes: %+v", c)
			}
		}
	}
}

// TestOpenClaimOnFolds: if each split trains on a fold of its own, there are no more splits than
// folds, and only more data help. A dataset outside of the run is named.
func TestOpenClaimOnFolds(t *testing.T) {
	const folds, size = 5, 20
	r := pcg(3, 4)
	var entries []table.Entry
	samples := make([]stats.Sample, folds)
	for _, label := range []string{"a", "b"} {
		for j := range folds {
			e := entry(label, size, (folds-1)*size)
			e.Split, e.TestOverlap = j, 0.75
			var values []float64
			for i := range folds * size {
				id := fmt.Sprint(i)
				if i/size == j {
					e.Fit.Train = append(e.Fit.Train, id)
					continue
				}
				loss := 0.2 + 0.1*r.Float64()
				e.Fit.Test, values = append(e.Fit.Test, id), append(values, loss)
				if label == "a" {
					samples[j].Instances, samples[j].Values = append(samples[j].Instances, i),
						append(samples[j].Values, loss)
				} else {
					samples[j].Values[len(values)-1] -= loss
				}
			}
			for i := j * size; label == "a" && i < (j+1)*size; i++ {
				samples[j].Train = append(samples[j].Train, i)
			}
			score(&e, "hamming", values)
			entries = append(entries, e)
		}
	}
	const trainOne = "datasets:\n  - ocr: {as: d, split: {rotate: train-one}}\n" + learners
	const paper = "metric: hamming\n" +
		"datasets: {d: {data: ocr, split: {rotate: train-one}}, e: {data: ocr, split: half}}\n" +
		"rows: {a: {d: 9, e: 9}, b: {d: 9.4, e: 8}}\nmargin: 0.2\nbecause: half\nclaims: {d: [a < b]}\n"
	c := beside(t, entries, trainOne, paper).Claims[0]
	l := stats.Layout{Sets: folds, Tests: 0.75, Ratio: folds - 1}
	test := l.Test(samples, stats.Prior{})
	needs := func(of stats.Test, reach string) string {
		low, high := of.Interval(0.95)
		any := (high - low) / 0.002
		shown := min(any, of.Detectable(0.05, 0.9)/(0.002-of.Effect))
		return fmt.Sprintf("needs about %s times the data or more folds if Δ is true, %s times the "+
			"data or more folds for any truth; standard error %s",
			wording.Amount(shown*shown), wording.Amount(any*any), reach)
	}
	if want := needs(test, "0.2, at least 0.2"); c.Outcome != stats.Open || c.Why != want {
		t.Errorf("%+v, want %q", c, want)
	}

	// Some folds are a little larger than the others, and have splits so far.
	const first = 3
	entries = slices.DeleteFunc(entries, func(e table.Entry) bool { return e.Split >= first })
	for i := range entries {
		entries[i].Train++
	}
	c = beside(t, entries, trainOne, paper).Claims[0]
	l.Sets = first
	want := needs(l.Expect(l.Test(samples[:first], stats.Prior{}), folds), "0.28, at least 0.22")
	if c.Outcome != stats.Open || c.Why != want {
		t.Errorf("%+v, want %q", c, want)
	}
}

// TestBestDecoder: the decoders of one learner are compared, and a larger value is better for a
// metric such as mean-iou. Decoders that see labels of the test set take no part. Skewed
// differences are named.
func TestBestDecoder(t *testing.T) {
	const of = "loss: mean-iou\ndatasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n" +
		"decoders: [map, mpm, icm, mpm: {as: half, reveal: 0.5}]\nlearners: [crf: {as: a}]\n"
	const paper = "metric: mean-iou\ndatasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n" +
		"rows: {a: [{decoder: map, d: 90}, {decoder: mpm, d: 91}, {decoder: icm, d: 89}, " +
		"{decoder: half, reveal: 0.5, d: 99}]}\n" +
		"claims: {d: [a mpm is best, a is best, a icm is best, a map > a icm, a half > a map]}\n"
	for _, skewed := range []bool{false, true} {
		var entries []table.Entry
		for k, decoder := range []string{"icm", "map", "mpm", "half"} {
			e := entry("a", 10, 40)
			e.Decoder = decoder
			var right []float64
			for i := range 40 {
				switch {
				case skewed && i == 0:
					right = append(right, 0.9+0.02*float64(k))
				case skewed && k == 0:
					right = append(right, 0.4)
				default:
					right = append(right, 0.5+0.1*float64(k)+0.02*float64((i*(k+3))%7))
				}
			}
			score(&e, "mean-iou", right)
			e.Row.Metrics["mean-iou"] = record.Number(0.5 + 0.1*float64(k))
			entries = append(entries, e)
		}
		tab := beside(t, entries, of, paper, table.Metric{Name: "mean-iou", Percent: true, Higher: true})
		for i, want := range []table.Claim{
			{Outcome: stats.Holds, Why: "against a map"},
			{Outcome: stats.Reversed, Why: "against a mpm"},
			{Outcome: stats.Reversed, Why: "against a map"},
			{Outcome: stats.Holds},
			{Outcome: stats.Open, Why: "the rows see different labels of the test set"},
		} {
			if skewed && i == 3 {
				want.Why = "differences are skewed"
			}
			c := tab.Claims[i]
			if c.Outcome != want.Outcome || (!skewed || i == 3) && c.Why != want.Why {
				t.Errorf("%s: %+v, want %+v", c.Text, c, want)
			}
		}
	}
}

// TestNeededGroups: with groups, what is missing are groups, not test instances.
func TestNeededGroups(t *testing.T) {
	entries := alternating(40, 0.1)
	for i := range entries {
		e := &entries[i]
		e.TestGroups = 20
		for k := range 40 {
			e.Fit.Test, e.Fit.Groups = append(e.Fit.Test, fmt.Sprint(k)), append(e.Fit.Groups, fmt.Sprint(k%20))
		}
	}
	tab, err := claims.Build("", entries, table.Options{Suite: &suite.Suite{Rope: 1},
		Metrics: []table.Metric{hamming}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Join(claims.Planned(tab, entries), "\n"); !strings.Contains(lines,
		"groups of test instances") {
		t.Errorf("%q", lines)
	}
}
