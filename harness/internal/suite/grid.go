package suite

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
	"github.com/spbench/spbench/harness/param"
)

// A dimension of a grid is one argument: a value, or a list of values to go through.
type dimension struct {
	field field
	many  bool // it is one value of several
}

// size is how many values it goes through.
func (d *dimension) size() int {
	if v := d.field.Value; v.Kind == yamltree.List {
		return len(v.Items)
	}
	return 1
}

// A grid is what an item's arguments go through, each combined with all others.
type grid []dimension

// size is how many points the grid has; more than maxRows where that is too many.
func (g grid) size() int {
	n := 1
	for d := range g {
		if n *= g[d].size(); n > maxRows {
			break // so that it cannot overflow
		}
	}
	return n
}

// points returns g with one value for each of the dimensions, in all ways, the last one
// varying fastest.
func (g grid) points(dimensions []int) []grid {
	points := []grid{g}
	for _, d := range dimensions {
		var finer []grid
		for _, p := range points {
			for i := range g[d].size() {
				q := slices.Clone(p)
				q[d] = g[d].value(i)
				finer = append(finer, q)
			}
		}
		points = finer
	}
	return points
}

// others returns the dimensions that are not among these.
func (g grid) others(dimensions []int) (others []int) {
	for d := range g {
		if !slices.Contains(dimensions, d) {
			others = append(others, d)
		}
	}
	return others
}

// value returns d with the i-th of its values alone.
func (d *dimension) value(i int) dimension {
	one := dimension{d.field, d.size() > 1}
	if one.field.Value.Kind == yamltree.List {
		one.field.Value = one.field.Value.Items[i]
	}
	return one
}

// spec returns s with the arguments of g; of dimensions that are still lists, as they are written.
func (g grid) spec(s Spec) Spec {
	s.args = nil
	for _, d := range g {
		s.args = append(s.args, d.field)
	}
	s.Args = yamltree.Object(s.args)
	return s
}

// suffix tells the point apart from others of its grid: " lambda=0.01".
func (g grid) suffix() string {
	var b strings.Builder
	for _, d := range g {
		if d.many {
			b.WriteString(" " + d.field.Name + "=" + d.field.Value.Spell())
		}
	}
	return b.String()
}

// readGrid returns the grid of some arguments. It is not ok if some have values
// that no parameter can have.
func readGrid(r *reader, args []field) (g grid, ok bool) {
	before := len(r.Errs)
	for _, arg := range args {
		arg.Value = readValues(r, arg)
		d := dimension{field: arg}
		if len(r.Errs) == before {
			checkDistinct(r, &d)
		}
		g = append(g, d)
	}
	return g, len(r.Errs) == before
}

// readValues returns the value of a parameter, or the list of them, written out.
func readValues(r *reader, arg field) *node {
	v := arg.Value
	if v.Kind == yamltree.Mapping {
		v = expandRange(r, arg)
	}
	values := []*node{v}
	if v.Kind == yamltree.List {
		if values = v.Items; len(values) == 0 {
			r.Fail(v.At, "give at least one value, or leave "+arg.Name+" out", "the grid of %s is empty", yamltree.Quote(arg.Name))
		}
	}
	for _, v := range values {
		switch {
		case arg.Name == "budget":
			r.Fail(arg.At, "write it beside learners", "a budget belongs to the suite: every learner gets the same")
		case v.Kind == yamltree.Mapping || v.Kind == yamltree.Empty || v.Kind == yamltree.List:
			r.wrong(v, arg.Name, "a value, a list of values or {log: [FROM, TO, COUNT]}")
		}
	}
	return v
}

// checkDistinct refuses a point that is there twice.
func checkDistinct(r *reader, d *dimension) {
	seen := map[string]bool{}
	for i := range d.size() {
		point := grid{d.value(i)}.suffix()
		if seen[point] {
			r.Fail(d.field.Value.Items[i].At, "", "duplicate value in the grid:%s", point)
		}
		seen[point] = true
	}
}

// expandRange returns the list that {log: [FROM, TO, COUNT]} or {linear: [FROM, TO, COUNT]} stands for:
// so many values from one to the other, at equal ratios or at equal distances, the ends as they
// are written. Those between are rounded, to whole numbers where both ends are, else to three digits,
// or to as many more as it takes that none moves by more than a tenth of a step.
func expandRange(r *reader, arg field) *node {
	v := arg.Value
	if len(v.Fields) != 1 || v.Fields[0].Name != "log" && v.Fields[0].Name != "linear" {
		return v // a mapping, which no parameter is
	}
	f := v.Fields[0]
	end := &param.Parameter{Type: "number"}
	scale := scale{forth: func(x float64) float64 { return x }, back: func(x float64) float64 { return x }}
	if f.Name == "log" {
		scale.forth, scale.back = math.Log, math.Exp
		end.Name, end.Help, end.Range = "linear", "has equal distances instead of equal ratios", "(0,inf)"
	}
	out := &node{Kind: yamltree.List, At: v.At, Items: []*node{{Kind: yamltree.Text}, {Kind: yamltree.Text}}} // of which nothing more is to be said
	if f.Value.Kind != yamltree.List || len(f.Value.Items) != 3 {
		r.wrong(f.Value, f.Name, "[FROM, TO, COUNT]")
		return out
	}
	from, to, n := f.Value.Items[0], f.Value.Items[1], f.Value.Items[2]
	switch count := (&param.Parameter{Type: "integer", Range: fmt.Sprintf("[2,%d]", maxRows)}); {
	case !r.admits("an end of "+f.Name, end, from) || !r.admits("an end of "+f.Name, end, to) || !r.admits("the count of "+f.Name, count, n):
	case from.Number == to.Number:
		r.Fail(to.At, "", "%s goes from %s to %s", f.Name, from.Text, to.Text)
	default:
		out.Items = []*node{from}
		for _, v := range scale.between(from.Number, to.Number, int(n.Number)) {
			out.Items = append(out.Items, &node{Kind: yamltree.Number, At: from.At, Text: strconv.FormatFloat(v, 'g', -1, 64), Number: v})
		}
		out.Items = append(out.Items, to)
	}
	return out
}

// A scale is what values are at equal distances on.
type scale struct{ forth, back func(float64) float64 }

// between returns the values strictly between the ends, with as few digits as none moves too far.
func (s scale) between(from, to float64, count int) (values []float64) {
	step := (s.forth(to) - s.forth(from)) / float64(count-1)
	format, digits := byte('g'), 3
	if from == math.Trunc(from) && to == math.Trunc(to) {
		format, digits = 'f', 0 // whole
	}
	for ok := false; !ok; format, digits = 'g', max(digits+1, 3) {
		ok, values = true, nil
		for i := 1; i < count-1; i++ {
			at := s.forth(from) + float64(i)*step
			v, _ := strconv.ParseFloat(strconv.FormatFloat(s.back(at), format, digits, 64), 64)
			ok = ok && (digits >= 17 || math.Abs(s.forth(v)-at) <= math.Abs(step)/10)
			values = append(values, v)
		}
	}
	return values
}
