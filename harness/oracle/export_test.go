package oracle

import "slices"

// Kinds returns all oracles.
func Kinds() []Kind { return slices.Clone(kinds) }

// Bound and Open are those of the last MAP.
func (s *QPBO) Bound() float64 { return s.duality.Bound }
func (s *QPBO) Open() []int32  { return s.duality.Open }
