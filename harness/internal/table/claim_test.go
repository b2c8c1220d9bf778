package table_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// apart returns ten split means of a row a, and of a row b above it by delta, with that standard
// deviation of the differences.
func apart(delta, std float64) map[string][]float64 {
	x, b := around(0.2, 0.003), around(delta, std)
	a := make([]float64, len(x))
	for i := range a {
		a[i] = x[(i*3)%10]
		b[i] += a[i]
	}
	return map[string][]float64{"a": a, "b": b}
}

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
		if got.Outcome != c.want || got.Why != c.why || slices.Contains(tab.Failed(), c.claim+" on d") != c.failed ||
			math.Abs(float64(got.Delta)-sign*c.delta/100) > 1e-9 ||
			math.Abs(float64(got.High-got.Delta)-high) > 1e-9 || got.Because != "half" {
			t.Errorf("%s, %v ± %v: %+v, failed %q; want %s %q", c.claim, c.delta, c.std, got,
				tab.Failed(), c.want, c.why)
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
	const claims = "rows: {a: {d: 10}, b: {d: 11}, c: {d: 12}, e: {d: 13}}\nclaims: {d: [a < b, a is best, e > a]}\n"
	ours := apart(0.01, 0.002)
	ours["c"] = around(0.25, 0.004)
	tab := rotations(t, claims, ours)
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

// TestClaimBesideAControl: claims are tested even if the suite tests against a control alone.
func TestClaimBesideAControl(t *testing.T) {
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: hamming\n"+
		"datasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n"+
		"rows: {row1: {d: 9}, row2: {d: 8}, row0: {d: 7}}\nclaims: {d: [row1 < row2, row0 < row2]}\n")))(t)
	losses, order := ablations(3)
	s := must(suite.Parse("suite.yaml", []byte("datasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n"+
		"decoders: [map]\nagainst: row0\nlearners: [crf: {as: row0}, crf: {as: row1}, crf: {as: row2}]\n")))(t)
	tab := built(t, fits(losses, order...), table.Options{Suite: s, Published: p})
	if c := tab.Claims[0]; c.Outcome != stats.Open || c.Why != "" || !(c.Low < 0 && c.High > 0) {
		t.Errorf("%+v", c)
	}
	if c := tab.Claims[1]; c.Outcome != stats.Holds {
		t.Errorf("%+v", c)
	}
}

// onOneSplit returns a table of rows a and b, with losses on n test instances of one split.
func onOneSplit(t *testing.T, n int, std float64) *table.Table {
	t.Helper()
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: hamming\n"+
		"datasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n"+
		"rows: {a: {d: 9}, b: {d: 11}}\nmargin: 1\nbecause: half\nclaims: {d: [a < b]}\n")))(t)
	s := must(suite.Parse("suite.yaml", []byte("datasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n"+
		"decoders: [map]\nlearners: [crf: {as: a}, crf: {as: b}]\n")))(t)
	losses := map[string][]float64{}
	for i := range n {
		losses["a"] = append(losses["a"], 0.3+std*float64(1-i%2*2))
		losses["b"] = append(losses["b"], 0.301)
	}
	return built(t, fits(losses, "a", "b"), table.Options{Suite: s, Published: p})
}

// TestOpenClaimOnOneSplit names the test instances for an interval narrower than the margin, by the
// square-root law, or those for any significant difference.
func TestOpenClaimOnOneSplit(t *testing.T) {
	c := onOneSplit(t, 400, 0.1).Claims[0]
	times := 100 * float64(c.High-c.Low)
	want := fmt.Sprintf("needs about %d test instances; standard error 0.5", int(math.Ceil(400*times*times)))
	if c.Outcome != stats.Open || strings.ReplaceAll(c.Why, ",", "") != want ||
		math.Abs(times-1.97) > 0.02 {
		t.Errorf("%+v, want %q", c, want)
	}
	c = onOneSplit(t, 5, 0.1).Claims[0]
	if want := "the smallest possible p is 0.062: needs 6 differences other than 0"; c.Why != want ||
		c.Outcome != stats.Open {
		t.Errorf("%+v, want %q", c, want)
	}
}

