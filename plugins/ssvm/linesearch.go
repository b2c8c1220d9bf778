package ssvm

// A lineSearch maximises over γ in [0,limit] the concave function with derivative
//
//	g(γ) = slope − curve·γ − Σ_k vₖ·(max(0, uₖ+γvₖ) − max(0, uₖ)):
//
// the dual of the structural SVM along a step, divided by λ. uₖ are the constrained coordinates
// before clipping, vₖ their changes; curve is the squared norm of the other changes. g falls
// continuously and is linear between the points where a coordinate changes sign.
type lineSearch struct{ u, v []float64 }

func (l *lineSearch) reset() { l.u, l.v = l.u[:0], l.v[:0] }

// add adds a moving constrained coordinate.
func (l *lineSearch) add(u, v float64) {
	if v != 0 {
		l.u, l.v = append(l.u, u), append(l.v, v)
	}
}

// search returns the maximiser, or limit if g stays positive. It walks from one sign change to the
// next: O(m²) for m moving constrained coordinates.
func (l *lineSearch) search(slope, curve, limit float64) float64 {
	if slope <= 0 {
		return 0
	}
	for gamma := 0.0; gamma < limit; {
		end, fall := limit, curve // of the piece that begins at γ
		for k, v := range l.v {
			cross := -l.u[k] / v
			if cross > gamma {
				end = min(end, cross)
			}
			// Inside the piece, coordinate k is positive after its upward crossing, or before its
			// downward one.
			if v > 0 && cross <= gamma || v < 0 && cross > gamma {
				fall += v * v
			}
		}
		if fall*(end-gamma) >= slope {
			return gamma + slope/fall
		}
		slope -= fall * (end - gamma)
		gamma = end
	}
	return limit
}
