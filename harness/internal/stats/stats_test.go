package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !same(got, want) && !(math.Abs(got-want) <= 1e-9*math.Max(1e-3, math.Abs(want))) {
		t.Errorf("%s = %.16g, want %.16g", what, got, want)
	}
}

func TestSummarize(t *testing.T) {
	// numpy: np.mean, np.std(ddof=1); scipy 1.10.1: st.t.interval(0.95, 4, mean, st.sem(v))
	v := []float64{2.1, 3.4, 1.9, 5.6, 4.4}
	s, test := stats.Summarize(v), stats.CorrectedT(v, 0)
	near(t, "mean", s.Mean, 3.48)
	near(t, "std", s.Std, 1.5610893632332519)
	lo, hi := test.Interval(0.95)
	near(t, "lower end", lo, 1.5416515396944281)
	near(t, "upper end", hi, 5.418348460305571)
	if s.N != 5 {
		t.Errorf("got %+v", s)
	}

	one := stats.Summarize([]float64{7})
	if one.Mean != 7 || !math.IsNaN(one.Std) {
		t.Errorf("one value: %+v", one)
	}
	single := stats.CorrectedT([]float64{7}, 0)
	if lo, hi := single.Interval(0.95); !math.IsNaN(lo) || !math.IsNaN(hi) {
		t.Errorf("one value has the interval %v, %v", lo, hi)
	}
	if none := stats.Summarize(nil); none.N != 0 || !math.IsNaN(none.Mean) {
		t.Errorf("no values: %+v", none)
	}
}

func TestSummarizeKeepsDigitsUnderAnOffset(t *testing.T) {
	v := []float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}
	near(t, "std", stats.Summarize(v).Std, math.Sqrt(30))
}

func TestMedian(t *testing.T) {
	v := []float64{5, 1, 4, 2}
	near(t, "even", stats.Median(v), 3)
	near(t, "odd", stats.Median(v[:3]), 4)
	near(t, "none", stats.Median(nil), math.NaN())
	if v[0] != 5 {
		t.Error("the argument was sorted")
	}
}

func TestQuantile(t *testing.T) {
	// By hand: 1 2 4 5 8.5 are at 0, 0.25, …; 0.1 is at 0.4 of the first step.
	v := []float64{5, 1, 4, 2, 8.5}
	for q, want := range map[float64]float64{0: 1, 0.1: 1.4, 0.25: 2, 0.5: 4, 0.75: 5, 0.9: 7.1,
		1: 8.5} {
		near(t, "quantile", stats.Quantile(v, q), want)
	}
	near(t, "median of two", stats.Quantile(v[:2], 0.5), stats.Median(v[:2]))
	near(t, "one", stats.Quantile(v[:1], 0.3), 5)
	near(t, "none", stats.Quantile(nil, 0.5), math.NaN())
	if v[0] != 5 {
		t.Error("the argument was sorted")
	}
}

func TestCorrectedT(t *testing.T) {
	x := []float64{.012, .020, -.003, .015, .011, .008, .017, .002, .019, .006}
	// numpy/scipy 1.10.1: s = x.mean()/np.sqrt((1/10+ratio)*x.var(ddof=1)); 2*st.t.sf(abs(s), 9);
	// ratio 0 is st.ttest_1samp(x, 0).
	for ratio, want := range map[float64]float64{
		0:       0.0014819139912728126,
		1.0 / 9: 0.012735181702938947,
		9:       0.6481102575022599,
	} {
		near(t, "P", stats.CorrectedT(x, ratio).P, want)
	}
	for _, test := range []struct {
		name string
		diff []float64
		want float64
	}{
		{"one split", []float64{1}, math.NaN()},
		{"no split", nil, math.NaN()},
		{"equal", []float64{0.1 + 0.2, 0.3, 0.3}, math.NaN()},
		{"zero", []float64{0, 0, 0}, 1},
		{"not a number", []float64{0, math.NaN()}, math.NaN()},
	} {
		near(t, test.name, stats.CorrectedT(test.diff, 0.1).P, test.want)
	}
	if floor := stats.CorrectedT([]float64{1}, 0.1).Floor; floor != 1 {
		t.Errorf("one split has the floor %v", floor)
	}
}

func TestHolm(t *testing.T) {
	nan := math.NaN()
	// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02,
	// by hand: 4·0.005, 3·0.01, 2·0.03, max(that, 1·0.04)
	got := stats.Holm([]float64{0.01, 0.04, nan, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, nan, 0.06, 0.02} {
		near(t, "adjusted p", got[i], want)
	}
	if len(stats.Holm(nil)) != 0 {
		t.Error("the empty family has members")
	}
}
