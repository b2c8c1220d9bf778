package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// kind names the graph of x.
func kind(x *sp.Instance) string {
	switch {
	case len(x.Edges) == 0:
		return "without edges"
	case x.IsChain():
		return "chains"
	case oracle.Cycle(x.N(), x.Edges) == nil:
		return "trees or forests"
	case slices.Equal(slices.SortedFunc(slices.Values(x.Edges), order), sp.GridEdges(x.Shape[0], x.Shape[1])):
		return "grids"
	}
	return "with cycles"
}

func order(a, b sp.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) }

// graphs counts the kinds of graphs, and describes the width of the one with most edges.
func graphs(d *data.Dataset) []string {
	if structured(d) {
		return nil
	}
	counts := map[string]int{}
	widest := 0
	for i := range d.Instances {
		x := &d.Instances[i]
		counts[kind(x)]++
		if len(x.Edges) > len(d.Instances[widest].Edges) {
			widest = i
		}
	}
	var texts []string
	for _, name := range []string{"without edges", "chains", "trees or forests", "grids",
		"with cycles"} {
		if n := counts[name]; n > 0 {
			texts = append(texts, fmt.Sprintf("%d %s", n, name))
		}
	}
	x := &d.Instances[widest]
	width, searched := minfill.Width(x.N(), x.Edges)
	text := fmt.Sprintf("%s; treewidth of the one with the most edges (%q) at most %d",
		strings.Join(texts, ", "), x.ID, width)
	if !searched {
		text += ", by the order of the variables alone"
	}
	return []string{text}
}

// asked bounds the number of graphs with cycles for which an oracle is looked for.
const asked = 100

// oracles names the oracle for each form of the pairwise part of the feature map.
func oracles(d *data.Dataset) (lines []string) {
	if structured(d) {
		return []string{answers(d, nil)}
	}
	for _, pairs := range []string{feature.PairsFull, feature.PairsPotts} {
		m, err := feature.New("linear", fmt.Appendf(nil, `{"pairs":%q}`, pairs), feature.Dims{K: d.K,
			Node: d.NodeWidth, Edge: d.EdgeWidth})
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, fmt.Sprintf("%-14s %s", "pairs: "+pairs, answers(d, m)))
	}
	return lines
}

// answers names the oracle for the instances under feature map m.
func answers(d *data.Dataset, m sp.FeatureMap) string {
	counts := map[string]int{}
	var names []string
	var list []sp.Instance
	cyclic := 0
	for i := range d.Instances {
		x := &d.Instances[i]
		if !x.IsChain() && oracle.Cycle(x.N(), x.Edges) != nil {
			if cyclic++; cyclic > asked {
				continue
			}
		}
		name := "none"
		s, err := oracle.New(x, m)
		if err == nil {
			name = nameOf(x, s, oracle.Summable([]sp.Instance{*x}, m) == nil)
			list = append(list, *x)
		}
		if counts[name]++; counts[name] == 1 {
			names = append(names, name)
		}
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", name, counts[name])
	}
	text := strings.Join(names, ", ")
	if cyclic > asked {
		text += fmt.Sprintf(" of the first %d graphs with cycles", asked)
	}
	switch {
	case counts["none"] > 0:
		text += "; learners by pseudolikelihood or pieces need none"
	case oracle.Summable(list, m) != nil:
		text += "; no exact marginals: learners and decoders that sum are left out"
	default:
		text += "; marginals too"
	}
	return text
}

// nameOf returns the name of a solver and whether it is exact. summable says that the instance is
// narrow enough for sums.
func nameOf(x *sp.Instance, s sp.Solver, summable bool) string {
	if x.Structure != nil {
		return x.Structure.Kind + ", exact"
	}
	if _, cuts := s.(*oracle.Binary); cuts && !summable {
		return "cuts, exact where all neighbours attract each other (submodular)"
	}
	name := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", s), "*oracle."))
	if a, ok := s.(sp.Approximator); ok {
		return name + ", approximate: " + a.Approximate()
	}
	return name + ", exact"
}
