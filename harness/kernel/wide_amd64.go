//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// wide is whether there are vectors of four numbers, and BMI2, which all processors with AVX2 have.
var wide = cpu.X86.HasAVX2 && cpu.X86.HasBMI2
