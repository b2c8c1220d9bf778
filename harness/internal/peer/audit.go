package peer

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Options are those of the program that define its objective
// Σ −log p(gold|x) + c1·‖w‖₁ + c2·‖w‖².
type Options struct {
	C1                  float64  `name:"c1" default:"0" help:"CRFsuite: c1. CRF++ CRF-L1: 1/c, -c2 0."`
	C2                  *float64 `name:"c2" help:"CRFsuite: c2, default 1. CRF++ -c c: 1/(2c)."`
	PossibleStates      bool     `help:"feature.possible_states of CRFsuite."`
	PossibleTransitions bool     `help:"feature.possible_transitions of CRFsuite."`
}

// A Report compares a model with minima. Values are sums over instances, as the program has them.
type Report struct {
	Tool             string
	Has, All, Beyond int     // weights of the model, all by the options, and without data
	Objective        float64 // of the model
	Own, Whole       Minimum // over its weights alone, and over all
	Variables        int     // of the test part
	Wrong            int     // by the model
}

// A Minimum is the least value found, with a proved lower bound.
type Minimum struct {
	Value, Bound float64
	Wrong        int // variables of the test part
}

// tolerance is the relative gap at which minimisation ends.
const tolerance = 1e-9

// An auditor is one comparison.
type auditor struct {
	train, test []sp.Instance
	c1, c2      float64
	dims        feature.Dims
	chain       sp.Solver
}

// Audit compares the model with minima of its objective on the training part of d, or on all of d.
// One minimum is over the weights of the model, the other over those that the options
// give for the data. Each takes a fit. Errors name data without labelled sequences or names of
// features, and options without a minimum.
func (m *Model) Audit(d *data.Dataset, o Options) (*Report, error) {
	nodes, edges, err := d.FeatureNames()
	if err == nil && nodes == nil {
		err = errors.New("want the file that the program read: here features have no names")
	}
	a, constant := &auditor{c1: o.C1, c2: 1, chain: oracle.NewChain()}, ""
	if m.Tool == crfpp {
		o.PossibleStates, o.PossibleTransitions, a.c2, constant = true, true, 0.5, "B"
	}
	if o.C2 != nil {
		a.c2 = *o.C2
	}
	if err == nil && !(a.c1 >= 0 && a.c2 >= 0 && a.c1+a.c2 > 0) {
		err = fmt.Errorf("c1 is %v and c2 %v: want one above 0, none below", a.c1, a.c2)
	}
	if err == nil {
		err = a.divide(d)
	}
	if err != nil {
		return nil, fmt.Errorf("peer: %w", err)
	}
	if d.EdgeWidth == 0 {
		edges = []string{constant}
	}
	own, all, w, err := a.choose(m, o, nodes, edges, d.Labels)
	if err != nil {
		return nil, fmt.Errorf("peer: %w", err)
	}
	r := &Report{Tool: m.Tool, Has: len(own), All: len(all), Beyond: len(m.weights) - len(own)}
	if len(own) == 0 {
		return nil, errors.New("peer: no feature of the model is in the data: is it of these data?")
	}
	if r.Objective, r.Wrong, r.Variables, r.Own, err = a.minimum(own, w); err != nil {
		return nil, err
	}
	if r.Whole = r.Own; len(all) > len(own) {
		_, _, _, r.Whole, err = a.minimum(all, w)
	}
	return r, err
}

// divide takes the parts of d. Edges without features get a constant one, so that pairs of labels
// can be left out.
func (a *auditor) divide(d *data.Dataset) error {
	for i, x := range d.Instances {
		if !x.IsChain() || !x.Labelled() || x.Factors.N() > 0 || x.Structure != nil {
			return fmt.Errorf("instance %q is no labelled sequence", x.ID)
		}
		if n := len(x.Edges); d.EdgeWidth == 0 {
			x.Edge = sp.Rows{N: n, D: 1, Start: make([]int32, n+1), Index: make([]int32, n)}
			for e := range x.Edge.Start {
				x.Edge.Start[e] = int32(e)
			}
		}
		switch {
		case d.Parts == nil || d.Parts[d.Fold[i]] == "train":
			a.train = append(a.train, x)
		case d.Parts[d.Fold[i]] == "test":
			a.test = append(a.test, x)
		}
	}
	a.dims = feature.DimsOf(&a.train[0])
	return nil
}

