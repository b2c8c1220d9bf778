package ssvm

import "github.com/spbench/spbench/harness/sp"

// A direction adds Σ_y β(y)·(φ(x,y) − φ(x,y*)) to a vector, over labelings y of one instance: the
// step of a dual solver that moves weights β from labelings to y*. It either adds up features, once
// for every labeling, or first adds up the labelings, in tables that are 0 wherever all of them
// agree with y*, and then the features there.
type direction struct {
	fmap   sp.FeatureMap
	x      *sp.Instance
	dst    []float64
	star   []int32
	weight float64 // of y*, so far
	tables bool
	mu     sp.Marginals
}

// begin prepares for labelings of x. Their expected number decides between the two ways.
func (d *direction) begin(dst []float64, m sp.FeatureMap, x *sp.Instance, star []int32,
	labelings int) {
	d.fmap, d.x, d.dst, d.star, d.weight = m, x, dst, star, 0
	features := len(x.Node.Dense) + len(x.Node.Index) + len(x.Edge.Dense) + len(x.Edge.Index)
	d.tables = labelings*features > 2*(x.N()+len(x.Edges)*x.K)*x.K
	if d.tables {
		d.mu.Resize(x.N(), len(x.Edges), x.K)
		clear(d.mu.Node)
		clear(d.mu.Pair)
	}
}

// from takes in labeling y. O(features), or O(n+m) with tables.
func (d *direction) from(y []int32, beta float64) {
	if !d.tables {
		d.fmap.Add(d.dst, beta, d.x, y)
		d.weight -= beta
		return
	}
	for v, l := range y {
		if s := d.star[v]; l != s {
			row := d.mu.Node[v*d.x.K:][:d.x.K]
			row[l] += beta
			row[s] -= beta
		}
	}
	k := int32(d.x.K)
	for e, uv := range d.x.Edges {
		if at, star := y[uv.U]*k+y[uv.V], d.star[uv.U]*k+d.star[uv.V]; at != star {
			table := d.mu.Pair[e*int(k*k):][:k*k]
			table[at] += beta
			table[star] -= beta
		}
	}
}

// end adds everything still missing in dst.
func (d *direction) end() {
	if d.tables {
		d.fmap.AddMean(d.dst, 1, d.x, &d.mu)
		return
	}
	d.fmap.Add(d.dst, d.weight, d.x, d.star)
}
