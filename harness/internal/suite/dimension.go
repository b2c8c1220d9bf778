package suite

// dimensions returns the grid of some arguments. It is not ok if some have values
// that no parameter can have.
func (r *reader) dimensions(args []field) (g grid, ok bool) {
	before := len(r.errs)
	for _, arg := range args {
		arg.value = r.values(arg)
		d := dimension{field: arg}
		if len(r.errs) == before {
			r.distinct(&d)
		}
		g = append(g, d)
	}
	return g, len(r.errs) == before
}

// values returns the value of a parameter, or the list of them, written out.
func (r *reader) values(arg field) *node {
	v := arg.value
	if v.kind == mapping {
		v = r.spaced(arg)
	}
	values := []*node{v}
	if v.kind == list {
		if values = v.items; len(values) == 0 {
			r.fail(v.at, "give at least one value, or leave "+arg.name+" out", "the grid of %s is empty", quote(arg.name))
		}
	}
	for _, v := range values {
		switch {
		case arg.name == "budget":
			r.fail(arg.at, "write it beside learners", "a budget belongs to the suite: every learner gets the same")
		case v.kind == mapping || v.kind == empty || v.kind == list:
			r.wrong(v, arg.name, "a value, a list of values or {log: [FROM, TO, COUNT]}")
		}
	}
	return v
}

// distinct refuses a point that is there twice.
func (r *reader) distinct(d *dimension) {
	seen := map[string]bool{}
	for i := range d.size() {
		point := grid{d.value(i)}.suffix()
		if seen[point] {
			r.fail(d.field.value.items[i].at, "", "duplicate value in the grid:%s", point)
		}
		seen[point] = true
	}
}
