//go:build !amd64 || purego

package kernel

const wide = false

func minColumnsAVX2(_, _, _ *float64, _ int) bool { panic("kernel: no AVX2") }
func sumColumnsAVX2(_, _, _ *float64, _ int) bool { panic("kernel: no AVX2") }
func minRowsAVX2(_, _, _ *float64, _ int) bool    { panic("kernel: no AVX2") }
func addOuter1AVX2(_, _, _ *float64, _ int)       { panic("kernel: no AVX2") }

func addOuter4AVX2(_, _, _, _, _, _, _, _, _ *float64, _ int) { panic("kernel: no AVX2") }
