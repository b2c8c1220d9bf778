package feature

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// TablesName is the name of the feature map of given scores.
const TablesName = "tables"

var tablesKind = kind{
	Name: TablesName,
	Doc: "features are scores: of each label of a variable, of the pairs of labels " +
		"of an edge, of the joint labels of a factor; one weight multiplies all",
	new: func() options { return new(Tables) },
}

// Parts is the number of columns of a score in [Tables]: any float64 is the sum of three float32.
const Parts = 3

// Tables is the feature map of given scores, with one weight: it multiplies all scores. A variable
// has the score of label k in column k, an edge that of labels k and l in column k·K+l, a factor
// that of its joint labels in the order of [sp.Factors]. With [Parts] times as many columns, each
// score is the sum of so many neighbours.
type Tables struct{}

func (*Tables) featureMap(Dims, []int32) (sp.FeatureMap, error) { return Tables{}, nil }

// Fits returns an error unless the features of x are scores.
func (Tables) Fits(x *sp.Instance) error {
	of := func(rows *sp.Rows, scores int) bool {
		return rows.N == 0 || rows.D == scores || rows.D == Parts*scores
	}
	if pairs := x.K * x.K; !of(&x.Node, x.K) || !of(&x.Edge, pairs) || len(x.Edges) != x.Edge.N {
		return fmt.Errorf("feature: tables: instance %q has %d features of variables and %d of edges, "+
			"want %d and %d, or %d times as many", x.ID, x.Node.D, x.Edge.D, x.K, pairs, Parts)
	}
	return nil
}

// Scores returns the features of x as scores; nil: they are none.
func Scores(x *sp.Instance) *sp.Potentials {
	if (Tables{}).Fits(x) != nil {
		return nil
	}
	p := new(sp.Potentials)
	Tables{}.Potentials(p, []float64{1}, x)
	return p
}

// Dim returns 1.
func (Tables) Dim() int { return 1 }

// NonNegative returns nil.
func (Tables) NonNegative() []int { return nil }

// Potentials fills p with the scores of x under w. O(scores).
func (Tables) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	p.Resize(x, 0, len(x.Edges)*x.K*x.K)
	fill(p.Node, &x.Node)
	fill(p.Pair.Table, &x.Edge)
	if f := x.Factors; f != nil {
		p.Factor = sp.Grow(p.Factor, f.N()*f.States(x.K))
		fill(p.Factor, &f.Rows)
	}
	p.Scale(w[0])
}

// fill sets dst to the scores in rows.
func fill(dst []float64, rows *sp.Rows) {
	clear(dst)
	for i := range rows.N {
		n := len(dst) / rows.N
		to, parts := dst[i*n:][:n], max(1, rows.D/n)
		if !rows.Sparse() {
			for j, v := range rows.DenseRow(i) {
				to[j/parts] += float64(v)
			}
			continue
		}
		index, value := rows.Row(i)
		for t, j := range index {
			v := 1.0
			if value != nil {
				v = float64(value[t])
			}
			to[int(j)/parts] += v
		}
	}
}

// Add adds a times the score of y to dst.
func (Tables) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	dst[0] += a * Scores(x).Score(y)
}

// AddDifferences adds Σ_y β(y)·(score(y) − score(z)) to dst.
func (Tables) AddDifferences(dst []float64, x *sp.Instance, weights []float64, flat, z []int32) {
	p := Scores(x)
	for i, beta := range weights {
		dst[0] += beta * (p.Score(flat[i*len(z):][:len(z)]) - p.Score(z))
	}
}

// AddMean adds a times the expected score under mu to dst.
func (Tables) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	p := Scores(x)
	for i, q := range [...][]float64{mu.Node, mu.Pair, mu.Factor} {
		for j, v := range [...][]float64{p.Node, p.Pair.Table, p.Factor}[i] {
			dst[0] += a * v * q[j]
		}
	}
}

// Support appends the only coordinate.
func (Tables) Support(ranges []int32, _ *sp.Instance) []int32 { return append(ranges, 0, 1) }
