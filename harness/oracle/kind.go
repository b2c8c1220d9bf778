package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Kind is an oracle by name, as a suite selects it for the training of its learners.
type Kind struct {
	Name string
	Doc  string // a phrase
	// Sums reports whether it has marginals. They are as exact or approximate as its maxima. For
	// [Exact] they depend on the graph.
	Sums bool
	// Factors: it serves factors of three and four variables.
	Factors bool

	new func() sp.Approximator // with default arguments; nil for the exact oracle
}

// Exact is the name of the default oracle, [New].
const Exact = "exact"

// kinds lists all oracles, in the order of documentation.
var kinds = []Kind{
	{Name: Exact, Sums: true, Doc: "exact maxima and sums, by dynamic programming or minimum " +
		"cuts; otherwise alpha-expansion if Potts strengths are kept >= 0"},
	lbpKind, trwKind, meanFieldKind, gibbsKind, icmKind, expansionKind, qpboKind,
}

// Entries describes all oracles.
func Entries() (all []param.Entry) {
	for _, k := range kinds {
		e := param.Entry{Name: k.Name, Doc: k.Doc, Params: []param.Parameter{}}
		if k.new != nil {
			e.Params = param.Of(k.new())
		}
		all = append(all, e)
	}
	return all
}

// kindOf returns the kind of that name. The error for an unknown name suggests a similar one.
func kindOf(name string) (Kind, error) {
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return Kind{}, param.Unknown("oracle", name, names)
}

// summing lists the approximate oracles with marginals.
func summing() string {
	var names []string
	for _, k := range kinds {
		if k.new != nil && k.Sums {
			names = append(names, k.Name)
		}
	}
	return strings.Join(names, ", ")
}

// A Choice is an oracle with its arguments. The zero value is the exact oracle.
type Choice struct {
	Kind
	args []byte
}

// Choose returns the oracle of that name, "" for the exact one. args is a JSON object with its
// arguments, or empty.
func Choose(name string, args []byte) (Choice, error) {
	if name == "" {
		name = Exact
	}
	k, err := kindOf(name)
	if err != nil {
		return Choice{}, fmt.Errorf("oracle: %w", err)
	}
	c := Choice{Kind: k, args: args}
	if _, err := c.make(); err != nil {
		return Choice{}, err
	}
	return c, nil
}

// Inexact reports whether the oracle has a name other than exact. All its results then count as
// approximate, even on graphs where it is exact.
func (c Choice) Inexact() bool { return c.new != nil }

// Algorithm returns the name of an inexact oracle's algorithm.
func (c Choice) Algorithm() string { return c.new().Approximate() }

// make returns a new solver of an inexact oracle, or nil for the exact one.
func (c Choice) make() (sp.Approximator, error) {
	var to any = &struct{}{}
	var s sp.Approximator
	if c.new != nil {
		s = c.new()
		to = s
	}
	if err := param.Decode(to, c.args); err != nil {
		return nil, fmt.Errorf("oracle: %s: %w", c.Name, err)
	}
	return s, nil
}
