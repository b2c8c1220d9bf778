package loss_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// TestRegret: value, costs and weights are the definitions, with labels and with beliefs.
func TestRegret(t *testing.T) {
	r := pcg(15, 1)
	for range 100 {
		n, k := 1+r.IntN(5), 1+r.IntN(4)
		x, y := randomInstance(r, n, k)
		for range n * k {
			x.Costs = append(x.Costs, r.NormFloat64())
		}
		q, want, weights := make([]float64, n*k), make([]float64, n*k), make([]float64, n*k)
		regret := 0.0
		for d := range n {
			c := x.Costs[d*k:][:k]
			regret += c[y[d]] - c[x.Gold[d]]
			for l := range k {
				q[d*k+l] = r.Float64()
				for j := range k {
					want[d*k+j] += q[d*k+l] * (c[j] - c[l])
					weights[d*k+l] += q[d*k+l] * math.Abs(c[j]-c[l]) / float64(max(k-1, 1))
				}
			}
		}
		l, costs, got, w := loss.Regret{}, make([]float64, n*k), make([]float64, n*k),
			make([]float64, n*k)
		l.Costs(costs, x, nil)
		l.Costs(got, x, q)
		l.Weights(w, x, q)
		sum := 0.0
		for d, j := range y {
			sum += costs[d*k+int(j)]
		}
		if v := l.Value(x, x.Gold, y); math.Abs(v-regret) > 1e-12 || math.Abs(sum-regret) > 1e-12 {
			t.Errorf("regret %v, and %v by costs; want %v", v, sum, regret)
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12 || math.Abs(w[i]-weights[i]) > 1e-12 {
				t.Errorf("entry %d: cost %v and weight %v; want %v, %v", i, got[i], w[i], want[i],
					weights[i])
			}
		}
		x.Gold[0] = sp.Unknown
		if l.Costs(costs, x, nil); costs[0] != 0 {
			t.Errorf("an unknown label has cost %v", costs[0])
		}
	}
}
