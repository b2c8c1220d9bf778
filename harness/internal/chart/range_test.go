package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func labels(ticks []plot.Tick) string {
	var list []string
	for _, t := range ticks {
		if t.Label != "" {
			list = append(list, t.Label)
		}
	}
	return strings.Join(list, " ")
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		name     string
		min, max float64
		log      bool
		want     string
	}{
		{"percent", 3, 41, false, "10 20 30 40"},
		{"small", 0.101, 0.139, false, "0.11 0.12 0.13"},
		{"signs", -3, 3, false, "−3 −2 −1 0 1 2 3"},
		{"large", 17000, 18000, false, "17000 17200 17400 17600 17800 18000"},
		{"passes", 0.5, 100, true, "1 10 100"},
		{"calls", 150, 3e6, true, "1000 10k 100k 1M"},
		{"within a decade", 12, 97, true, "20 50"},
		{"narrow", 2.1, 5.9, true, "3 4 5"},
		{"gap", 3e-7, 2000, true, "1e−6 1e−4 0.01 1 100"},
		{"between two marks", 12, 19, true, "12 14 16 18"},
		{"one mark", 15, 29, true, "15 20 25"},
		{"a narrow gap", 0.0011, 0.0019, true, "0.0012 0.0014 0.0016 0.0018"},
		{"very narrow", 0.31, 0.38, true, "0.32 0.34 0.36 0.38"},
		{"wide", 1e-14, 100, true, "1e−12 1e−9 1e−6 0.001 1"},
	} {
		ticks := linearTicks
		if test.log {
			ticks = logTicks
		}
		list := ticks(test.min, test.max)
		if got := labels(list); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		for _, tick := range list {
			if tick.Value < test.min*(1-1e-6)-1e-9 && test.min > 0 ||
				tick.Value > test.max*(1+1e-6) {
				t.Errorf("%s: a tick at %v", test.name, tick.Value)
			}
		}
	}
}

// TestEveryAxisHasNumbers: an axis of any range has two labels or more, and they differ.
func TestEveryAxisHasNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for range 2_000 {
		lo := math.Pow(10, 12*random.Float64()-8)
		hi := lo * math.Exp(math.Pow(10, 4*random.Float64()-2.5))
		for _, always := range []bool{true, false} {
			a := NewRange(always, []float64{lo, hi})
			ticks := linearTicks
			if a.Log {
				ticks = logTicks
			}
			list := strings.Fields(labels(ticks(a.Min, a.Max)))
			if slices.Sort(list); len(list) < 2 || len(slices.Compact(list)) < len(list) {
				t.Fatalf("%v (log %v) has the labels %q", a, a.Log, list)
			}
		}
	}
}

func TestAxisCoversItsValues(t *testing.T) {
	for _, test := range []struct {
		always bool
		values []float64
		log    bool
	}{
		{false, []float64{1, 2, 4.9}, false},
		{false, []float64{1, 5.1}, true},
		{true, []float64{1, 2}, true},
		{true, []float64{0, 2}, false}, // zero has no logarithm
		{false, []float64{-1, 100}, false},
		{false, []float64{3, 3}, false},
		{true, []float64{3, 3}, true},
		{false, []float64{0}, false},
		{false, nil, false},
	} {
		a := NewRange(test.always, test.values)
		if a.Log != test.log || !(a.Min < a.Max) || a.Log && a.Min <= 0 ||
			math.IsInf(a.Max-a.Min, 0) {
			t.Errorf("%v: %+v", test.values, a)
		}
		for _, v := range test.values {
			if !(a.Min < v && v < a.Max) {
				t.Errorf("%v is not within %+v", v, a)
			}
		}
	}
}

func TestStylesDiffer(t *testing.T) {
	seen := map[string]int{}
	for i := range 35 {
		text := fmt.Sprint(StyleOf(i))
		if old, twice := seen[text]; twice {
			t.Errorf("styles %d and %d are the same", old, i)
		}
		seen[text] = i
	}
}

// An axis shows what it is told to besides the values.
func TestAxisShows(t *testing.T) {
	c := Chart{X: Axis{Plain: true, Show: []float64{0, 1}}, Series: []Series{{X: []float64{0.4, 0.5}}}}
	if r, _ := c.ranges(); !(r.Min <= 0 && r.Max >= 1) {
		t.Errorf("%v … %v", r.Min, r.Max)
	}
}
