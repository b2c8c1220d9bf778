package structure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A Solver is exact for one kind of structure.
type Solver interface {
	sp.Solver
	sp.Clamper
}

// solvers make the solvers of the kinds of structures.
var solvers = map[string]func() Solver{
	sp.Assignment:   func() Solver { return begun(new(Assignment)) },
	sp.Arborescence: func() Solver { return begun(new(Arborescence)) },
	sp.Path:         func() Solver { return begun(new(Path)) },
	sp.Cardinality:  func() Solver { return begun(new(Cardinality)) },
	sp.Command:      func() Solver { return begun(new(ByCommand)) },
}

// begun returns s ready for use: [last] calls its solve and its sums.
func begun(s interface {
	Solver
	solve(z []int32, p *sp.Potentials) error
	sums(node []float64, p *sp.Potentials) (float64, error)
	use(best solve, sum sums)
}) Solver {
	s.use(s.solve, s.sums)
	return s
}

// Kinds are the kinds of structures with a solver, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(solvers)) }

// New returns the solver of one of the [Kinds].
func New(kind string) Solver { return solvers[kind]() }

// A last is what a solver keeps of its last MAP, for clamped queries.
type last struct {
	p     *sp.Potentials // nil: there was none, or it failed
	y     []int32        // n
	z     []int32        // n: of a clamped query
	score float64
	moves []sp.Move // of the last clamped query
	given sp.Potentials
	best  solve
	sum   sums
}

func (l *last) use(best solve, sum sums) { l.best, l.sum = best, sum }

// Moves implements [sp.Clamper].
func (l *last) Moves(list []sp.Move) []sp.Move { return append(list, l.moves...) }

// A solve sets z to a best labeling.
type solve func(z []int32, p *sp.Potentials) error

// A sums returns log Σ over all labelings. It sets node to the marginals (n×K), unless it is nil.
type sums func(node []float64, p *sp.Potentials) (float64, error)

// Marginals implements [sp.Solver].
func (l *last) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	err := Summable(p.Structure, p.N(), p.K)
	if err == nil {
		err = valid(p)
	}
	if err != nil {
		return 0, err
	}
	var node []float64
	if mu != nil {
		mu.Resize(p.N(), 0, p.K)
		node = mu.Node
	}
	return l.sum(node, p)
}

// MAP implements [sp.Solver].
func (l *last) MAP(y []int32, p *sp.Potentials) (float64, error) {
	l.p, l.moves, l.y, l.z = nil, l.moves[:0], sp.Grow(l.y, p.N()), sp.Grow(l.z, p.N())
	if len(y) != p.N() {
		panic(fmt.Sprintf("structure: a labeling of %d variables for %d", len(y), p.N()))
	}
	err := valid(p)
	if err == nil {
		err = l.best(l.y, p)
	}
	if err != nil {
		return 0, err
	}
	l.p, l.score = p, p.Score(l.y)
	copy(y, l.y)
	return l.score, nil
}

// Clamped implements [sp.Clamper] by a second solution, with the other labels forbidden.
func (l *last) Clamped(y []int32, d int, k int32) (float64, error) {
	if done, score, err := l.clamp(y, d, k); done {
		return score, err
	}
	copyTo(&l.given, l.p)
	onlyLabel(&l.given, d, k)
	if err := l.best(l.z, &l.given); err != nil {
		return 0, fmt.Errorf("variable %d clamped to label %d: %w", d, k, err)
	}
	return l.compare(y), nil
}

// clamp begins a clamped query. done: the answer is score and err.
func (l *last) clamp(y []int32, d int, k int32) (done bool, score float64, err error) {
	l.moves = l.moves[:0]
	switch {
	case l.p == nil:
		return true, 0, errors.New("structure: Clamped needs a successful MAP first")
	case uint32(k) >= uint32(l.p.K):
		panic(fmt.Sprintf("structure: label %d of variable %d, must be below %d", k, d, l.p.K))
	}
	if y != nil {
		copy(y, l.y)
	}
	if l.y[d] == k {
		return true, l.score, nil
	}
	if math.IsInf(l.p.Node[d*l.p.K+int(k)], -1) {
		return true, 0, forbidden(d, k)
	}
	return false, 0, nil
}

// move records that variable d gets label k, in y too unless it is nil.
func (l *last) move(y []int32, d int, k int32) {
	l.moves = append(l.moves, sp.Move{Variable: int32(d), Label: k})
	if y != nil {
		y[d] = k
	}
}

// compare records the moves from the maximum to z, copies z to y unless it is nil, and returns the
// score of z.
func (l *last) compare(y []int32) float64 {
	for d, k := range l.z {
		if k != l.y[d] {
			l.move(y, d, k)
		}
	}
	return l.p.Score(l.z)
}

func forbidden(d int, k int32) error {
	return fmt.Errorf("structure: variable %d clamped to label %d: %w", d, k, sp.ErrForbidden)
}

// valid returns an error for a score that is NaN or +Inf, and for a variable without a label.
func valid(p *sp.Potentials) error {
	for d := range p.N() {
		row := p.Node[d*p.K:][:p.K]
		switch top := kernel.Max(row); {
		case math.IsInf(top, -1):
			return fmt.Errorf("structure: %w: variable %d has no label with a finite score",
				sp.ErrForbidden, d)
		case !(top < math.Inf(1)):
			k := slices.IndexFunc(row, func(v float64) bool { return !(v < math.Inf(1)) })
			return fmt.Errorf("structure: score of variable %d, label %d is %v, must be finite or -Inf",
				d, k, row[k])
		}
	}
	return nil
}
