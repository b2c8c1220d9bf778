package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

func rowsOf(d *data.Dataset, of func(*sp.Instance) *sp.Rows) (all []*sp.Rows) {
	for i := range d.Instances {
		all = append(all, of(&d.Instances[i]))
	}
	return all
}

// A column has statistics of one feature over all rows.
type column struct {
	number   int
	seen     int // stored values
	least    float32
	greatest float32
}

// columns are the columns with values: all of dense rows, those in use of sparse rows.
type columns struct {
	number map[int]int // of a column in list; nil: columns are dense
	list   []column
}

func newColumns(all []*sp.Rows) *columns {
	for _, r := range all {
		if len(r.Dense) > 0 {
			list := slices.Repeat([]column{unseen}, r.D)
			for j := range list {
				list[j].number = j
			}
			return &columns{list: list}
		}
	}
	return &columns{number: map[int]int{}}
}

var unseen = column{least: math.MaxFloat32, greatest: -math.MaxFloat32}

func (c *columns) at(j int) *column {
	if c.number == nil {
		return &c.list[j]
	}
	at, known := c.number[j]
	if !known {
		at = len(c.list)
		c.number[j] = at
		c.list = append(c.list, unseen)
		c.list[at].number = j
	}
	return &c.list[at]
}

// size is the largest absolute value.
func (c *column) size() float64 {
	return max(math.Abs(float64(c.least)), math.Abs(float64(c.greatest)))
}

// scales warns of columns with at least manyTimes the scale of others.
func (p *printer) scales(about string, list []column, sparse bool) {
	var sizes []float64 // without 0
	for i := range list {
		if size := list[i].size(); size > 0 {
			sizes = append(sizes, size)
		}
	}
	if len(sizes) == 0 {
		return
	}
	slices.Sort(sizes)
	usual := sizes[(len(sizes)-1)/4] // also where most columns are large
	var names []string
	for i := range list {
		if size := list[i].size(); size >= manyTimes*usual {
			names = append(names, fmt.Sprintf("%d (to %.4g)", list[i].number, size))
		}
	}
	if len(names) == 0 {
		return
	}
	if most := 5; len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d others", len(names)-most))
	}
	remedy := "standardise: true"
	if sparse {
		remedy = "scale them in the file"
	}
	p.line(about, "columns of %d times the scale of others: %s; hint: %s", manyTimes,
		strings.Join(names, ", "), remedy)
}

// manyTimes is the smallest ratio of scales with a clear effect on the number of passes.
const manyTimes = 1000

// features describes the width and density of rows, and columns without information. The function is
// long: it counts everything in one pass over the rows.
func (p *printer) features(what string, width int, all []*sp.Rows) {
	about := what + " features"
	used := newColumns(all)
	rows, full, sparse := 0, 0, false
	for _, r := range all {
		rows += r.N
		sparse = sparse || r.Sparse()
		each(r, func(j int, v float32) {
			c := used.at(j)
			c.seen++
			c.least, c.greatest = min(c.least, v), max(c.greatest, v)
			if v != 0 {
				full++
			}
		})
	}
	if width == 0 || rows == 0 {
		p.line(about, "%d; there are no values", width)
		return
	}
	zero, ones := width-len(used.list), 0
	least, greatest := float32(math.MaxFloat32), -float32(math.MaxFloat32)
	if zero > 0 {
		least, greatest = 0, 0
	}
	for _, c := range used.list {
		low, high := c.least, c.greatest
		if c.seen < rows {
			low, high = min(low, 0), max(high, 0)
		}
		if low == 0 && high == 0 {
			zero++
		}
		if low == high && low != 0 {
			ones++
		}
		least, greatest = min(least, low), max(greatest, high)
	}
	text := fmt.Sprintf("%d", width)
	if sparse {
		text += ", sparse"
	}
	p.line(about, "%s; values from %.4g to %.4g, %.1f of a row are not 0", text, least, greatest,
		float64(full)/float64(rows))
	switch {
	case zero > width/2:
		p.line(about, "columns go to %d, but only %d are used: the others are 0 everywhere", width-1,
			width-zero)
	case zero > 0:
		p.line(about, "%d columns are 0 everywhere", zero)
	}
	if !p.standardised {
		p.scales(about, used.list, sparse)
	}
	if ones == 0 && what == "node" {
		p.line(about, "no column is the same everywhere, such as 1: labels have no bias")
	}
}

// largest shows the largest value of sparse rows and how many values differ from 1. It reveals a
// name such as 10:30 that was read as a name and a value.
func (p *printer) largest(d *data.Dataset) {
	stored, other, greatest, text := 0, 0, float32(0), ""
	for i := range d.Instances {
		x := &d.Instances[i]
		for v := range x.Node.N {
			if !x.Node.Sparse() {
				return
			}
			index, value := x.Node.Row(v)
			stored += len(index)
			for at, w := range value {
				if w == 1 {
					continue
				}
				other++
				if size := float32(math.Abs(float64(w))); text == "" || size > greatest {
					greatest, text = size, fmt.Sprintf("%g, column %d of variable %d of %q", w, index[at], v, x.ID)
				}
			}
		}
	}
	if other > 0 {
		p.line("node features", "%d values of the %d that are stored are not 1; the largest is %s", other,
			stored, text)
	}
}

// each calls do with every stored value of r and its column.
func each(r *sp.Rows, do func(j int, v float32)) {
	for i := range r.N {
		if !r.Sparse() {
			for j, v := range r.DenseRow(i) {
				do(j, v)
			}
			continue
		}
		index, value := r.Row(i)
		for at, j := range index {
			v := float32(1)
			if value != nil {
				v = value[at]
			}
			do(int(j), v)
		}
	}
}
