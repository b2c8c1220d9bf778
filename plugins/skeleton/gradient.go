package skeleton

import (
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// delta is the thickness of slices and the shift of boxes, in widths.
const delta = 0.001

// A gradient is the gradient of the objective of one instance over a box, with its expected loss.
type gradient struct {
	*Skeleton
	evaluated
	box   skeleton.Box
	model skeleton.Model // of the instance
	seeks bool           // regions only serve to find labelings

	key  perturb.Key // of the instance's samples
	draw uint64      // number of the next
}

// of sets g to the gradient of e. The visit of e has begun. With an approximate solver it explores
// the regions twice: first to find labelings, then exactly for these.
func (g *gradient) of(e *energy, loss sp.Loss) error {
	g.model = e
	risk := func(y []int32, _ []float64) float64 { return loss.Value(e.x, e.x.Gold, y) }
	if m := e.memory; m != nil {
		g.model, risk = m, func(y []int32, _ []float64) float64 { return m.losses[y[0]] }
	}
	g.seeks = e.found != nil && !g.sampled()
	err := g.means(e, risk)
	if err == nil && g.seeks {
		g.seeks, g.model = false, e.found
		err, g.unresolved = g.means(e, risk), 1
	}
	return err
}

// means sets g by the means of the model over its regions.
func (g *gradient) means(e *energy, risk func([]int32, []float64) float64) error {
	switch {
	case g.Objective != kindExpectedLoss:
		return g.moments(e, risk)
	case g.Gradient == gradientRegions:
		return g.regions(risk)
	}
	f, err := g.sides()
	if err != nil {
		return err
	}
	f.Gradient(g.grad, risk)
	over, err := g.inside(f)
	if err != nil {
		return err
	}
	g.risk = over(risk)
	return nil
}

// sides returns the distributions on both sides of the box in each parameter: faces, slices, or
// samples of faces.
func (g *gradient) sides() (*skeleton.Faces, error) {
	f := &skeleton.Faces{Box: g.box}
	for i, w := range g.box.Width {
		for _, upper := range []bool{false, true} {
			r := g.box.Face(i, upper)
			if g.Gradient == gradientSlices && g.Objective == kindExpectedLoss {
				r = g.box.Slice(i, upper, delta*w)
			}
			d, err := g.distribution(r)
			if err != nil {
				return nil, err
			}
			if upper {
				f.Upper = append(f.Upper, d)
			} else {
				f.Lower = append(f.Lower, d)
			}
		}
	}
	return f, nil
}

// distribution returns the distribution over r, by samples or exactly.
func (g *gradient) distribution(r skeleton.Region) (*skeleton.Distribution, error) {
	if !g.sampled() {
		calls := g.Calls
		switch m := g.model.(type) {
		case *memory:
			m.region++
		case *found:
			calls = 0
		}
		return skeleton.Explore(g.model, r, calls)
	}
	return skeleton.Sample(g.model, r, g.Draws, func(u []float64, _ int) {
		g.key.Uniform(u, g.draw)
		g.draw++
	})
}

// regions uses differences of the means over the box and over a shifted box.
func (g *gradient) regions(risk func([]int32, []float64) float64) error {
	here, err := g.distribution(g.box.Whole())
	if err != nil {
		return err
	}
	g.risk, g.unresolved = here.Mean(risk), here.Unresolved
	for i, w := range g.box.Width {
		there, err := g.distribution(g.box.Moved(i, delta*w).Whole())
		if err != nil {
			return err
		}
		g.grad[i] = (there.Mean(risk) - g.risk) / (delta * w)
		g.unresolved = max(g.unresolved, there.Unresolved)
	}
	return nil
}

// A mean is an expectation over the box.
type mean func(of func(y []int32, phi []float64) float64) float64

// inside returns the mean over the box, by its sides if they are resolved. Errors on unresolved
// sides would be multiplied by θ/w; then it explores or samples the box itself.
func (g *gradient) inside(sides *skeleton.Faces) (mean, error) {
	if g.unresolved = sides.Unresolved(); g.unresolved == 0 || g.seeks {
		return sides.Mean, nil
	}
	d, err := g.distribution(g.box.Whole())
	if err != nil {
		return nil, err
	}
	g.unresolved = max(g.unresolved, d.Unresolved)
	return d.Mean, nil
}

// moments takes φ_i(gold) − E[φ_i(y)].
func (g *gradient) moments(e *energy, risk func([]int32, []float64) float64) error {
	var over mean
	if g.Objective == kindPMAP {
		d, err := g.distribution(g.box.Whole())
		if err != nil {
			return err
		}
		over, g.unresolved = d.Mean, d.Unresolved
	} else {
		f, err := g.sides()
		if err != nil {
			return err
		}
		if over, err = g.inside(f); err != nil {
			return err
		}
	}
	g.risk = over(risk)
	e.features(g.grad, e.x.Gold)
	for i := range g.grad {
		g.grad[i] -= over(func(_ []int32, phi []float64) float64 { return phi[i] })
	}
	return nil
}
