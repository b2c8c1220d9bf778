package suite

// maxRows bounds the learners of a suite after grid expansion.
const maxRows = 1000

// learners reads the list of learners and expands their grids: into learners of
// their own, or into candidates to tune.
func (r *reader) learners(f field, t *tuner) (rows []Learner) {
	seen := labels{}
	for _, n := range r.items(f) {
		it, ok := r.item(n, "a learner", "as", "outputs", "aa")
		if !ok {
			continue
		}
		grid, ok := r.dimensions(it)
		if !ok {
			continue
		}
		l := Learner{Label: r.label(it), aa: r.aa(it)}
		if o, own := it.reserved["outputs"]; own {
			l.Outputs, l.ownOutputs = r.outputs(o), true
		}
		var axes, tuned []int // dimensions
		for d := range grid {
			if t.tunes(r, &grid[d]) {
				tuned = append(tuned, d)
			} else {
				axes = append(axes, d)
			}
		}
		if grid.size() > maxRows-len(rows) {
			r.fail(it.at, "", "with this grid there are more than %d learners", maxRows)
			return rows
		}
		for _, point := range grid.points(axes) {
			row := l
			row.Spec = point.spec(it)
			row.Label += point.suffix()
			if t.on {
				for _, candidate := range point.points(tuned) {
					row.Candidates = append(row.Candidates, candidate.spec(it))
				}
				t.add(r, row)
			}
			seen.add(r, it.at, "learners", row.Label)
			rows = append(rows, row)
		}
	}
	t.check(r)
	return rows
}
