package suite

// maxRows bounds the learners of a suite after grid expansion, and the candidates of one.
const maxRows = 10_000

// maxPaired bounds the learners of which all pairs are tested.
const maxPaired = 1000

// Keys of an item that are not its own arguments.
var (
	datasetKeys = []string{"as", "split", "sizes", "features", "oracle"}
	learnerKeys = []string{"as", "outputs", "aa", on}
	outputKeys  = []string{"as", "reveal"}
	oracleKeys  = []string{"as"}
)

// learners reads the list of learners and expands their grids: into learners of
// their own, or into candidates to tune.
func (r *reader) learners(f field, t *tuner) (rows []Learner) {
	seen := labels{}
	for at, n := range r.items(f) {
		it, ok := r.item(n, "a learner", learnerKeys...)
		if !ok {
			continue
		}
		grid, ok := r.dimensions(it)
		if !ok {
			continue
		}
		l := Learner{Label: r.label(it), aa: r.aa(it), at: at}
		l.grid = l.Label
		if o, own := it.reserved["outputs"]; own {
			l.Outputs, l.ownOutputs = r.outputs(o), true
		}
		if grid.size() > maxRows-len(rows) {
			r.fail(it.at, "", "with this grid there are more than %d learners", maxRows)
			return rows
		}
		axes := t.axes(r, grid)
		expanded := r.rows(it, grid, axes, l, t)
		r.excepted(it, grid, axes, expanded, t)
		for _, row := range expanded {
			seen.add(r, it.at, "learners", row.Label)
		}
		rows = append(rows, expanded...)
	}
	t.check(r)
	return rows
}

// rows returns l once for each point of the axes, with its candidates where the suite tunes.
func (r *reader) rows(it item, g grid, axes []int, l Learner, t *tuner) (rows []Learner) {
	for _, point := range g.points(axes) {
		row := l
		row.Spec = point.spec(it)
		row.Label += point.suffix()
		if t.on {
			for _, candidate := range point.points(g.others(axes)) {
				row.Candidates = append(row.Candidates, candidate.spec(it))
			}
			t.add(r, row)
		}
		rows = append(rows, row)
	}
	return rows
}
