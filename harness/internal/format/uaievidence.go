package format

import (
	"errors"
	"io"

	"github.com/spbench/spbench/harness/sp"
)

// readEvidence reads the observed variables: their number, then each with its label. As in 2010,
// the number of samples, 1, may come first.
func (m *uaiModel) readEvidence(t *tokens) (map[int]int, error) {
	list, err := t.wholes()
	if err != nil {
		return nil, err
	}
	if len(list) > 1 && list[0] == 1 && len(list) == 2+2*list[1] {
		list = list[1:]
	}
	if len(list) == 0 || len(list) != 1+2*list[0] {
		return nil, t.errorf(
			"want the number of observed variables, and each of them with its label")
	}
	evidence := map[int]int{}
	for i := 1; i < len(list); i += 2 {
		v, l := list[i], list[i+1]
		if v >= len(m.cards) || l >= m.cards[v] {
			return nil, t.errorf(
				"label %d of variable %d is observed, which the model does not have", l, v)
		}
		evidence[v] = l
	}
	return evidence, nil
}

// readMPE reads the most probable labeling as gold.
func (m *uaiModel) readMPE(t *tokens) error {
	if word, err := t.next(); err != nil || word != "MPE" {
		return t.errorf("want MPE, got %q", word)
	}
	list, err := t.wholes()
	if err != nil {
		return err
	}
	n := len(m.cards)
	if len(list) == n+2 && list[0] == 1 {
		list = list[1:]
	}
	if len(list) != n+1 || list[0] != n {
		return t.errorf("want MPE, %d and as many labels", n)
	}
	for v, l := range list[1:] {
		if l >= m.cards[v] {
			return t.errorf("label %d of variable %d, which has %d", l, v, m.cards[v])
		}
		m.gold = append(m.gold, int32(l))
	}
	return nil
}

// readMAR reads the true marginals.
func (m *uaiModel) readMAR(t *tokens) error {
	if word, err := t.next(); err != nil || word != "MAR" {
		return t.errorf("want MAR, got %q", word)
	}
	n, err := t.whole("the number of variables", 1, maxUAI)
	if err == nil && n == 1 && len(m.cards) != 1 { // of samples, as of 2010
		n, err = t.whole("the number of variables", 1, maxUAI)
	}
	if err == nil && n != len(m.cards) {
		err = t.errorf("marginals of %d variables, want %d", n, len(m.cards))
	}
	if err != nil {
		return err
	}
	for v, card := range m.cards {
		if _, err := t.whole("the number of labels of a variable", card, card); err != nil {
			return err
		}
		row := make([]float64, card)
		for l := range row {
			p, err := t.number("a probability")
			if err != nil {
				return err
			}
			if p < 0 || p > 1.001 {
				return t.errorf("probability %v of label %d of variable %d: want 0 to 1", p, l, v)
			}
			row[l] = p
		}
		m.marginals = append(m.marginals, row)
	}
	if word, err := t.next(); !errors.Is(err, io.EOF) {
		return t.errorf("want the end of the file, got %q", word)
	}
	return nil
}

// given returns the model of the unobserved variables. Tables are restricted to the observed
// labels: every score is still that of the whole labeling.
func (m *uaiModel) given(evidence map[int]int) *uaiModel {
	if len(evidence) == 0 {
		return m
	}
	rest := &uaiModel{pairs: map[sp.Edge][]float64{}}
	number := make([]int, len(m.cards))
	constant := 0.0
	for v, card := range m.cards {
		if l, observed := evidence[v]; observed {
			constant += m.nodes[v][l]
			continue
		}
		number[v] = len(rest.cards)
		rest.cards, rest.nodes = append(rest.cards, card), append(rest.nodes, m.nodes[v])
		if m.gold != nil {
			rest.gold = append(rest.gold, m.gold[v])
		}
		if m.marginals != nil {
			rest.marginals = append(rest.marginals, m.marginals[v])
		}
	}
	for _, e := range m.edges {
		table, width := m.pairs[e], m.cards[e.V]
		k, atU := evidence[int(e.U)]
		l, atV := evidence[int(e.V)]
		switch {
		case atU && atV:
			constant += table[k*width+l]
		case atU:
			rest.addFactor([]int{number[e.V]}, table[k*width:(k+1)*width])
		case atV:
			column := make([]float64, m.cards[e.U])
			for a := range column {
				column[a] = table[a*width+l]
			}
			rest.addFactor([]int{number[e.U]}, column)
		default:
			rest.addFactor([]int{number[e.U], number[e.V]}, table)
		}
	}
	if len(rest.cards) > 0 {
		rest.addFactor(nil, []float64{constant})
	}
	return rest
}
