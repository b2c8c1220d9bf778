package suite

import "math"

// A curve has at most maxPoints checkpoints in its first curvePasses passes.
const (
	curvePasses = 1e6
	maxPoints   = 10_000
)

var curveKeys = []string{"first", "factor"}

func (r *reader) curve(n *node) Curve {
	c := Curve{First: 1, Factor: 2}
	for _, f := range r.fields(n, "curve", curveKeys) {
		switch v := r.positive(f); f.name {
		case "first":
			c.First = v
		case "factor":
			if c.Factor = v; v > 0 && v <= 1 {
				r.fail(f.value.at, "", "factor is %s, must be greater than 1", f.value.text)
			}
		}
	}
	if points := math.Log(curvePasses/c.First) / math.Log(c.Factor); c.First > 0 && c.Factor > 1 && points > maxPoints {
		r.fail(n.at, "a checkpoint is scored on the whole test set: a factor of 1.1 gives 24 of them each time the passes grow tenfold",
			"the curve has %.4g checkpoints in the first million passes, at most %d are possible", points, maxPoints)
	}
	return c
}
