package optim

// Weightings of an [Average].
const (
	Uniform Weighting = iota // ω_t = 1
	Linear                   // ω_t = t: the mean 2/(k(k+1))·Σ t·w_t (Lacoste-Julien et al. 2013)
)

// A Weighting is the weight of iterate t in an average.
type Weighting int

// An Average is the mean Σ_t ω_t·w_t / Σ_t ω_t of iterates w_1 … w_k that change in few
// coordinates at a time. The iterates may be stored as w_t = σ_t·v_t: to shrink all of w, as
// regularisers do, then changes one number. Since
//
//	Σ_t ω_t·σ_t·v_t = S_k·v_k − Σ_t S_{t−1}·(v_t − v_{t−1}),  S_t = Σ_{s≤t} ω_s·σ_s,
//
// the cost of a step is the number of changed coordinates. In each iteration call AddAt for
// every change of v, then Step once.
type Average struct {
	weighting Weighting
	k         int
	total     float64   // Σ ω_t
	sum       float64   // S_k
	lag       []float64 // Σ_t S_{t−1}·(v_t − v_{t−1})
}

// NewAverage returns the average of no iterates of the given dimension.
func NewAverage(dim int, w Weighting) *Average {
	return &Average{weighting: w, lag: make([]float64, dim)}
}

// Reset forgets all iterates.
func (a *Average) Reset() {
	clear(a.lag)
	*a = Average{weighting: a.weighting, lag: a.lag}
}

// AddAt records that v[i] has changed by delta.
func (a *Average) AddAt(i int, delta float64) { a.lag[i] += a.sum * delta }

// Step adds the iterate w = scale·v to the average.
func (a *Average) Step(scale float64) {
	a.k++
	weight := 1.0
	if a.weighting == Linear {
		weight = float64(a.k)
	}
	a.total += weight
	a.sum += weight * scale
}

// State returns pointers to everything changed by steps, for learner.Recorder.Resume.
func (a *Average) State() []any { return []any{&a.k, &a.total, &a.sum, &a.lag} }

// Steps returns the number of iterates in the average.
func (a *Average) Steps() int { return a.k }

// Mean sets dst to the average, given the current v; before the first Step, to v.
// O(dim).
func (a *Average) Mean(dst, v []float64) {
	if a.k == 0 {
		copy(dst, v)
		return
	}
	for i, u := range a.lag {
		dst[i] = (a.sum*v[i] - u) / a.total
	}
}
