package wire

import (
	"math"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// A Progress is the progress of a fit, for a person who watches it.
type Progress struct {
	Counts sp.Counts          // so far
	Values map[string]float64 // as in a checkpoint; finite
}

// FromProgress encodes p.
func FromProgress(p *Progress) *pb.Progress {
	return &pb.Progress{Counts: fromCounts(p.Counts), Values: p.Values}
}

// ToProgress decodes m, without values that are not finite.
func ToProgress(m *pb.Progress) (Progress, error) {
	p := Progress{Counts: toCounts(m.GetCounts()), Values: map[string]float64{}}
	for name, v := range m.GetValues() {
		if len(p.Values) < maxValues && len(name) <= maxNameBytes && !math.IsNaN(v) &&
			!math.IsInf(v, 0) {
			p.Values[name] = v
		}
	}
	return p, checkCounts(p.Counts)
}
