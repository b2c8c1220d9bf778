package stats

import (
	"math"
	"math/rand/v2"
)

// A Reliability measures the calibration of probabilities: their distance from the shares of
// correct labels.
type Reliability struct {
	N          float64 // variables
	Confidence float64 // their mean probability
	Right      float64 // share of correct labels
	Error      float64 // expected calibration error: Σ_b |right_b − Σp_b| / N
	// mean of Error for a calibrated decoder with as many instances of equal variability
	Chance float64
	Bins   []ReliabilityBin
}

// A ReliabilityBin is one non-empty bin of probabilities.
type ReliabilityBin struct {
	N          float64 // variables
	Confidence float64 // their mean probability
	Right      float64 // share of correct labels
	Low, High  float64 // 95 % interval of Right, over instances
}

// NewReliability returns the reliability of counts. For each instance (row-major) and bin, counts
// has the variables, the sum of their probabilities, and the number of correct labels. Intervals
// are percentiles of a bootstrap over instances, since the variables of an instance depend on each
// other. Chance uses the same samples with the mean distance of each bin subtracted. The samples
// are drawn from a fixed seed. Cost: 1000 times the number of non-empty bins over instances.
func NewReliability(counts []float64, width int) Reliability {
	bins := width / 3
	sum := make([]float64, width)
	var cells []reliabilityCell // non-empty cells, instance by instance
	ends := make([]int, 0, len(counts)/width)
	for i := 0; i < len(counts); i += width {
		for b := range bins {
			c := counts[i+3*b : i+3*b+3]
			if c[0] > 0 {
				cells = append(cells, reliabilityCell{b, c[0], c[1], c[2]})
			}
			for k, v := range c {
				sum[3*b+k] += v
			}
		}
		ends = append(ends, len(cells))
	}
	r := Reliability{Chance: math.NaN()}
	distance := 0.0
	for b := range bins {
		n, p, right := sum[3*b], sum[3*b+1], sum[3*b+2]
		r.N, r.Confidence, r.Right = r.N+n, r.Confidence+p, r.Right+right
		distance += math.Abs(right - p)
	}
	r.Confidence, r.Right, r.Error = r.Confidence/r.N, r.Right/r.N, distance/r.N
	shares, chance := bootstrapBins(cells, ends, sum)
	if len(ends) > 1 {
		r.Chance = chance
	}
	for b := range bins {
		if n := sum[3*b]; n > 0 {
			r.Bins = append(r.Bins, ReliabilityBin{n, sum[3*b+1] / n, sum[3*b+2] / n,
				Quantile(shares[b], 0.025), Quantile(shares[b], 0.975)})
		}
	}
	return r
}

// resamples is the number of bootstrap samples.
const resamples = 1000

// A reliabilityCell holds the counts of one instance in one bin.
type reliabilityCell struct {
	bin         int
	n, p, right float64
}

// bootstrapBins draws instances, whose cells end at ends. For each bin it returns the shares of
// correct labels in the samples with variables there. It also returns the mean errors of the
// samples with the mean distance subtracted.
func bootstrapBins(cells []reliabilityCell, ends []int,
	sum []float64) (shares [][]float64, chance float64) {
	random := rand.New(rand.NewPCG(0x63616c6962726174, 0x696f6e))
	bins := len(sum) / 3
	shares = make([][]float64, bins)
	n, right, excess := make([]float64, bins), make([]float64, bins), make([]float64, bins)
	for range resamples {
		clear(n)
		clear(right)
		clear(excess)
		total, distance := 0.0, 0.0
		for range ends {
			i := random.IntN(len(ends))
			start := 0
			if i > 0 {
				start = ends[i-1]
			}
			for _, c := range cells[start:ends[i]] {
				n[c.bin] += c.n
				right[c.bin] += c.right
				mean := (sum[3*c.bin+2] - sum[3*c.bin+1]) / sum[3*c.bin]
				excess[c.bin] += c.right - c.p - c.n*mean
			}
		}
		for b := range bins {
			if n[b] > 0 {
				shares[b] = append(shares[b], right[b]/n[b])
			}
			total += n[b]
			distance += math.Abs(excess[b])
		}
		if total > 0 {
			chance += distance / total / resamples
		}
	}
	return shares, chance
}
