package kernel

// Exps fills dst with exp(x − top), in the bits of Exp of package elementary, and returns the
// number of entries done. It stops before the first four entries with a difference outside its
// domain: NaN, or between −746 and −700. It does none without AVX2, or if x has fewer than four
// entries.
//
// Differences must be at most 0. dst has the length of x, and may be x. O(len), without
// allocation.
func Exps(dst, x []float64, top float64) int {
	if dst = dst[:len(x)]; wide && len(x) >= few {
		return expsAVX2(&dst[0], &x[0], len(x), top, &Powers[0])
	}
	return 0
}

// Logs fills dst with the logarithms of x, positive normal numbers. The bits are those of Log of
// package elementary. Logs returns the number of entries done. These are all, or none without AVX2
// or of fewer than four. dst has the length of x, and may be x. O(len), without allocation.
func Logs(dst, x []float64) int {
	if dst = dst[:len(x)]; wide && len(x) >= few {
		logsAVX2(&dst[0], &x[0], len(x), &Points[0][0])
		return len(x)
	}
	return 0
}
