package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// fromStructure encodes a structure; nil is absent.
func fromStructure(s *sp.Structure) *pb.Structure {
	if s == nil {
		return nil
	}
	return &pb.Structure{Kind: s.Kind, None: s.None, Single: s.Single, Arcs: put(endsOf(s.Arcs)),
		Source: s.Source, Sink: s.Sink, Least: s.Least, Most: s.Most, Command: s.Command,
		Seconds: s.Seconds, Sums: s.Sums, Id: s.ID}
}

// toStructure decodes a structure; [sp.Structure.Check] checks the rest.
func toStructure(m *pb.Structure) (*sp.Structure, error) {
	if m == nil {
		return nil, nil
	}
	arcs, err := toEnds("arcs", m.GetArcs())
	if err != nil {
		return nil, fmt.Errorf("structure: %w", err)
	}
	return &sp.Structure{Kind: m.GetKind(), None: m.GetNone(), Single: m.GetSingle(), Arcs: arcs,
		Source: m.GetSource(), Sink: m.GetSink(), Least: m.GetLeast(), Most: m.GetMost(),
		Command: m.GetCommand(), Seconds: m.GetSeconds(), Sums: m.GetSums(), ID: m.GetId()}, nil
}

// endsOf returns both ends of each edge.
func endsOf(edges []sp.Edge) []int32 {
	list := make([]int32, 0, 2*len(edges))
	for _, e := range edges {
		list = append(list, e.U, e.V)
	}
	return list
}

// toEnds decodes edges named what by their ends.
func toEnds(what string, b []byte) ([]sp.Edge, error) {
	list, err := array[int32](what, b, anyLength)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if len(list)%2 != 0 {
		return nil, fmt.Errorf("%s: %d ends", what, len(list))
	}
	edges := make([]sp.Edge, len(list)/2)
	for i := range edges {
		edges[i] = sp.Edge{U: list[2*i], V: list[2*i+1]}
	}
	return edges, nil
}
