package kernel

// Gumbel fills dst, up to 64 entries, with the noise that package perturb makes of z, z + golden, …, with the
// logarithms of package elementary. It returns how many entries it has done, a multiple of
// four, and those among them, as bits, that it leaves because their uniform number is above 0.99. O(len), without
// allocation.
func Gumbel(dst []float64, z uint64) (done int, again uint64) {
	if len(dst) > 64 {
		panic("kernel: more than 64 entries")
	}
	if done = len(dst) &^ 3; wide && done > 0 {
		return done, gumbelAVX2(&dst[0], done, z, &Points[0][0])
	}
	return 0, 0
}
