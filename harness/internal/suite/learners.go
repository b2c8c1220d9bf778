package suite

import "slices"

// maxRows bounds the learners of a suite after grid expansion, and the candidates of one.
const maxRows = 10_000

// maxPaired bounds the learners of which all pairs are tested.
const maxPaired = 1000

// learners expands the grids of learners: into learners of their own, or into candidates to tune.
func (r *reader) learners(f *file, t *tuner) (rows []Learner) {
	seen, decoders := labels{}, r.decoders(f.Decoders, f.Reveal)
	for at, it := range f.Learners {
		grid, ok := r.dimensions(it.args)
		if !ok {
			continue
		}
		l := Learner{Spec: it.Spec, Label: it.Label, grid: it.Label, at: at, Decoders: decoders}
		if it.own.Decoders != nil {
			l.Decoders, l.ownDecoders = r.decoders(it.own.Decoders, f.Reveal), true
		}
		if it.own.AA {
			l.aa = &it.node.field("aa").at
		}
		if grid.size() > maxRows-len(rows) {
			r.fail(it.Pos, "", "with this grid there are more than %d learners", maxRows)
			return rows
		}
		axes := t.axes(grid)
		expanded := r.rows(grid, axes, l, t)
		r.excepted(it.own.On, f.Suite.Datasets, it.Spec, grid, axes, expanded, t)
		for _, row := range expanded {
			seen.add(r, it.Pos, "learners", row.Label)
		}
		rows = append(rows, expanded...)
	}
	t.check(r)
	return rows
}

// rows returns l once for each point of the axes, with its candidates where the suite tunes.
func (r *reader) rows(g grid, axes []int, l Learner, t *tuner) (rows []Learner) {
	for _, point := range g.points(axes) {
		row := l
		row.Decoders = slices.Clone(l.Decoders)
		row.Spec = point.spec(l.Spec)
		row.Label += point.suffix()
		if t.on {
			for _, candidate := range point.points(g.others(axes)) {
				row.Candidates = append(row.Candidates, candidate.spec(l.Spec))
			}
			t.add(r, row)
		}
		rows = append(rows, row)
	}
	return rows
}
