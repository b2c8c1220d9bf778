package inorder_test

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/inorder"
	"github.com/spbench/spbench/harness/sp"
)

// ledger is a task whose visits are settled up to a budget.
type ledger struct {
	asides  int
	settled sp.Asked
}

func (l *ledger) task(budget int) *sp.Task {
	t := &sp.Task{Visit: func() error { panic("the fit's own task is asked while others work ahead") }}
	t.Aside = func() (*sp.Task, func(sp.Asked) sp.Asked) {
		l.asides++
		var made sp.Asked
		side := &sp.Task{Visit: func() error { made = append(made, 1); return nil }}
		return side, func(list sp.Asked) sp.Asked {
			list = append(list, made...)
			made = made[:0]
			return list
		}
	}
	t.Settle = func(list sp.Asked) error {
		l.settled = append(l.settled, list...)
		if len(l.settled) > budget {
			return sp.ErrBudget
		}
		return nil
	}
	return t
}

// TestTeamSettlesBeforeItTakes: item i makes i visits; those of an item that has an error are settled too, and nothing is
// taken beyond the budget.
func TestTeamSettlesBeforeItTakes(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		budget, fails, taken int
		err                  error
	}{{1000, -1, 20, nil}, {1000, 7, 7, broken}, {28, 7, 7, broken}, {27, 7, 7, sp.ErrBudget}, {10, -1, 5, sp.ErrBudget}} {
		var l ledger
		team := inorder.Team[*sp.Task]{Task: l.task(c.budget), Size: 3, New: func(t *sp.Task) *sp.Task { return t }}
		var taken []int
		for range 2 { // members stay
			l.settled, taken = nil, nil
			team.Do = func(m *sp.Task, place, i int) error {
				for range i {
					if err := m.Visit(); err != nil {
						return err
					}
				}
				if i == c.fails {
					return broken
				}
				return nil
			}
			team.Take = func(place, i int) error {
				if len(l.settled) != i*(i+1)/2 {
					t.Errorf("%+v: %d visits are settled when item %d is taken, want %d", c, len(l.settled), i, i*(i+1)/2)
				}
				taken = append(taken, i)
				return nil
			}
			err := team.Run(20)
			if !errors.Is(err, c.err) || len(taken) != c.taken || !slices.IsSorted(taken) {
				t.Errorf("%+v: took %v, %v", c, taken, err)
			}
		}
		if l.asides != 3 {
			t.Errorf("%+v: %d tasks beside the fit's, want 3", c, l.asides)
		}
	}
}

// TestTeamOfOne works with the fit's own task, where there is no other.
func TestTeamOfOne(t *testing.T) {
	visits := 0
	task := &sp.Task{Visit: func() error {
		if visits++; visits > 4 {
			return sp.ErrBudget
		}
		return nil
	}}
	team := inorder.Team[*sp.Task]{Task: task, Size: 3, New: func(t *sp.Task) *sp.Task { return t }}
	taken := 0
	team.Do = func(m *sp.Task, _, _ int) error { return m.Visit() }
	team.Take = func(_, i int) error { taken++; return nil }
	err := team.Run(10)
	if taken != 4 || !errors.Is(err, sp.ErrBudget) {
		t.Errorf("took %d, %v", taken, err)
	}
}

// TestTeamKeepsItsMembers: a last batch of one item is worked on by the fit's own task, and the next batch by those who were
// there before.
func TestTeamKeepsItsMembers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var l ledger
	made := 0
	team := inorder.Team[*sp.Task]{Task: l.task(1000), New: func(t *sp.Task) *sp.Task { made++; return t }}
	team.Do = func(*sp.Task, int, int) error { return nil }
	team.Take = func(int, int) error { return nil }
	for range 5 {
		for _, n := range []int{20, 1} {
			if err := team.Run(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	if l.asides != 2 || made != 3 {
		t.Errorf("%d tasks beside the fit's and %d members, want 2 and 3", l.asides, made)
	}
}
