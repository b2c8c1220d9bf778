package audit

import "slices"

// Kinds returns all audited kinds. The caller owns the slice.
func Kinds() []Kind { return slices.Clone(kinds) }