// choose returns the weights that the model has and those that it may have, as indices of all, and
// the values of the model.
func (a *auditor) choose(m *Model, o Options, nodes, edges, labels []string) (own, all []int32,
	w []float64, err error) {
	l, err := feature.NewLinear(feature.Options{Pairs: feature.PairsFull, Seen: true}, a.dims)
	if err != nil {
		return nil, nil, nil, err
	}
	seen, columns := feature.Seen(l, a.train), map[feature.Weight]bool{}
	for _, i := range seen {
		at := l.Weight(int(i))
		columns[feature.Weight{Edge: at.Edge, Column: at.Column}] = true
	}
	w = make([]float64, l.Dim())
	for i := range int32(l.Dim()) {
		at := l.Weight(int(i))
		is, possible := name{label: labels[at.K]}, o.PossibleStates
		if at.Edge {
			is.feature, is.next, possible = edges[at.Column], labels[at.L], o.PossibleTransitions
		} else {
			is.feature = nodes[at.Column]
		}
		_, has := m.weights[is]
		if w[i] = m.weights[is]; has {
			own = append(own, i)
		}
		_, found := slices.BinarySearch(seen, i)
		if has || found || possible && columns[feature.Weight{Edge: at.Edge, Column: at.Column}] {
			all = append(all, i)
		}
	}
	return own, all, w, nil
}

// minimum minimises the objective over the weights in list, from their values in all. It also
// returns the objective and the errors of the test part there.
func (a *auditor) minimum(list []int32, all []float64) (at float64, wrong, variables int,
	best Minimum, err error) {
	m, err := feature.NewSeen("linear", []byte(`{"seen": true}`), a.dims, list)
	if err != nil {
		return 0, 0, 0, best, err
	}
	f := likelihood.Objective{Map: m, Train: a.train, Term: &likelihood.Exact{
		Solver: func(*sp.Instance) (sp.Solver, error) { return a.chain, nil }}}
	n, w := f.Total(), make([]float64, len(list))
	for i, j := range list {
		w[i] = all[j]
	}
	if wrong, variables, err = a.wrong(m, w); err != nil {
		return 0, 0, 0, best, err
	}
	f.Lambda = 2 * a.c2 / n
	s := optim.Strong{Minimizer: optim.Minimize, Lambda: f.Lambda, Tolerance: tolerance}
	if a.c1 > 0 {
		s.L1 = slices.Repeat([]float64{a.c1 / n}, len(w))
	}
	first := true
	s.Moved = func(_ []float64, value, bound float64) error {
		if first {
			at, first = n*value, false
		}
		best.Value, best.Bound = n*value, n*bound
		return nil
	}
	if _, err = s.Minimize(f.Evaluate, w); err == nil {
		best.Wrong, _, err = a.wrong(m, w)
	}
	return at, wrong, variables, best, err
}

// wrong counts the variables of the test part with another label than the gold one.
func (a *auditor) wrong(m sp.FeatureMap, w []float64) (wrong, variables int, err error) {
	var p sp.Potentials
	for i := range a.test {
		x := &a.test[i]
		m.Potentials(&p, w, x)
		y := make([]int32, x.N())
		if _, err := a.chain.MAP(y, &p); err != nil {
			return 0, 0, err
		}
		for d, k := range y {
			if variables++; k != x.Gold[d] {
				wrong++
			}
		}
	}
	return wrong, variables, nil
}

// Write writes the report as lines.
func (r *Report) Write(w io.Writer) {
	fmt.Fprintf(w, "model: %s, %d weights; the data have %d by its options, so %d are missing\n",
		r.Tool, r.Has+r.Beyond, r.All, r.All-r.Has)
	if r.Beyond > 0 {
		fmt.Fprintf(w, "warning: %d weights without a feature in the data are left out\n", r.Beyond)
	}
	fmt.Fprintf(w, "objective: %.8g\n", r.Objective)
	line := func(what string, m Minimum) {
		gap := r.Objective - m.Bound
		fmt.Fprintf(w, "minimum over %s: %.8g, certified gap %.2g (%.2g of the objective)\n",
			what, m.Value, gap, gap/r.Objective)
	}
	line("its weights", r.Own)
	if r.All > r.Has {
		line("all weights", r.Whole)
	}
	if n := r.Variables; n > 0 {
		fmt.Fprintf(w, "test error: %.2f %%, at the minimum %.2f %%, of %d variables\n",
			100*float64(r.Wrong)/float64(n), 100*float64(r.Whole.Wrong)/float64(n), n)
	}
}
