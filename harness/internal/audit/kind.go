package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// A Kind is an objective F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·ℓᵢ(w) that can be
// evaluated: it says what ℓ is.
type Kind struct {
	Name string // sp.Objective.Kind
	Doc  string // ℓ in words or symbols

	// value returns ℓ of x, which is fully labelled, at the scores e.p.
	value func(e *evaluation, x *sp.Instance) (float64, error)
	// oracle says that value takes the exact answer of an oracle.
	oracle bool
	// dual returns the value of the dual at dual variables; nil: none is known.
	dual func(lambda float64, dual [][]sp.Atom, train []sp.Instance, m sp.FeatureMap, l sp.Loss) float64
	// term is ℓ with its derivatives, where it is smooth: then weights certify a bound; else nil. apart takes the edges out first.
	term  func(e *evaluation) likelihood.Term
	apart bool
}

// kinds are all that can be audited, in the order in which they are listed.
var kinds = []Kind{likelihoodKind, hingeKind, pseudoKind, piecewiseKind, unaryKind}

// Kinds returns what can be audited. The caller owns the slice.
func Kinds() []Kind { return slices.Clone(kinds) }

// kindOf returns the kind of that name; nil if there is none.
func kindOf(name string) *Kind {
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &kinds[i]
	}
	return nil
}

// Known reports whether there is a kind of that name.
func Known(kind string) bool { return kindOf(kind) != nil }

// Unaudited says why an objective of that kind cannot be evaluated on train; "" if
// it can.
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
