package format

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// uaiFormat is the format of the inference competitions of UAI
// (https://uaicompetition.github.io/uci-2022/file-formats).
var uaiFormat = with(Format{
	Name: "uai",
	Doc: "models of the UAI competitions, MARKOV or BAYES, with factors of one or two " +
		"variables, to compare decoders on: features are the " +
		"logarithms of the factors; beside FILE.uai may lie FILE.uai.evid, FILE.uai.MPE (gold) " +
		"and FILE.uai.MAR (true marginals)",
	Endings: []string{".uai"},
}, struct{}{}, func(in files, _ struct{}) (*Content, error) {
	r := &uaiReader{builder: newBuilder()}
	if err := r.eachPath(in, r.readFile); err != nil {
		return nil, err
	}
	return r.content()
})

// uaiFloor replaces the logarithm of 0, since features must be finite.
const uaiFloor = -10000

// A uaiReader reads one model from each file.
type uaiReader struct {
	*builder
	models []*uaiModel
}

// A uaiModel is a model with its own numbers of labels.
type uaiModel struct {
	cards     []int
	nodes     [][]float64 // n: logarithms of the factors of one variable
	pairs     map[sp.Edge][]float64
	edges     []sp.Edge // in the order of the file
	gold      []int32   // nil: not known
	marginals [][]float64
}

func (r *uaiReader) readFile(path string) error {
	file, err := open(path)
	if err != nil {
		return err
	}
	m, err := readUAI(newTokens(path, file))
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	evidence := map[int]int{}
	for _, side := range []struct {
		ending string
		read   func(*tokens) error
	}{
		{".evid", func(t *tokens) (err error) { evidence, err = m.readEvidence(t); return err }},
		{".MPE", m.readMPE}, {".MAR", m.readMAR},
	} {
		file, err := open(path + side.ending)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = errors.Join(side.read(newTokens(path+side.ending, file)), file.Close())
		}
		if err != nil {
			return err
		}
	}
	if m = m.given(evidence); len(m.cards) == 0 {
		return fmt.Errorf("%s: no variable is left beside the evidence", path)
	}
	return r.addModel(m, path)
}

// addModel adds a model. Its features are laid out once the largest number of labels is known.
func (r *uaiReader) addModel(m *uaiModel, path string) error {
	r.models = append(r.models, m)
	for _, k := range m.cards {
		r.K = max(r.K, k)
	}
	p := place{file: path, line: 1}
	return r.add(sp.Instance{ID: r.id(1), Weight: 1, Edges: m.edges,
		Node: sp.Rows{N: len(m.cards)}}, extra{fold: -1}, p)
}

// maxUAI bounds the numbers of a model's tables once they all have as many labels as the variable
// with the most.
const maxUAI = 1 << 26

// content lays out all models.
func (r *uaiReader) content() (*Content, error) {
	r.NodeWidth, r.EdgeWidth = r.K, r.K*r.K
	for i, m := range r.models {
		x := &r.Instances[i]
		if size := len(m.edges)*r.EdgeWidth + len(m.cards)*r.K; size > maxUAI {
			return nil, fmt.Errorf("format: instance %q: tables of %d labels, which the largest "+
				"variable has, for %d edges are %d numbers, at most %d are held", x.ID, r.K,
				len(m.edges), size, maxUAI)
		}
		m.lay(x, r.K)
	}
	return r.finish(), nil
}

// lay writes the tables of m as features of x with k labels each. Missing labels of a variable are
// forbidden.
func (m *uaiModel) lay(x *sp.Instance, k int) {
	if x.Gold = m.gold; x.Gold == nil {
		x.Gold = slices.Repeat([]int32{sp.Unknown}, len(m.cards))
	}
	x.Node.Dense = make([]float32, 0, len(m.cards)*k)
	for v, card := range m.cards {
		for l := range k {
			value := float32(uaiFloor)
			if l < card {
				value = clipped(m.nodes[v][l])
			}
			x.Node.Dense = append(x.Node.Dense, value)
			if m.marginals != nil {
				share := 0.0
				if l < card {
					share = m.marginals[v][l]
				}
				x.Mixed = append(x.Mixed, share)
			}
		}
	}
	x.Edge = sp.Rows{N: len(m.edges), Dense: make([]float32, 0, len(m.edges)*k*k)}
	for _, e := range m.edges {
		table, width := m.pairs[e], m.cards[e.V]
		for a := range k {
			for b := range k {
				value := float32(0)
				if a < m.cards[e.U] && b < width {
					value = clipped(table[a*width+b])
				}
				x.Edge.Dense = append(x.Edge.Dense, value)
			}
		}
	}
}

