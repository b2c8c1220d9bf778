package wire

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// ErrCounts marks impossible counts: negative, or below those of an earlier checkpoint.
var ErrCounts = errors.New("counts never decrease")

// ErrBeyond marks counts above the budget.
var ErrBeyond = errors.New("counts beyond the budget")

// maxCount bounds each count: sums of counts do not overflow, and floating-point numbers hold them.
const maxCount = 1 << 53

// FromStamped encodes a checkpoint.
func FromStamped(s *sp.Stamped) *pb.Checkpoint {
	m := encode[pb.Checkpoint](s)
	m.Weights = put(s.Weights)
	return m
}

// ToStamped decodes a checkpoint. Weights must be finite, and counts and λ not negative.
func ToStamped(m *pb.Checkpoint) (s sp.Stamped, err error) {
	s = decode[sp.Stamped](m)
	if err := checkValues(s.Values); err != nil {
		return sp.Stamped{}, err
	}
	if s.Weights, err = learned(m.GetWeights()); err != nil {
		return sp.Stamped{}, err
	}
	if o := s.Objective; o != nil && (!(o.Lambda >= 0) || math.IsInf(o.Lambda, 0)) {
		return sp.Stamped{}, fmt.Errorf("wire: objective with lambda %v", o.Lambda)
	}
	return s, checkCounts(s.Counts)
}

// Limits on the values of a checkpoint: each is kept, and becomes a column of exports.
const (
	maxValues    = 64
	maxNameBytes = 64
)

func checkValues(values map[string]float64) error {
	if len(values) > maxValues {
		return fmt.Errorf("wire: a checkpoint with %d values, at most %d are allowed", len(values),
			maxValues)
	}
	for name := range values {
		if len(name) > maxNameBytes {
			return fmt.Errorf(
				"wire: a checkpoint value with a name of %d bytes, %q…; at most %d are allowed",
				len(name), Printable(name[:20]), maxNameBytes)
		}
	}
	return nil
}

// FromDone encodes d.
func FromDone(d *sp.Done) *pb.Done {
	m := &pb.Done{Counts: encode[pb.Counts](&d.Counts), End: ends[d.End]}
	for _, atoms := range d.Dual {
		m.Dual = append(m.Dual, &pb.Distribution{Atoms: fromAtoms(atoms)})
	}
	return m
}

// ToDone decodes and checks the end of a fit to the instances in train.
func ToDone(m *pb.Done, train []sp.Instance) (d sp.Done, err error) {
	d = sp.Done{Counts: decode[sp.Counts](m.GetCounts()), End: toEnd(m.GetEnd())}
	if d.Dual, err = toDual(m.GetDual(), train); err != nil {
		return sp.Done{}, fmt.Errorf("wire: dual variables: %w", err)
	}
	return d, checkCounts(d.Counts)
}

// toDual decodes the dual variables of the fully labelled instances in train.
func toDual(ms []*pb.Distribution, train []sp.Instance) ([][]sp.Atom, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	dual := make([][]sp.Atom, 0, len(ms))
	for i := range train {
		x := &train[i]
		if !x.Labelled() {
			continue
		}
		at := len(dual)
		if at == len(ms) {
			return nil, fmt.Errorf("of %d instances, but there are more", len(ms))
		}
		atoms, err := toAtoms(ms[at].GetAtoms(), x)
		if err == nil && len(atoms) == 0 {
			err = errors.New("no labeling")
		}
		if err != nil {
			return nil, fmt.Errorf("instance %q: %w", x.ID, err)
		}
		dual = append(dual, atoms)
	}
	if len(dual) < len(ms) {
		return nil, fmt.Errorf("of %d instances, but there are only %d", len(ms), len(dual))
	}
	return dual, nil
}

// ends are the ends of a fit in learner.proto.
var ends = map[sp.End]pb.Done_End{sp.Converged: pb.Done_CONVERGED, sp.Stalled: pb.Done_STALLED,
	sp.EndedByLimit: pb.Done_LIMIT, sp.EndedByBudget: pb.Done_BUDGET}

// toEnd decodes e. An unknown end counts as a limit of the learner's own.
func toEnd(e pb.Done_End) sp.End {
	for end, known := range ends {
		if known == e {
			return end
		}
	}
	return sp.EndedByLimit
}

func checkCounts(c sp.Counts) error {
	if !c.Covers(sp.Counts{}) {
		return fmt.Errorf("wire: %w: negative counts %+v", ErrCounts, c)
	}
	if !(sp.Counts{Visits: maxCount, Sweeps: maxCount, MAP: maxCount, Marginals: maxCount,
		Clamped: maxCount, Conditional: maxCount}).Covers(c) {
		return fmt.Errorf("wire: %w: counts %+v above 2^53", ErrCounts, c)
	}
	return nil
}

// FromSaved encodes s.
func FromSaved(s *sp.Saved) *pb.Saved { return encode[pb.Saved](s) }

// ToSaved decodes and checks a saved state.
func ToSaved(m *pb.Saved) (sp.Saved, error) {
	s := decode[sp.Saved](m)
	if n := len(s.State); n == 0 || n > sp.MaxState {
		return s, fmt.Errorf("wire: a state of %d bytes; want 1 to %d", n, sp.MaxState)
	}
	return s, checkCounts(s.Counts)
}
