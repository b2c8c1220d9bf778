package format

import (
	"github.com/go-json-experiment/json"

	"github.com/spbench/spbench/harness/sp"
)

// A structureLine has the fields of a structure. Programs are named in suites only.
type structureLine struct {
	Kind   string    `json:"structure,omitzero"`
	None   *count    `json:"none,omitzero"` // nil: there is none
	Single bool      `json:"single,omitzero"`
	Arcs   [][]int32 `json:"arcs,omitzero"`
	Source count     `json:"source,omitzero"`
	Sink   count     `json:"sink,omitzero"`
	Least  count     `json:"least,omitzero"`
	Most   count     `json:"most,omitzero"`
}

// structure returns the structure of a line; nil if there is none. Instances check it.
func (l *structureLine) structure() (*sp.Structure, error) {
	if l == nil {
		return nil, nil
	}
	s := &sp.Structure{Kind: l.Kind, Single: l.Single, Source: int32(l.Source),
		Sink: int32(l.Sink), Least: int32(l.Least), Most: int32(l.Most)}
	if l.None != nil {
		s.None = int32(*l.None)
	} else if l.Kind == sp.Assignment {
		s.None = sp.Unknown
	}
	var err error
	s.Arcs, err = edgesOf("arcs", l.Arcs)
	return s, err
}

// lineOfStructure returns the fields of a structure; nil of nil.
func lineOfStructure(s *sp.Structure) *structureLine {
	if s == nil {
		return nil
	}
	l := &structureLine{Kind: s.Kind, Single: s.Single, Source: count(s.Source),
		Sink: count(s.Sink), Least: count(s.Least), Most: count(s.Most),
		Arcs: pairsOf(s.Arcs)}
	if none := count(s.None); s.Kind == sp.Assignment && none >= 0 {
		l.None = &none
	}
	return l
}

// Described returns the fields of a structure but its arcs.
func Described(s *sp.Structure) string {
	l := lineOfStructure(s)
	l.Arcs = nil
	text, _ := json.Marshal(l)
	return string(text)
}

// pairsOf returns both ends of each edge.
func pairsOf(edges []sp.Edge) (pairs [][]int32) {
	for _, e := range edges {
		pairs = append(pairs, []int32{e.U, e.V})
	}
	return pairs
}

// labelsOf returns the number of labels of x in a dataset with labels up to k. A structure may have
// fewer: one for each row of labels, or without rows of an arborescence the root and the variables.
func labelsOf(x *sp.Instance, k int) int {
	switch s := x.Structure; {
	case s == nil:
	case x.Label.N > 0:
		return x.Label.N
	case s.Kind == sp.Arborescence:
		return x.N() + 1
	}
	return k
}
