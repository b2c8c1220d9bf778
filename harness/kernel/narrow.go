//go:build !amd64 || purego

package kernel

const wide = false

func minColumnsAVX2(_, _, _ *float64, _ int) bool { panic("kernel: no AVX2") }
func sumColumnsAVX2(_, _, _ *float64, _ int) bool { panic("kernel: no AVX2") }

func gatherIndexedAVX2(_, _ *float64, _ int, _ *int32, _, _ int) bool { panic("kernel: no AVX2") }
func gatherValuedAVX2(_, _ *float64, _ int, _ *int32, _ *float32, _, _ int) bool {
	panic("kernel: no AVX2")
}
func gatherDenseAVX2(_, _ *float64, _ int, _ *float32, _ int) bool { panic("kernel: no AVX2") }
func scatterIndexedAVX2(_, _ *float64, _ int, _ float64, _ *int32, _, _ int) bool {
	panic("kernel: no AVX2")
}
func scatterValuedAVX2(_, _ *float64, _ int, _ float64, _ *int32, _ *float32, _, _ int) bool {
	panic("kernel: no AVX2")
}
func scatterDenseAVX2(_, _ *float64, _ int, _ float64, _ *float32, _ int) bool {
	panic("kernel: no AVX2")
}

func expsAVX2(_, _ *float64, _ int, _ float64, _ *uint64) int   { panic("kernel: no AVX2") }
func gumbelAVX2(_ *float64, _ int, _ uint64, _ *float64) uint64 { panic("kernel: no AVX2") }
func logsAVX2(_, _ *float64, _ int, _ *float64)                 { panic("kernel: no AVX2") }
func sumSquaresAVX2(_ *float64, _ int) float64                  { panic("kernel: no AVX2") }
func moveAVX2(_, _, _ *float64, _ int, _, _ float64) float64    { panic("kernel: no AVX2") }
func relaxAVX2(_, _, _ *float64, _ *int64, _ int, _ float64, _ int64) (float64, int) {
	panic("kernel: no AVX2")
}
