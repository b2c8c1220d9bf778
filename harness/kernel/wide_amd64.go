//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// wide reports vectors of four numbers (AVX2), and BMI2; all processors with AVX2 have both.
var wide = cpu.X86.HasAVX2 && cpu.X86.HasBMI2
