package stats

// Jackknife returns one number for each instance, with mean value(Σ counts). Use it for values that
// are functions of sums over instances but no means, such as an F1. The numbers are the
// pseudo-values T + (n−1)(T̄₋ − T₋ᵢ), with T the value of all, T₋ᵢ the value without instance i,
// and T̄₋ their mean (Tukey 1958; Efron & Stein 1981). They are centred on T, the printed value,
// instead of on the bias-corrected estimate.
//
// counts is instances × width, row-major, and is not changed. The result is NaN if the value
// without some instance is not finite. O(n·(width + cost of value)).
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
