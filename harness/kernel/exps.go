package kernel

// Exps fills dst with exp(x − top) as Exp of package elementary has it, and returns how many entries it has done: all, or those before four among which is a difference that is NaN or between −746 and
// −700; none without AVX2, or of fewer than four. Differences are at most 0; dst may be x, and has its length. O(len),
// without allocation.
func Exps(dst, x []float64, top float64) int {
	if dst = dst[:len(x)]; wide && len(x) >= few {
		return expsAVX2(&dst[0], &x[0], len(x), top, &Powers[0])
	}
	return 0
}
