package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// A Kind is an objective F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·ℓᵢ(w) with its ℓ.
type Kind struct {
	Name string // sp.Objective.Kind
	Doc  string // ℓ in words or symbols

	// value returns ℓ of a fully labelled x at the scores e.p; nil: term has it.
	value func(e *evaluation, x *sp.Instance) (float64, error)
	// oracle says that value needs an exact oracle.
	oracle bool
	// dual returns the dual at dual variables; nil if it is not known.
	dual func(lambda float64, dual [][]sp.Atom, train []sp.Instance, m sp.FeatureMap,
		l sp.Loss) float64
	// term is ℓ with its derivatives if it is smooth, so that weights certify a bound; else nil. apart
	// says to remove the edges first.
	term  func(e *evaluation) likelihood.Term
	apart bool
	l1    float64 // λ₁ of λ₁·‖w‖₁, added to F
}

// train returns the instances as the objective sees them.
func (k *Kind) train(list []sp.Instance) []sp.Instance {
	if k.apart {
		return likelihood.WithoutEdges(list)
	}
	return list
}

// kinds are all audited kinds, in the order of lists. A smooth one needs its term alone.
var kinds = []Kind{
	likelihoodKind, hingeKind,
	{Name: sp.ObjectivePseudolikelihood, Doc: "−Σ_d log p(gold_d | gold of the neighbours, x)",
		term: func(*evaluation) likelihood.Term { return new(likelihood.Pseudo) }},
	{Name: sp.ObjectivePiecewise, Doc: "−Σ log p(gold) over variables and edges, each normalised by itself",
		term: func(*evaluation) likelihood.Term { return new(likelihood.Piecewise) }},
	{Name: sp.ObjectiveUnary, Doc: "−Σ_d log p(gold_d | x), the edges taken out",
		term: func(*evaluation) likelihood.Term { return new(likelihood.Piecewise) }, apart: true},
	{Name: "weighted " + sp.ObjectivePseudolikelihood, Doc: "the same, by likelihood.Weights",
		term: weighted},
	{Name: "weighted " + sp.ObjectiveUnary, Doc: "the same, by likelihood.Weights", term: weighted,
		apart: true},
	*softmaxMargin(fmt.Sprintf(sp.ObjectiveSoftmaxMargin, 1, 1)),
	{Name: sp.ObjectiveLeastSquares, Doc: "½·Σ_d Σ_k (score_d(k) + cost_d(k))², the edges taken out",
		term: func(*evaluation) likelihood.Term { return likelihood.LeastSquares{} }, apart: true},
}

func weighted(e *evaluation) likelihood.Term {
	l, _ := e.l.(sp.NodeLoss)
	return &likelihood.Pseudo{Weights: likelihood.Weights{Loss: l}}
}

// kindOf returns the kind of that name; nil if there is none.
func kindOf(name string) *Kind {
	base, norm, penalized := strings.Cut(name, " + ")
	k := softmaxMargin(base)
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == base }); i >= 0 {
		k = &kinds[i]
	}
	if k == nil || !penalized {
		return k
	}
	sparse := *k
	sparse.dual = nil
	fmt.Sscanf(norm, "%v", &sparse.l1)
	if !(sparse.l1 > 0) || fmt.Sprintf(sp.ObjectiveL1, base, sparse.l1) != name {
		return nil
	}
	return &sparse
}

// Known reports whether a kind of that name is audited.
func Known(kind string) bool { return kindOf(kind) != nil }

// Unaudited says why an objective of a kind cannot be evaluated on train; "" if it can.
func Unaudited(kind string, train []sp.Instance, m sp.FeatureMap) string {
	k := kindOf(kind)
	if k == nil {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		return fmt.Sprintf("objective and gap are not audited, since the harness knows no objective %q, only %s", kind, strings.Join(names, ", "))
	}
	if !k.oracle {
		return ""
	}
	if n, algorithm := Approximate(train, m, nil); n > 0 {
		return fmt.Sprintf("approximate oracle: objective and gap are not audited, since MAP by %s for %d of %d training instances may miss the maximum",
			algorithm, n, len(train))
	}
	return ""
}
