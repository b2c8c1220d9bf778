package compare_test

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

var hamming = table.Metric{Name: "hamming", Percent: true}

// A pair is a row on one fit, made by two builds.
type pair struct{ Before, After table.Entry }

// crashed is the outcome of a fit without a number.
var crashed = record.Outcome{Kind: record.Crash, Reason: "exit code 3"}

// row returns a pair with the losses of both builds on the test instances of dataset "words".
func row(label string, seed int, before, after []float64) pair {
	ok := record.Outcome{Kind: record.OK}
	entry := func(losses []float64) table.Entry {
		e := table.Entry{Planned: table.Planned{Dataset: "words", Seed: record.Seed(uint64(seed)), Train: 300,
			Test: len(losses)}, Label: label, Decoder: "mpm",
			Fit: &record.Fit{Outcome: ok}, Row: record.Row{Outcome: ok}}
		s, mean := record.Statistics{}, 0.0
		for _, v := range losses {
			s.Num, s.Den, mean = append(s.Num, v), append(s.Den, 1), mean+v/float64(len(losses))
		}
		e.Row.Metrics = map[string]record.Number{"hamming": record.Number(mean)}
		e.Row.Instances = map[string]record.Statistics{"hamming": s}
		return e
	}
	return pair{entry(before), entry(after)}
}

// rebuilt returns the row CRF with some seeds, and a worse build: it adds a loss on every second test
// instance.
func rebuilt(seeds, instances int, worse float64) (pairs []pair) {
	for seed := range seeds {
		before := draw(rand.New(rand.NewPCG(2, uint64(seed))), instances)
		after := make([]float64, instances)
		for i, v := range before {
			after[i] = v + worse*float64((i+1)%2)
		}
		pairs = append(pairs, row("CRF", seed, before, after))
	}
	return pairs
}

// draw draws the losses of n words, shares of six letters.
func draw(random *rand.Rand, n int) (losses []float64) {
	for range n {
		wrong := 0.0
		for range 6 {
			if random.Float64() < 0.2 {
				wrong++
			}
		}
		losses = append(losses, wrong/6)
	}
	return losses
}

func compareBuilds(t *testing.T, pairs []pair, m table.Metric,
	more ...table.Entry) *compare.Comparison {
	t.Helper()
	var entries []table.Entry
	for _, p := range pairs {
		p.Before.Label = table.Before(p.After.Label)
		entries = append(entries, p.After, p.Before)
	}
	built, err := table.Tested("builds", append(entries, more...), table.Options{Metrics: []table.Metric{m}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := compare.New(built)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
