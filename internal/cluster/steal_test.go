package cluster_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/internal/cluster"
)

// TestSteal: the dearest of the shard that has most left, again and again.
func TestSteal(t *testing.T) {
	costs := []float64{4, 3, 9, 1, 5}
	of := []int{0, 0, 1, 1, 2}
	all := cluster.Steal(costs, of, 3, func(int) bool { return true })
	if diff := cmp.Diff([]int{2, 0, 4, 1, 3}, all); diff != "" {
		t.Error(diff)
	}
	if some := cluster.Steal(costs, of, 3, func(i int) bool { return i == 3 }); !slices.Equal(some, []int{3}) {
		t.Error(some)
	}
	if none := cluster.Steal(costs, of, 3, func(int) bool { return false }); len(none) != 0 {
		t.Error(none)
	}
}

// spread is the standard deviation of fits of one learner on one dataset over their mean: the median of runs of the suites
// that come with spbench is 0.1 to 0.3.
const spread = 0.2

// shootOut draws what the fits of 6 learners on 8 datasets with 10 seeds take, and what they are expected to: medians of
// the pairs from 2 to 80 seconds, as in the suites.
func shootOut(r *rand.Rand) (expected, took []float64) {
	sigma := math.Sqrt(math.Log1p(spread * spread))
	for range 6 * 8 {
		median := 2 * math.Pow(40, r.Float64())
		for range 10 {
			expected = append(expected, median)
			took = append(took, median*math.Exp(sigma*r.NormFloat64()))
		}
	}
	return expected, took
}

// simulate returns when the last of n shards is through, if each does its own items, the dearest first, and then, if it
// steals, those of others that none has begun.
func simulate(expected, took []float64, n int, steals bool) float64 {
	of := cluster.Partition(expected, n)
	queue := make([][]int, n)
	order := make([]int, len(expected))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, expected[b]-expected[a])) })
	for _, i := range order {
		queue[of[i]] = append(queue[of[i]], i)
	}
	begun := make([]bool, len(expected))
	clock := make([]float64, n)
	working := n
	over := make([]bool, n)
	for working > 0 {
		s := -1 // who is through first
		for i := range clock {
			if !over[i] && (s < 0 || clock[i] < clock[s]) {
				s = i
			}
		}
		for len(queue[s]) > 0 && begun[queue[s][0]] {
			queue[s] = queue[s][1:]
		}
		if len(queue[s]) == 0 && steals {
			open := cluster.Steal(expected, of, n, func(i int) bool { return !begun[i] })
			queue[s] = open[:min(len(open), cluster.Share(len(open), n))]
			for _, i := range queue[s] { // they are claimed together
				begun[i] = true
			}
			for _, i := range queue[s] {
				clock[s] += took[i]
			}
			if len(open) > 0 {
				queue[s] = nil
				continue
			}
		}
		if len(queue[s]) == 0 {
			over[s] = true
			working--
			continue
		}
		begun[queue[s][0]] = true
		clock[s] += took[queue[s][0]]
		queue[s] = queue[s][1:]
	}
	return slices.Max(clock)
}

// TestMakespan: with stealing the last of 2 … 64 shards is through within 10 % of the least time that there is for any
// division, in each of 20 shoot-outs. The curve is that of docs/cluster.md.
func TestMakespan(t *testing.T) {
	page, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= 64; n *= 2 {
		var ratios, without []float64
		for seed := range uint64(20) {
			expected, took := shootOut(rand.New(rand.NewPCG(seed, 0)))
			_, bound := cluster.Makespan(took, make([]int, len(took)), n)
			ratios = append(ratios, simulate(expected, took, n, true)/bound)
			without = append(without, simulate(expected, took, n, false)/bound)
		}
		slices.Sort(ratios)
		slices.Sort(without)
		line := fmt.Sprintf("| %d | %.3f | %.3f | %.3f | %.3f |\n", n, ratios[10], ratios[19], without[10], without[19])
		if !strings.Contains(string(page), line) && runtime.GOARCH == "amd64" {
			t.Errorf("docs/cluster.md has no line\n%s", line)
		}
		if ratios[19] > 1.1 {
			t.Errorf("%d shards: %.3f of the bound, want at most 1.1", n, ratios[19])
		}
		if ratios[0] < 1 || without[10] < ratios[10] {
			t.Errorf("%d shards: %.3f of the bound, %.3f without stealing", n, ratios[0], without[10])
		}
	}
}
