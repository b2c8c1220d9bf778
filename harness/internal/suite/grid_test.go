package suite

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

// Ranges stand for up to ten thousand learners or candidates, more than a file could list.
func TestGridOfTenThousandPoints(t *testing.T) {
	for text, want := range map[string][2]int{ // learners, candidates
		"learners: [{crf: {lambda: {log: [1e-4, 1, 10000]}}}]\nagainst: crf lambda=1":                                    {10000, 0},
		"learners: [{crf: {lambda: {log: [1, 10, 100]}, passes: {log: [1, 100, 100]}}}]\nagainst: crf lambda=1 passes=1": {10000, 0},
		"tune: {}\nlearners: [{crf: {lambda: {log: [1e-4, 1, 100]}, passes: {log: [1, 100, 100]}}}]":                     {1, 10000},
		"tune: {over: [passes]}\nlearners: [{crf: {lambda: {log: [1e-4, 1, 10]}, passes: {log: [1,1e6,1000]}}}]":         {10, 1000},
	} {
		start := time.Now()
		s := mustParse(t, with(text))
		labels := map[string]bool{}
		for _, l := range s.Learners {
			labels[l.Label] = true
			if len(l.Candidates) != want[1] {
				t.Errorf("%s: %d candidates, want %d", text, len(l.Candidates), want[1])
			}
		}
		if len(labels) != want[0] {
			t.Errorf("%s: %d learners, want %d", text, len(labels), want[0])
		}
		t.Logf("%s: %v", text, time.Since(start))
	}
}

// The parameters to tune over do not change the key of a fit: they show in the candidates.
func TestOverIsNotInTheTuning(t *testing.T) {
	all := mustParse(t, with("tune: {}\nlearners: [{crf: {lambda: [1, 2]}}]"))
	over := mustParse(t, with("tune: {over: [lambda]}\nlearners: [{crf: {lambda: [1, 2]}}]"))
	if got, want := marshal(t, over), marshal(t, all); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
}

// Values of a range ascend, lie within a tenth of a step of the exact ones, and have few digits.
func TestSpacedValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{log: [1e-4, 1, 4]}", "[0.0001,0.00215,0.0464,1]"},
		{"{log: [1, 1000, 4]}", "[1,10,100,1000]"},
		{"{log: [10, 1000, 4]}", "[10,46,215,1000]"},
		{"{log: [1000, 10, 3]}", "[1000,100,10]"},
		{"{log: [1, 3, 5]}", "[1,1.32,1.73,2.28,3]"},
		{"{log: [1, 1.001, 3]}", "[1,1.0005,1.001]"},
		{"{log: [0.010, 0.1, 2]}", "[0.01,0.1]"},
		{"{log: [1e-300, 1e300, 3]}", "[1e-300,1,1e+300]"},
	} {
		s := mustParse(t, with("tune: {}\nlearners: [{crf: {lambda: "+c.text+"}}]"))
		if got, want := string(s.Learners[0].Args), `{"lambda":`+c.want+`}`; got != want {
			t.Errorf("%s is %s, want %s", c.text, got, want)
		}
	}
	for _, ends := range [][2]string{{"1e-7", "3"}, {"2", "2.0000001"}, {"1", "7"}, {"9e9", "1e2"}} {
		s := mustParse(t,
			with("tune: {}\nlearners: [{crf: {lambda: {log: ["+ends[0]+", "+ends[1]+", 17]}}}]"))
		var args struct{ Lambda []float64 }
		check(t, json.Unmarshal(s.Learners[0].Args, &args))
		first, last := math.Log(args.Lambda[0]), math.Log(args.Lambda[16])
		for i, v := range args.Lambda {
			if want := first + float64(i)*(last-first)/16; math.Abs(math.Log(v)-want) > math.Abs(last-first)/160*1.001 {
				t.Errorf("%v: value %d is %v, whose logarithm is not %v", ends, i, v, want)
			}
		}
	}
}
