package oracle

import "slices"

// Kinds returns all oracles.
func Kinds() []Kind { return slices.Clone(kinds) }
