package hmm

import (
	"fmt"
	"math"
	"sort"

	"github.com/spbench/spbench/harness/sp"
)

// A model has the probabilities of counts c. Each is smoothed by a less specific one, that of any
// label last:
//
//	P(y|event) = (c(event,y) + δ·P(y|less specific event)) / (c(event) + δ)
//
// P(x|y) is P(y|x)·P(x)/P(y), with both smoothed: for δ → 0 it is c(x,y)/c(y).
//
// The events of a word are itself, its endings from long to short, and any word. Those of a label
// after another are this other label, and any word.
type model struct {
	k         int
	smoothing float64 // δ
	longest   int     // ending, in characters
	events    []float64
	label     []float64 // K: P(y)
	first     []float64 // K: log P(y₁)
	next      []float64 // K×K: log P(l|k)
	found     []float64 // K: the result of find
}

// newModel returns the model of weights (see counts). It keeps the slice.
func newModel(weights []float64, k int, smoothing float64, longest int) (*model, error) {
	chain := k + k*k
	if len(weights) < chain || (len(weights)-chain)%3 != 0 {
		return nil, fmt.Errorf("hmm: %w: %d weights for %d labels", sp.ErrProtocol, len(weights), k)
	}
	m := &model{k: k, smoothing: smoothing, longest: longest, events: weights[chain:],
		label: make([]float64, k), first: make([]float64, k), next: make([]float64, k*k),
		found: make([]float64, k)}
	for i := 1; i < len(m.events); i += 3 {
		if l := m.events[i]; !(l >= 0 && l < float64(k)) {
			return nil, fmt.Errorf("hmm: %w: label %v of %d", sp.ErrProtocol, l, k)
		}
	}
	for l := range m.label {
		m.label[l] = 1 / float64(k)
	}
	m.mix(m.label, m.find(anyWord))
	for from := -1; from < k; from++ {
		p := m.first
		if from >= 0 {
			p = m.next[from*k:][:k]
		}
		copy(p, m.label)
		m.mix(p, weights[(from+1)*k:][:k])
		for l := range p {
			p[l] = math.Log(p[l])
		}
	}
	return m, nil
}

// mix makes p, P(y|less specific event), to P(y|event), given the counts of an event.
func (m *model) mix(p, counts []float64) {
	sum := m.smoothing
	for _, n := range counts {
		sum += n
	}
	for l, n := range counts {
		p[l] = (n + m.smoothing*p[l]) / sum
	}
}

// find returns the counts of an event by label, K, until the next call.
func (m *model) find(key float64) []float64 {
	clear(m.found)
	n := len(m.events) / 3
	for i := sort.Search(n, func(i int) bool { return m.events[3*i] >= key }); i < n &&
		m.events[3*i] == key; i++ {
		m.found[int(m.events[3*i+1])] = m.events[3*i+2]
	}
	return m.found
}

// word sets p, K, to P(y|word).
func (m *model) word(p []float64, word string) {
	copy(p, m.label)
	for _, key := range endingKeys(word, m.longest) {
		m.mix(p, m.find(key))
	}
	m.mix(p, m.find(wordKey(word)))
}
