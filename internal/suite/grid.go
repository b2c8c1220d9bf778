package suite

import "slices"

// maxRows bounds the learners of a suite after grid expansion.
const maxRows = 1000

// learners reads the list of learners and expands their grids: into learners of
// their own, or into candidates to tune.
func (r *reader) learners(f field, tune bool) (rows []Learner) {
	seen := labels{}
	effort := effort{}
	for _, n := range r.items(f) {
		it, ok := r.item(n, "a learner", "as", "outputs", "aa")
		if !ok || !r.parameters(it) {
			continue
		}
		label := r.label(it)
		var outputs []Output
		o, own := it.reserved["outputs"]
		if own {
			outputs = r.outputs(o)
		}
		aa := r.aa(it)
		points := r.grid(it, maxRows-len(rows))
		if points == nil {
			return rows
		}
		if tune {
			l := Learner{Spec: it.spec(), Label: label, Outputs: outputs, ownOutputs: own, aa: aa}
			for _, point := range points {
				l.Candidates = append(l.Candidates, point.spec())
			}
			seen.add(r, it.at, "learners", l.Label)
			effort.add(r, l)
			rows = append(rows, l)
			continue
		}
		for _, point := range points {
			l := Learner{Spec: point.spec(), Label: label, Outputs: outputs, ownOutputs: own, aa: aa}
			for i, arg := range it.args {
				if arg.value.kind == list && len(arg.value.items) > 1 {
					l.Label += " " + arg.name + "=" + point.args[i].value.spell()
				}
			}
			seen.add(r, it.at, "learners", l.Label)
			rows = append(rows, l)
		}
	}
	return rows
}

// An effort holds all learners that are tuned to one number of candidates.
type effort struct{ first *Learner }

func (e *effort) add(r *reader, l Learner) {
	switch n := len(l.Candidates); {
	case n == 1: // nothing to choose
	case e.first == nil:
		e.first = &l
	case n != len(e.first.Candidates):
		r.fail(l.Pos, "give all grids of a tuned suite the same number of points", "%s has %d candidates, %s has %d: tuning is fair with equal effort only",
			quote(l.Label), n, quote(e.first.Label), len(e.first.Candidates))
	}
}

// parameters reports values that no parameter can have.
func (r *reader) parameters(it item) bool {
	before := len(r.errs)
	for _, arg := range it.args {
		values := []*node{arg.value}
		if arg.value.kind == list {
			if values = arg.value.items; len(values) == 0 {
				r.fail(arg.value.at, "give at least one value, or leave "+arg.name+" out", "the grid of %s is empty", quote(arg.name))
			}
		}
		for i, v := range values {
			switch {
			case slices.ContainsFunc(values[:i], func(u *node) bool { return u.kind == v.kind && u.spell() == v.spell() }):
				r.fail(v.at, "", "%s is here twice in the grid of %s", v.spell(), quote(arg.name))
			case arg.name == "budget":
				r.fail(arg.at, "write it beside learners", "a budget belongs to the suite: every learner gets the same")
			case v.kind == empty || v.kind == list || v.kind == mapping:
				r.wrong(v, arg.name, "a value or a list of values")
			}
		}
	}
	return len(r.errs) == before
}

// grid returns the points of an item's grid, the last list varying fastest, or
// none after the mistake of asking for more than room.
func (r *reader) grid(it item, room int) []item {
	size := 1
	for _, arg := range it.args {
		if arg.value.kind == list && size <= room { // so that it cannot overflow
			size *= len(arg.value.items)
		}
	}
	if size > room {
		r.fail(it.at, "", "with this grid there are more than %d learners", maxRows)
		return nil
	}
	points := make([]item, size)
	for p := range points {
		points[p] = item{name: it.name, at: it.at, args: make([]field, len(it.args))}
		rest := p
		for i := len(it.args) - 1; i >= 0; i-- {
			arg := it.args[i]
			if arg.value.kind == list {
				values := arg.value.items
				arg.value, rest = values[rest%len(values)], rest/len(values)
			}
			points[p].args[i] = arg
		}
	}
	return points
}