// TestClaimOfEqualRows: without a difference on n instances, at most a share 1−α^(1/n) of others
// differs.
func TestClaimOfEqualRows(t *testing.T) {
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: hamming\n"+
		"datasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n"+
		"rows: {a: {d: 9}, b: {d: 11}}\nmargin: 1\nbecause: half\nclaims: {d: [a = b]}\n")))(t)
	s := must(suite.Parse("suite.yaml", []byte("datasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n"+
		"decoders: [map]\nlearners: [crf: {as: a}, crf: {as: b}]\n")))(t)
	const why = "the rows differ nowhere, which is no proof"
	for n, want := range map[int]stats.Verdict{100: stats.Open, 400: stats.Holds} {
		losses := slices.Repeat([]float64{0.1, 0.3}, n/2)
		c := built(t, fits(map[string][]float64{"a": losses, "b": losses}, "a", "b"),
			table.Options{Suite: s, Published: p}).Claims[0]
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
		"0.5": "no number of splits is enough: needs about 7 times the data; standard error 0.46, at least 0.33",
		"1.5": "needs about 39 splits; standard error 0.46, at least 0.33",
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
	const paper = "source: A paper\nmetric: hamming\ndatasets: {d: {data: ocr, split: half}}\n" +
		"rows: {a: {d: 10}, b: {d: 11}}\nclaims:\n  d:\n" +
		"    - cpu-seconds: a < b\n    - cpu-seconds: a < 0.25 b\n    - cpu-seconds: a > b\n" +
		"    - {calls: a = 0.5 b, margin: 0.1, because: rounding}\n    - passes: a < b\n"
	p := must(suite.ParsePublished("published.yaml", []byte(paper)))(t)
	s := must(suite.Parse("suite.yaml", []byte("datasets: [ocr: {as: d, split: {train: [0], test: [1]}}]\n"+
		"learners: [crf: {as: a}, crf: {as: b}]\ndecoders: [map]\n")))(t)
	for _, splits := range []bool{true, false} {
		for _, n := range []int{2, 4} {
			var entries []table.Entry
			for i := range n {
				for label, times := range map[string]float64{"a": 1, "b": 2} {
					e := table.Entry{Planned: table.Planned{Dataset: "d", Train: 90, Test: 10, Seed: record.Seed(uint64(i)), Overlap: 0.2}, Label: label, Decoder: "map",
						Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}, Ended: sp.Converged, Times: record.Times{Fit: record.Clock{CPU: record.Number(times * (5 + float64(i)))}}, Counts: sp.Counts{MAP: int64(100 * times)}},
						Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"hamming": 0.1}}}
					if e.Fit.Times.Fit.CPU += record.Number(times * 0.1 * float64(i%2)); label == "a" {
						e.Fit.Times.Fit.CPU *= 1 + 0.02*record.Number(i)
					}
					if splits {
						e.Split = i
					}
					entries = append(entries, e)
				}
			}
			slices.SortFunc(entries, func(a, b table.Entry) int { return strings.Compare(a.Label, b.Label) })
			tab := built(t, entries, table.Options{Published: p, Suite: s})
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
			e := table.Entry{Planned: table.Planned{Dataset: "d", Split: j, Seed: record.Seed(1), Train: size, Test: (folds - 1) * size, TestOverlap: 0.75}, Label: label, Decoder: "map",
				Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
			var s record.Statistics
			for i := range folds * size {
				if id := fmt.Sprint(i); i/size == j {
					e.Fit.Train = append(e.Fit.Train, id)
				} else {
					loss := 0.2 + 0.1*r.Float64()
					e.Fit.Test = append(e.Fit.Test, id)
					s.Num, s.Den = append(s.Num, loss), append(s.Den, 1)
					if label == "a" {
						samples[j].Instances, samples[j].Values = append(samples[j].Instances, i),
							append(samples[j].Values, loss)
					} else {
						samples[j].Values[len(s.Num)-1] -= loss
					}
				}
			}
			for i := j * size; label == "a" && i < (j+1)*size; i++ {
				samples[j].Train = append(samples[j].Train, i)
			}
			score(&e, s)
			entries = append(entries, e)
		}
	}
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: hamming\n"+
		"datasets: {d: {data: ocr, split: {rotate: train-one}}, e: {data: ocr, split: half}}\n"+
		"rows: {a: {d: 9, e: 9}, b: {d: 9.4, e: 8}}\nmargin: 0.2\nbecause: half\nclaims: {d: [a < b]}\n")))(t)
	s := must(suite.Parse("suite.yaml", []byte("datasets:\n  - ocr: {as: d, split: {rotate: train-one}}\n"+
		"decoders: [map]\nlearners: [crf: {as: a}, crf: {as: b}]\n")))(t)
	c := built(t, entries, table.Options{Suite: s, Published: p}).Claims[0]
	l := stats.Layout{Sets: folds, Tests: 0.75, Ratio: folds - 1}
	test := l.Test(samples, stats.Prior{})
	splits, _ := l.SplitsFor(test, 0.002, 0.95)
	low, high := test.Interval(0.95) // of all folds
	want := fmt.Sprintf("5 folds are not enough: needs more folds or about %v times the data; standard error 0.2, at least 0.2",
		math.Ceil(math.Pow((high-low)/0.002, 2)))
	if c.Outcome != stats.Open || c.Why != want || splits <= folds {
		t.Errorf("%+v, want %q", c, want)
	}

	// Some folds are a little larger than the others, and have splits so far.
	const first = 3
	entries = slices.DeleteFunc(entries, func(e table.Entry) bool { return e.Split >= first })
	for i := range entries {
		entries[i].Train++
	}
	c = built(t, entries, table.Options{Suite: s, Published: p}).Claims[0]
	l.Sets = first
	all := l.Expect(l.Test(samples[:first], stats.Prior{}), folds)
	low, high = all.Interval(0.95)
	want = fmt.Sprintf("5 folds are not enough: needs more folds or about %v times the data; standard error 0.28, at least 0.22",
		math.Ceil(math.Pow((high-low)/0.002, 2)))
	if c.Outcome != stats.Open || c.Why != want {
		t.Errorf("%+v, want %q", c, want)
	}
}

