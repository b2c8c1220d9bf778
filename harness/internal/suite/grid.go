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

// A dimension of a grid is one argument with a value or a list of values.
type dimension struct {
	field field
	many  bool // it is one value of several
}

// size returns the number of values.
func (d *dimension) size() int {
	if v := d.field.Value; v.Kind == yamltree.List {
		return len(v.Items)
	}
	return 1
}

// A grid is the product of its dimensions.
type grid []dimension

// size returns the number of points, or a number above maxRows if there are more.
func (g grid) size() int {
	n := 1
	for d := range g {
		if n *= g[d].size(); n > maxRows {
			break // before it overflows
		}
	}
	return n
}

// points returns g once for each combination of values of some dimensions, the last one varying
// fastest.
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

// others returns all other dimensions.
func (g grid) others(dimensions []int) (others []int) {
	for d := range g {
		if !slices.Contains(dimensions, d) {
			others = append(others, d)
		}
	}
	return others
}

// value returns d with only its i-th value.
func (d *dimension) value(i int) dimension {
	one := dimension{d.field, d.size() > 1}
	if one.field.Value.Kind == yamltree.List {
		one.field.Value = one.field.Value.Items[i]
	}
	return one
}

// spec returns s with the arguments of g. Lists stay as written.
func (g grid) spec(s Spec) Spec {
	s.args = nil
	for _, d := range g {
		s.args = append(s.args, d.field)
	}
	s.Args = yamltree.Object(s.args)
	return s
}

// suffix distinguishes a point from others of its grid: " lambda=0.01".
func (g grid) suffix() string {
	var b strings.Builder
	for _, d := range g {
		if d.many {
			b.WriteString(" " + d.field.Name + "=" + d.field.Value.Spell())
		}
	}
	return b.String()
}

// readGrid returns the grid of some arguments. It is not ok if a value is not possible for any
// parameter.
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

// readValues returns the value of a parameter, or the list of its values.
func readValues(r *reader, arg field) *node {
	v := arg.Value
	if v.Kind == yamltree.Mapping {
		v = expandRange(r, arg)
	}
	values := []*node{v}
	if v.Kind == yamltree.List {
		if values = v.Items; len(values) == 0 {
			r.Fail(v.At, "give at least one value, or leave "+arg.Name+" out", "the grid of %s is empty",
				yamltree.Quote(arg.Name))
		}
	}
	for _, v := range values {
		switch {
		case arg.Name == "budget":
			r.Fail(arg.At, "write it beside learners",
				"a budget belongs to the suite: every learner gets the same")
		case v.Kind == yamltree.Mapping || v.Kind == yamltree.Empty:
			r.wrong(v, arg.Name, "a value, a list of values or {log: [FROM, TO, COUNT]}")
		}
	}
	return v
}

// checkDistinct reports a point with the same value as another.
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

// expandRange returns the list of {log: [FROM, TO, COUNT]}: COUNT values with equal ratios. The
// ends are as written. Values between whole ends are rounded to whole numbers. Others are rounded
// to three digits, or more if rounding would move a value by more than a tenth of a step.
func expandRange(r *reader, arg field) *node {
	v := arg.Value
	if len(v.Fields) != 1 || v.Fields[0].Name != "log" {
		return v // a mapping is reported elsewhere
	}
	f := v.Fields[0]
	end := &param.Parameter{Name: "log", Type: "number", Range: "(0,inf)",
		Help: "values with equal ratios; others are a list"}
	out := &node{Kind: yamltree.List, At: v.At, Items: []*node{{Kind: yamltree.Text}, {Kind: yamltree.Text}}} // no further mistake is reported
	if f.Value.Kind != yamltree.List || len(f.Value.Items) != 3 {
		r.wrong(f.Value, f.Name, "[FROM, TO, COUNT]")
		return out
	}
	from, to, n := f.Value.Items[0], f.Value.Items[1], f.Value.Items[2]
	switch count := (&param.Parameter{Type: "integer", Range: fmt.Sprintf("[2,%d]", maxRows)}); {
	case !r.admits("an end of log", end, from) || !r.admits("an end of log", end, to) ||
		!r.admits("the count of log", count, n):
	case from.Number == to.Number:
		r.Fail(to.At, "", "log goes from %s to %s", from.Text, to.Text)
	default:
		out.Items = []*node{from}
		for _, v := range between(from.Number, to.Number, int(n.Number)) {
			out.Items = append(out.Items, &node{Kind: yamltree.Number, At: from.At,
				Text: strconv.FormatFloat(v, 'g', -1, 64), Number: v})
		}
		out.Items = append(out.Items, to)
	}
	return out
}

// between returns the values strictly between the ends, rounded.
func between(from, to float64, count int) (values []float64) {
	step := (math.Log(to) - math.Log(from)) / float64(count-1)
	format, digits := byte('g'), 3
	if from == math.Trunc(from) && to == math.Trunc(to) {
		format, digits = 'f', 0 // whole
	}
	for ok := false; !ok; format, digits = 'g', max(digits+1, 3) {
		ok, values = true, nil
		for i := 1; i < count-1; i++ {
			at := math.Log(from) + float64(i)*step
			v, _ := strconv.ParseFloat(strconv.FormatFloat(math.Exp(at), format, digits, 64), 64)
			ok = ok && (digits >= 17 || math.Abs(math.Log(v)-at) <= math.Abs(step)/10)
			values = append(values, v)
		}
	}
	return values
}

// A Panel says which place a dataset has among those made by its item's key "grid".
type Panel struct {
	Name    string   `json:"name"`    // the label of the item
	Factors []string `json:"factors"` // names of the arguments in the grid
	Values  []string `json:"values"`  // parallel to Factors: those of this dataset
}

// expandGrids replaces each dataset with a grid by a dataset for each combination of its values,
// the last one varying fastest.
func expandGrids(r *reader, things []thing[datasetKeys]) (all []thing[datasetKeys]) {
	for _, t := range things {
		g, ok := readGrid(r, t.own.Grid)
		for _, f := range t.own.Grid {
			if slices.ContainsFunc(t.args, func(a field) bool { return a.Name == f.Name }) {
				r.Fail(f.At, "", "%s stands beside the grid, too", yamltree.Quote(f.Name))
				ok = false
			}
		}
		switch {
		case !ok:
		case len(g) == 0:
			all = append(all, t)
		case g.size() > maxRows:
			r.Fail(t.Pos, "", "this grid has more than %d datasets", maxRows)
		default:
			for _, p := range g.points(g.others(nil)) {
				one := t
				one.own.panel = &Panel{Name: t.Label}
				for _, d := range p {
					one.args = append(slices.Clone(one.args), d.field)
					one.own.panel.Factors = append(one.own.panel.Factors, d.field.Name)
					one.own.panel.Values = append(one.own.panel.Values, d.field.Value.Spell())
				}
				one.Args = yamltree.Object(one.args)
				one.Label += p.suffix()
				all = append(all, one)
			}
		}
	}
	return all
}