func clipped(v float64) float32 { return float32(max(v, uaiFloor)) }

// readUAI reads the model itself.
func readUAI(t *tokens) (*uaiModel, error) {
	kind, err := t.next()
	if err != nil || kind != "MARKOV" && kind != "BAYES" {
		return nil, t.errorf("want MARKOV or BAYES, got %q", kind)
	}
	n, err := t.whole("the number of variables", 1, maxUAI)
	if err != nil {
		return nil, err
	}
	m := &uaiModel{pairs: map[sp.Edge][]float64{}}
	labels := 0
	for range n {
		card, err := t.whole("the number of labels of a variable", 1, 1000)
		if err != nil {
			return nil, err
		}
		if labels += card; labels > maxUAI/4 {
			return nil, t.errorf("the variables have more than %d labels in all", maxUAI/4)
		}
		m.cards = append(m.cards, card)
		m.nodes = append(m.nodes, make([]float64, card))
	}
	count, err := t.whole("the number of factors", 0, maxUAI)
	if err != nil {
		return nil, err
	}
	var scopes [][]int
	for i := range count {
		scope, err := t.scope(i, n)
		if err != nil {
			return nil, err
		}
		scopes = append(scopes, scope)
	}
	for i, scope := range scopes {
		if err := m.readFactor(t, i, scope); err != nil {
			return nil, err
		}
	}
	if word, err := t.next(); !errors.Is(err, io.EOF) {
		return nil, t.errorf("want the end of the file after the last factor, got %q", word)
	}
	return m, nil
}

// scope reads the variables of factor i.
func (t *tokens) scope(i, n int) (scope []int, err error) {
	size, err := t.whole("the number of variables of a factor", 0, math.MaxInt32)
	if err == nil && size > 2 {
		return nil, t.errorf("factor %d is of %d variables: one or two are what can be read", i,
			size)
	}
	for range size {
		v, err := t.whole("a variable of a factor", 0, n-1)
		if err != nil {
			return nil, err
		}
		scope = append(scope, v)
	}
	if err == nil && size == 2 && scope[0] == scope[1] {
		return nil, t.errorf("factor %d names variable %d twice", i, scope[0])
	}
	return scope, err
}

// readFactor reads the table of factor i, the last variable fastest, and adds its logarithms to
// those of the same variables.
func (m *uaiModel) readFactor(t *tokens, i int, scope []int) error {
	size := 1
	for _, v := range scope {
		size *= m.cards[v]
	}
	if have, err := t.whole("the number of values of a factor", 0, math.MaxInt32); err != nil {
		return err
	} else if have != size {
		return t.errorf("factor %d has %d values, want %d for its variables", i, have, size)
	}
	table := make([]float64, size)
	for j := range table {
		v, err := t.number("a value of a factor")
		if err != nil {
			return err
		}
		if v < 0 {
			return t.errorf("factor %d: value %d is %v: want 0 or more, not a logarithm", i, j, v)
		}
		table[j] = max(math.Log(v), uaiFloor)
	}
	m.addFactor(scope, table)
	return nil
}

// addFactor adds a table of logarithms over none, one or two variables.
func (m *uaiModel) addFactor(scope []int, table []float64) {
	switch len(scope) {
	case 0: // a constant; any variable may have it
		for l := range m.nodes[0] {
			m.nodes[0][l] += table[0]
		}
	case 1:
		for l, v := range table {
			m.nodes[scope[0]][l] += v
		}
	case 2:
		u, v := scope[0], scope[1]
		e := sp.Edge{U: int32(min(u, v)), V: int32(max(u, v))}
		sum := m.pairs[e]
		if sum == nil {
			sum = make([]float64, len(table))
			m.pairs[e] = sum
			m.edges = append(m.edges, e)
		}
		for a := range m.cards[u] {
			for b := range m.cards[v] {
				at := a*m.cards[v] + b
				if u > v {
					at = b*m.cards[u] + a
				}
				sum[at] += table[a*m.cards[v]+b]
			}
		}
	}
}
