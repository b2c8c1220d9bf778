package oracle_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Learners rely on this: a clamped query gives the labeling and score of the restricted MAP, also
// with ties, unless rounding decides.
func TestClampedEqualsRestrictedMAP(t *testing.T) {
	each(t, func(t *testing.T, q *problem, s solver) {
		if _, err := s.MAP(make([]int32, q.p.N()), q.p); err == nil {
			clampedEqualsRestricted(t, s, q)
		}
	})
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// clampedEqualsRestricted makes every clamped query and compares all bits with MAPs by fresh
// solvers. For "tenths", scores may differ by rounding. s has solved q.
func clampedEqualsRestricted(t fataler, s solver, q *problem) {
	t.Helper()
	p, fresh, exact := q.p, q.solvers(), q.scores != "tenths"
	free, y, want := make([]int32, p.N()), make([]int32, p.N()), make([]int32, p.N())
	best, err := s.MAP(free, p)
	if err != nil {
		t.Fatalf("MAP: %v", err)
	}
	for d := p.N() - 1; d >= 0; d-- { // each query needs messages from further down
		for k := range int32(p.K) {
			score, err := s.Clamped(y, d, k)
			alone, aloneErr := s.Clamped(nil, d, k)
			if err == nil {
				mustLead(t, s, free, y)
			} else if len(s.Moves(nil)) > 0 {
				t.Fatalf("%d←%d: moves after the error %v", d, k, err)
			}
			for name, r := range fresh {
				wantScore, wantErr := r.MAP(want, restricted(p, d, k))
				if errors.Is(err, oracle.ErrForbidden) != errors.Is(wantErr, oracle.ErrForbidden) ||
					(err == nil) != (wantErr == nil) {
					t.Fatalf("%d←%d: error %v, %s has %v", d, k, err, name, wantErr)
				}
				if err == nil && (!near(score, wantScore, 1e-12) ||
					exact && (score != wantScore || !slices.Equal(y, want))) {
					t.Fatalf("%d←%d: %v at %v, %s finds %v at %v", d, k, score, y, name, wantScore,
						want)
				}
			}
			if alone != score || (aloneErr == nil) != (err == nil) {
				t.Fatalf("%d←%d: score only %v (%v), with labeling %v (%v)", d, k, alone, aloneErr,
					score, err)
			}
			if k == free[d] && (score != best || !slices.Equal(y, free)) {
				t.Fatalf("%d←%d: %v at %v, but MAP has the same label: %v at %v", d, k, score, y,
					best,
					free)
			}
		}
	}
}

// mustLead checks that the moves of s lead from labeling y to labeling z, in order of variables.
func mustLead(t fataler, s sp.Clamper, y, z []int32) {
	t.Helper()
	moves := s.Moves([]sp.Move{{Variable: -1}})[1:]
	var want []sp.Move
	for d, k := range z {
		if k != y[d] {
			want = append(want, sp.Move{Variable: int32(d), Label: k})
		}
	}
	if !slices.Equal(moves, want) {
		t.Fatalf("%T: moves %v from %v to %v, want %v", s, moves, y, z, want)
	}
}

// Where few of many variables change, the score alone is a sum of gains: here of integers, so exact.
func TestClampedGains(t *testing.T) {
	const n, k = 3000, 3
	r := pcg(3, 5)
	for _, graph := range []string{"chain", "shuffled", "tree"} {
		for _, pair := range []string{"potts", "shared", "edges"} {
			p := potentials(r, edgesOf(r, graph, n), n, k, pair, "normal")
			for _, scores := range [][]float64{p.Node, p.Pair.Potts, p.Pair.Table} {
				for i, v := range scores {
					scores[i] = math.Round(64 * v)
				}
			}
			s, y, several := oracle.NewTree(), make([]int32, n), 0
			_, err := s.MAP(y, p)
			check(t, err)
			for range 100 {
				d, label := r.IntN(n), int32(r.IntN(k))
				want, err := s.Clamped(y, d, label)
				check(t, err)
				if moves := len(s.Moves(nil)); moves > 1 && n > 256*moves {
					several++
				}
				if got, err := s.Clamped(nil, d, label); got != want || got != p.Score(y) || err != nil {
					t.Fatalf("%s, %s: %d←%d: %v alone (%v), %v with a labeling", graph, pair, d, label, got, err,
						want)
				}
			}
			if several < 10 {
				t.Errorf("%s, %s: %d sums of several gains", graph, pair, several)
			}
		}
	}
}

func TestClampedNeedsAMAP(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: []float64{0, math.NaN()}}
	for name, s := range map[string]solver{"chain": oracle.NewChain(), "tree": oracle.NewTree()} {
		s.MAP(make([]int32, 1), p) // fails
		if _, err := s.Clamped(nil, 0, 1); err == nil {
			t.Errorf("%s: a clamped query passes without a MAP", name)
		}
	}
}
