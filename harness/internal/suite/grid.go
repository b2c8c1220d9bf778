package suite

import (
	"slices"
	"strings"
)

// A dimension of a grid is one argument: a value, or a list of values to go through.
type dimension struct {
	field field
	many  bool // it is one value of several
}

// size is how many values it goes through.
func (d *dimension) size() int {
	if v := d.field.value; v.kind == list {
		return len(v.items)
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
	if one.field.value.kind == list {
		one.field.value = one.field.value.items[i]
	}
	return one
}

// spec returns s with the arguments of g; of dimensions that are still lists, as they are written.
func (g grid) spec(s Spec) Spec {
	s.args = nil
	for _, d := range g {
		s.args = append(s.args, d.field)
	}
	s.Args = object(s.args)
	return s
}

// suffix tells the point apart from others of its grid: " lambda=0.01".
func (g grid) suffix() string {
	var b strings.Builder
	for _, d := range g {
		if d.many {
			b.WriteString(" " + d.field.name + "=" + d.field.value.spell())
		}
	}
	return b.String()
}