// TestBestDecoder: the decoders of one learner are compared, and a larger value is better for a
// metric such as mean-iou. Decoders that see labels of the test set take no part. Skewed
// differences are named.
func TestBestDecoder(t *testing.T) {
	p := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: mean-iou\n"+
		"datasets: {d: {data: ocr, split: {train: [0], test: [1]}}}\n"+
		"rows: {a: [{decoder: map, d: 90}, {decoder: mpm, d: 91}, {decoder: icm, d: 89}, "+
		"{decoder: half, reveal: 0.5, d: 99}]}\n"+
		"claims: {d: [a mpm is best, a is best, a icm is best, a map > a icm, a half > a map]}\n")))(t)
	s := must(suite.Parse("suite.yaml", []byte("loss: mean-iou\ndatasets:\n  - ocr: {as: d, split: {train: [0], test: [1]}}\n"+
		"decoders: [map, mpm, icm, mpm: {as: half, reveal: 0.5}]\nlearners: [crf: {as: a}]\n")))(t)
	for _, skewed := range []bool{false, true} {
		var entries []table.Entry
		for k, decoder := range []string{"icm", "map", "mpm", "half"} {
			e := table.Entry{Planned: table.Planned{Dataset: "d", Seed: record.Seed(1), Train: 10, Test: 40}, Label: "a", Decoder: decoder,
				Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
			var s record.Statistics
			for i := range 40 {
				right := 0.5 + 0.1*float64(k) + 0.02*float64((i*(k+3))%7)
				if skewed && k == 0 && i > 0 {
					right = 0.4
				}
				s.Num, s.Den = append(s.Num, right), append(s.Den, 1)
				if skewed && i == 0 {
					s.Num[0] = 0.9 + 0.02*float64(k)
				}
			}
			e.Row.Metrics = map[string]record.Number{"mean-iou": 0.5 + 0.1*record.Number(k)}
			e.Row.Instances = map[string]record.Statistics{"mean-iou": s}
			entries = append(entries, e)
		}
		iou := table.Metric{Name: "mean-iou", Percent: true, Higher: true}
		tab := built(t, entries, table.Options{Metrics: []table.Metric{iou}, Published: p, Suite: s})
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

// TestPlannedClaimWithoutRow: a claim about a row that the run does not have gives no line.
func TestPlannedClaimWithoutRow(t *testing.T) {
	tab := rotations(t, "rows: {a: {d: 10}, b: {d: 20}, z: {d: 30}}\nclaims: {d: [a < z]}\n",
		apart(0.005, 0.01))
	if lines := tab.Planned(tab.Entries); len(lines) != 0 || tab.Claims[0].Why == "" {
		t.Errorf("%q, %+v", lines, tab.Claims[0])
	}
}

// TestNeededGroups: with groups, what is missing are groups, not test instances.
func TestNeededGroups(t *testing.T) {
	entries := onOneSplit(t, 40, 0.1).Entries
	for i := range entries {
		e := &entries[i]
		e.TestGroups = 20
		for k := range 40 {
			e.Fit.Test, e.Fit.Groups = append(e.Fit.Test, fmt.Sprint(k)), append(e.Fit.Groups, fmt.Sprint(k%20))
		}
	}
	tab := built(t, entries, table.Options{Suite: &suite.Suite{Rope: 1}})
	says(t, strings.Join(tab.Planned(entries), "\n"), "groups of test instances")
}

// TestGroupsWithoutInstances: cross-validation needs no values by instance, also with groups.
func TestGroupsWithoutInstances(t *testing.T) {
	entries := rotations(t, "rows: {a: {d: 10}, b: {d: 20}}\n", apart(0.005, 0.01)).Entries
	for i := range entries {
		entries[i].TestGroups = 5
	}
	tab := built(t, entries, table.Options{})
	says(t, tab.Columns[0].Detail, "n_test/n_train")
}
