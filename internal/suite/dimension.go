package suite

import (
	"slices"
	"strings"
)

// zip is the key of parameters whose lists are gone through together.
const zip = "zip"

// dimensions returns the grid of an item's arguments. It is not ok if some have values
// that no parameter can have.
func (r *reader) dimensions(it item) (g grid, ok bool) {
	before := len(r.errs)
	for _, arg := range it.args {
		d := dimension{fields: []field{arg}, at: arg.at}
		if arg.name == zip {
			d = r.zipped(it, arg)
		} else {
			d.fields[0].value = r.values(arg)
		}
		if len(d.fields) > 0 {
			g = append(g, d)
		}
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
	seen := map[scalarKey]bool{}
	for _, v := range values {
		switch {
		case arg.name == "budget":
			r.fail(arg.at, "write it beside learners", "a budget belongs to the suite: every learner gets the same")
		case v.kind == mapping:
			r.wrong(v, arg.name, "a value, a list of values or {log: [FROM, TO, COUNT]}")
		case v.kind == empty || v.kind == list:
			r.wrong(v, arg.name, "a value or a list of values")
		case seen[v.key()]:
			r.fail(v.at, "", "%s is here twice in the grid of %s", v.spell(), quote(arg.name))
		default:
			seen[v.key()] = true
		}
	}
	return v
}

// A scalarKey is the same for scalars of the same value.
type scalarKey struct {
	kind kind
	text string
}

func (n *node) key() scalarKey { return scalarKey{n.kind, n.spell()} }

// zipped reads zip: {NAME: [VALUES], NAME: [VALUES]}: lists of one length, of which
// the first values make a point, the second ones the next.
func (r *reader) zipped(it item, arg field) (d dimension) {
	d.at, d.zipped = arg.at, true
	if arg.value.kind != mapping || len(arg.value.fields) < 2 {
		r.fail(arg.value.at, "write zip: {lambda: [0.1, 0.01], passes: [10, 100]}", "zip goes through the lists of two parameters or more together")
		return d
	}
	for _, f := range arg.value.fields {
		if slices.ContainsFunc(it.args, func(a field) bool { return a.name == f.name }) {
			r.fail(f.at, "delete one of them", "%s is in zip and beside it", quote(f.name))
			continue
		}
		if f.value.kind == mapping {
			f.value = r.spaced(f)
		}
		switch first := arg.value.fields[0]; {
		case f.value.kind != list || len(f.value.items) < 2:
			r.wrong(f.value, f.name, "a list of two values or more, or {log: [FROM, TO, COUNT]}")
			continue
		case len(d.fields) > 0 && len(f.value.items) != d.size():
			r.fail(f.value.at, "", "%s has %d values and %s, with which it is zipped, has %d", f.name, len(f.value.items), first.name, d.size())
			continue
		}
		for _, v := range f.value.items {
			if v.kind == empty || v.kind == list || v.kind == mapping {
				r.wrong(v, f.name, "a list of values")
				return d
			}
		}
		d.fields = append(d.fields, f)
	}
	r.distinct(&d)
	return d
}

// distinct refuses a point that is there twice.
func (r *reader) distinct(d *dimension) {
	seen := map[string]bool{}
	for i := 0; len(d.fields) > 0 && i < d.size(); i++ {
		point := strings.TrimPrefix(grid{d.value(i)}.suffix(), " ")
		if seen[point] {
			r.fail(d.fields[0].value.items[i].at, "", "%s is here twice in zip", point)
		}
		seen[point] = true
	}
}
