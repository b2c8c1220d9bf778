//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

var wide = cpu.X86.HasAVX2
