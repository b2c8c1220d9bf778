package gradients

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"github.com/spbench/spbench/harness/skeleton"
)

// byFaces is target (a) without a limit of calls: the gradient of the expected loss as the box moves.
func (q *problem) byFaces(t testing.TB, calls int) []float64 {
	t.Helper()
	f, err := skeleton.ExploreFaces(q, q.box, calls)
	if err != nil {
		t.Fatal(err)
	}
	g := make([]float64, len(q.box.Low))
	f.Gradient(g, q.loss)
	return g
}

// fenchelYoung is target (b): the gradient of E max ⟨θ,s(y)⟩ − ⟨θ,s(gold)⟩, the mean of the features
// over the box minus those of the gold labeling.
func (q *problem) fenchelYoung(over func(of func([]int32, []float64) float64) float64) []float64 {
	g := q.gold()
	floats.Scale(-1, g)
	for i := range g {
		g[i] -= over(func(_ []int32, phi []float64) float64 { return phi[i] })
	}
	return g
}

// A ray is a border between two labelings, at an angle from the first of two parameters.
type ray struct{ angle, before, after float64 } // the losses on both sides

// rays returns all borders in the plane of two parameters: a labeling that is best at θ is best at
// any multiple of θ. They follow from the faces of the box [−1,1]×[0,1], which are segments. Below it
// strengths count as 0: there the labelings are those at both ends.
func (q *problem) rays(t testing.TB) (list []ray) {
	t.Helper()
	box := skeleton.Box{Low: []float64{-1, 0}, Width: []float64{2, 1}}
	var losses []float64
	var ends []float64 // of the angles of each loss
	for _, side := range []struct {
		at         skeleton.Region
		from, to   [2]float64
		free, rise int
	}{
		{box.Face(0, true), [2]float64{1, 0}, [2]float64{1, 1}, 1, 1},
		{box.Face(1, true), [2]float64{1, 1}, [2]float64{-1, 1}, 0, -1},
		{box.Face(0, false), [2]float64{-1, 1}, [2]float64{-1, 0}, 1, -1},
	} {
		d, err := skeleton.Explore(q, side.at, 0)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, len(d.Labels))
		for i := range order {
			order[i] = i
		}
		// the least energy is concave along the segment: slopes fall
		slices.SortFunc(order, func(i, j int) int {
			return side.rise * cmp.Compare(d.Phi[j][side.free], d.Phi[i][side.free])
		})
		done := 0.0
		for _, i := range order {
			done += d.Weights[i]
			a := (1-done)*side.from[0] + done*side.to[0]
			b := (1-done)*side.from[1] + done*side.to[1]
			losses, ends = append(losses, q.loss(d.Labels[i], nil)), append(ends, math.Atan2(max(b, 0), a))
		}
	}
	for i := 1; i < len(losses); i++ {
		if losses[i] != losses[i-1] {
			list = append(list, ray{ends[i-1], losses[i-1], losses[i]})
		}
	}
	// below, the loss at angle 0 holds up to that at angle π
	return append(list, ray{-math.Pi / 2, losses[len(losses)-1], losses[0]})
}

// normalLoss is target (c): the gradient of the expected loss under normal noise. As the centre μ moves
// along the normal of a ray, the density on the ray crosses it:
//
//	∇R = Σ_rays (after − before)·n·∫ p(r·e) dr,  n ⊥ e
//
// The integral is exp(−⟨n,μ⟩²/2σ²)·Φ(⟨e,μ⟩/σ)/(σ√(2π)).
func (q *problem) normalLoss(t testing.TB) []float64 {
	t.Helper()
	g, mu := make([]float64, 2), q.box.Centre()
	for _, r := range q.rays(t) {
		e := [2]float64{math.Cos(r.angle), math.Sin(r.angle)}
		n := [2]float64{-e[1], e[0]}
		away, along := (n[0]*mu[0]+n[1]*mu[1])/q.sigma, (e[0]*mu[0]+e[1]*mu[1])/q.sigma
		mass := math.Exp(-away*away/2) * cumulative(along) / (q.sigma * math.Sqrt(2*math.Pi))
		g[0] += (r.after - r.before) * mass * n[0]
		g[1] += (r.after - r.before) * mass * n[1]
	}
	return g
}

