package kernel

// Gumbel fills dst, up to 64 entries, with the Gumbel noise of package perturb for the integers
// z, z + golden, …, using the logarithms of package elementary. It returns the number of
// entries done, a multiple of four. Bit i of again is set if entry i is left over, because its
// uniform number is above 0.99. O(len), without allocation.
func Gumbel(dst []float64, z uint64) (done int, again uint64) {
	if len(dst) > 64 {
		panic("kernel: more than 64 entries")
	}
	if done = len(dst) &^ 3; wide && done > 0 {
		return done, gumbelAVX2(&dst[0], done, z, &Points[0][0])
	}
	return 0, 0
}
