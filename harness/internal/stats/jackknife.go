package stats

// Jackknife returns one number for each instance whose mean is value(Σ counts), for a value that is
// a function of sums over instances and no mean of their parts, such as an F1: the pseudo-values T
// + (n−1)(T̄₋ − T₋ᵢ), with T the value of all, T₋ᵢ that without instance i, and T̄₋ their mean
// (Tukey 1958; Efron & Stein 1981; centred on T instead of on the estimate that is corrected for
// bias, which is not what a table prints). counts is instances × width, row-major, and is not
// changed. NaN where the value is not finite without an instance. O(n·(width + cost of value)).
func Jackknife(counts []float64, width int, value func(sum []float64) float64) []float64 {
	n := len(counts) / width
	sum, without := make([]float64, width), make([]float64, width)
	for i, c := range counts {
		sum[i%width] += c
	}
	pseudo := make([]float64, n)
	for i := range pseudo {
		for k := range without {
			without[k] = sum[k] - counts[i*width+k]
		}
		pseudo[i] = value(without)
	}
	all, centre := value(sum), mean(pseudo)
	for i, v := range pseudo {
		pseudo[i] = all + float64(n-1)*(centre-v)
	}
	return pseudo
}