func cumulative(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// A sector has a labeling that is best at all angles between two.
type sector struct {
	from, to, loss float64
	features       []float64 // scores by unit parameters
}

// sectors finds the best labeling at each angle of the upper half plane by enumeration: it walks from
// one border to the next.
func (q *problem) sectors() (list []sector) {
	type point struct{ a, b, loss float64 }
	var all []point
	y := make([]int32, q.x.N())
	for c := range 1 << len(y) {
		for d := range y {
			y[d] = int32(c >> d & 1)
		}
		f := make([]float64, 2)
		q.m.Add(f, 1, &q.x, y)
		all = append(all, point{f[0], f[1], q.loss(y, nil)})
	}
	at := slices.MaxFunc(all, func(p, q point) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	for from := 0.0; from < math.Pi; {
		next, to := at, math.Pi
		for _, p := range all { // p overtakes at when a·cos + b·sin is equal
			angle := math.Atan2(at.a-p.a, p.b-at.b)
			if p.b*math.Cos(angle)-p.a*math.Sin(angle) <= at.b*math.Cos(angle)-at.a*math.Sin(angle) {
				continue
			}
			if angle > from+1e-12 && (angle < to-1e-12 || angle < to+1e-12 &&
				math.Hypot(p.a-at.a, p.b-at.b) > math.Hypot(next.a-at.a, next.b-at.b)) {
				next, to = p, angle
			}
		}
		list = append(list, sector{from, to, at.loss, []float64{at.a, at.b}})
		at, from = next, to
	}
	return list
}

// area returns the share of the box within a sector: it cuts the box by both borders.
func (s *sector) area(b skeleton.Box) float64 {
	x, y := [2]float64{b.Low[0], b.Low[0] + b.Width[0]}, [2]float64{b.Low[1], b.Low[1] + b.Width[1]}
	polygon := [][2]float64{{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}}
	for i, angle := range [2]float64{s.from, s.to} {
		sign := float64(1 - 2*i)
		side := func(p [2]float64) float64 { return sign * (p[1]*math.Cos(angle) - p[0]*math.Sin(angle)) }
		var kept [][2]float64
		for j, p := range polygon {
			next := polygon[(j+1)%len(polygon)]
			u, v := side(p), side(next)
			if u >= 0 {
				kept = append(kept, p)
			}
			if u*v < 0 {
				kept = append(kept, [2]float64{(u*next[0] - v*p[0]) / (u - v), (u*next[1] - v*p[1]) / (u - v)})
			}
		}
		polygon = kept
	}
	sum := 0.0
	for j, p := range polygon {
		next := polygon[(j+1)%len(polygon)]
		sum += p[0]*next[1] - p[1]*next[0]
	}
	return sum / 2 / b.Width[0] / b.Width[1]
}

// mass returns the probability of a sector under normal noise around mu, by quadrature over the angle.
func (s *sector) mass(mu []float64, sigma float64) float64 {
	u, v := mu[0]/sigma, mu[1]/sigma
	return quad.Fixed(func(angle float64) float64 {
		t, away := u*math.Cos(angle)+v*math.Sin(angle), v*math.Cos(angle)-u*math.Sin(angle)
		return math.Exp(-(u*u+v*v)/2)/(2*math.Pi) + t*cumulative(t)*math.Exp(-away*away/2)/math.Sqrt(2*math.Pi)
	}, s.from, s.to, 60, nil, 0)
}

// TestTargets: all three targets equal differences of values by enumerated sectors.
func TestTargets(t *testing.T) {
	q := small(t)
	sectors := q.sectors()
	if len(sectors) < 6 {
		t.Fatalf("only %d sectors", len(sectors))
	}
	over := func(b skeleton.Box, f func(s *sector) float64) (mean float64) {
		for i := range sectors {
			mean += sectors[i].area(b) * f(&sectors[i])
		}
		return mean
	}
	uniform := func(low []float64) float64 {
		return over(skeleton.Box{Low: low, Width: q.box.Width}, func(s *sector) float64 { return s.loss })
	}
	best := func(low []float64) float64 { // E max ⟨θ,s⟩ = ⟨E θ, s⟩ over sectors, by points of the box
		const points = 200
		sum := 0.0
		for i := range points * points {
			a := low[0] + (float64(i/points)+.5)/points*q.box.Width[0]
			b := low[1] + (float64(i%points)+.5)/points*q.box.Width[1]
			most := math.Inf(-1)
			for _, s := range sectors {
				most = max(most, a*s.features[0]+b*s.features[1])
			}
			sum += most - a*q.gold()[0] - b*q.gold()[1]
		}
		return sum / points / points
	}
	normal := func(mu []float64) float64 {
		u, v := mu[0]/q.sigma, mu[1]/q.sigma
		mean := cumulative(-v) * (cumulative(u)*sectors[0].loss + cumulative(-u)*sectors[len(sectors)-1].loss)
		for i := range sectors {
			mean += sectors[i].mass(mu, q.sigma) * sectors[i].loss
		}
		return mean
	}
	whole, err := skeleton.Explore(q, q.box.Whole(), 0)
	if err != nil {
		t.Fatal(err)
	}
	faces, err := skeleton.ExploreFaces(q, q.box, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got       []float64
		of        func([]float64) float64
		at        []float64
		tolerance float64
	}{
		{"uniform", q.byFaces(t, 0), uniform, q.box.Low, 1e-6},
		{"Fenchel–Young by regions", q.fenchelYoung(whole.Mean), best, q.box.Low, 2e-3},
		{"Fenchel–Young by faces", q.fenchelYoung(faces.Mean), best, q.box.Low, 2e-3},
		{"normal", q.normalLoss(t), normal, q.box.Centre(), 1e-6},
	} {
		for i := range c.at {
			const h = 1e-4
			up, down := slices.Clone(c.at), slices.Clone(c.at)
			up[i] += h
			down[i] -= h
			want := (c.of(up) - c.of(down)) / (2 * h)
			if math.Abs(c.got[i]-want) > c.tolerance*(1+math.Abs(want)) {
				t.Errorf("%s: derivative by θ%d is %v, differences give %v", c.name, i+1, c.got[i], want)
			}
		}
	}
	moments := make([]float64, 2)
	for i := range moments {
		moments[i] = over(q.box, func(s *sector) float64 { return s.features[i] }) - q.gold()[i]
	}
	if d := floats.Distance(moments, q.fenchelYoung(whole.Mean), 2); d > 1e-9 {
		t.Errorf("moments are off by %v", d)
	}
}

// gold returns the features of the gold labeling.
func (q *problem) gold() []float64 {
	g := make([]float64, len(q.box.Low))
	q.m.Add(g, 1, &q.x, q.x.Gold)
	return g
}

// TestRays: borders by the skeleton are those by enumeration.
func TestRays(t *testing.T) {
	q := small(t)
	sectors, rays := q.sectors(), q.rays(t)
	i := 0
	for j := 1; j < len(sectors); j++ {
		if sectors[j].loss == sectors[j-1].loss {
			continue
		}
		want := ray{sectors[j].from, sectors[j-1].loss, sectors[j].loss}
		if i >= len(rays) || math.Abs(rays[i].angle-want.angle) > 1e-9 || rays[i].before != want.before ||
			rays[i].after != want.after {
			t.Fatalf("border %d is not %v: %v", i, want, rays)
		}
		i++
	}
	if i != len(rays)-1 {
		t.Errorf("%d borders, want %d", len(rays)-1, i)
	}
}
