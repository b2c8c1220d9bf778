package data

import (
	"math"
	"testing"
)

// Scores have the spread that was asked for; attractive pairs reward equal labels alone.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		args           string
		field, couples float64
	}{
		{`{"field":0.5,"coupling":2,"pairs":"mixed","labels":3}`, 0.5, 2},
		{`{"coupling":1.5,"labels":3}`, 1, 1.5 / math.Sqrt(3)}, // one of three cells
	} {
		d := load(t, "models", c.args)
		var node, pair, nodes, pairs float64
		for i := range d.Instances {
			x := &d.Instances[i]
			for _, v := range x.Node.Dense {
				node, nodes = node+float64(v)*float64(v), nodes+1
			}
			for j, v := range x.Edge.Dense {
				pair, pairs = pair+float64(v)*float64(v), pairs+1
				if equal := j%9%4 == 0; c.couples < 1 && (v != 0) != equal {
					t.Fatalf("%s: pair score %v for labels %d and %d", c.args, v, j%9/3, j%3)
				}
			}
			if x.Labelled() || d.Fold[i] != min(i, 1) {
				t.Errorf("%s has labels, or fold %d", x.ID, d.Fold[i])
			}
		}
		if a, b := math.Sqrt(node/nodes), math.Sqrt(pair/pairs); math.Abs(a/c.field-1) > 0.03 ||
			math.Abs(b/c.couples-1) > 0.03 {
			t.Errorf("%s: node scores spread by %v, pair scores by %v", c.args, a, b)
		}
	}
	refused(t, "models", map[string]string{`{"pairs":"none"}`: "attractive", `{"models":1}`: "outside"})
}
