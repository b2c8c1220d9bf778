package suite

import "slices"

// zip is the key of parameters whose lists are gone through together.
const zip = "zip"

// dimensions returns the grid of some arguments. It is not ok if some have values
// that no parameter can have.
func (r *reader) dimensions(args []field) (g grid, ok bool) {
	before := len(r.errs)
	for _, arg := range args {
		d := dimension{fields: []field{arg}, at: arg.at, zipped: arg.name == zip}
		if d.zipped {
			d.fields = slices.Clone(arg.value.fields)
		}
		for i, f := range d.fields {
			d.fields[i].value = r.values(f)
		}
		if d.zipped {
			r.zipped(args, arg, d.fields)
		}
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

// zipped checks zip: {NAME: [VALUES], NAME: [VALUES]}: lists of one length, of which
// the first values make a point, the second ones the next.
func (r *reader) zipped(args []field, arg field, fields []field) {
	if len(fields) < 2 {
		r.fail(arg.value.at, "write zip: {lambda: [0.1, 0.01], passes: [10, 100]}", "zip goes through the lists of two parameters or more together")
		return
	}
	for _, f := range fields {
		first, n := fields[0], len(f.value.items)
		switch {
		case slices.ContainsFunc(args, func(a field) bool { return a.name == f.name }):
			r.fail(f.at, "delete one of them", "%s is in zip and beside it", quote(f.name))
		case n < 2:
			r.wrong(f.value, f.name, "a list of two values or more, or {log: [FROM, TO, COUNT]}")
		case n != len(first.value.items):
			r.fail(f.value.at, "", "%s has %d values and %s, with which it is zipped, has %d", f.name, n, first.name, len(first.value.items))
		}
	}
}

// distinct refuses a point that is there twice.
func (r *reader) distinct(d *dimension) {
	seen := map[string]bool{}
	for i := range d.size() {
		point := grid{d.value(i)}.suffix()
		if seen[point] {
			r.fail(d.fields[0].value.items[i].at, "", "the grid has%s twice", point)
		}
		seen[point] = true
	}
}
