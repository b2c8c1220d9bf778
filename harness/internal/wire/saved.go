package wire

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// FromSaved encodes s.
func FromSaved(s *sp.Saved) *pb.Saved {
	return &pb.Saved{State: s.State, Counts: fromCounts(s.Counts)}
}

// ToSaved decodes and checks a saved state.
func ToSaved(m *pb.Saved) (sp.Saved, error) {
	s := saved(m)
	if n := len(s.State); n == 0 || n > sp.MaxState {
		return s, fmt.Errorf("wire: a state of %d bytes; want 1 to %d", n, sp.MaxState)
	}
	return s, checkCounts(s.Counts)
}

func saved(m *pb.Saved) sp.Saved {
	return sp.Saved{State: m.GetState(), Counts: toCounts(m.GetCounts())}
}
