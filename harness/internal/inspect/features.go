package inspect

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

func nodeFeatures(d *data.Dataset) []string {
	t := count(d, d.NodeWidth, func(x *sp.Instance) *sp.Rows { return &x.Node })
	lines := t.lines(d)
	if t.rows > 0 && t.width > 0 && t.constant == 0 {
		lines = append(lines, "no column is the same everywhere, such as 1: labels have no bias")
	}
	if t.sparse && t.other > 0 {
		lines = append(lines, fmt.Sprintf("%d values of the %d that are stored are not 1; "+
			"the largest is %g, %s", t.other, t.stored, t.largest, t.at))
	}
	names, _, err := d.FeatureNames()
	if err != nil {
		return append(lines, err.Error())
	}
	return append(lines, numbers(names)...)
}

func labelFeatures(d *data.Dataset) []string {
	t := count(d, d.Instances[0].Label.D, func(x *sp.Instance) *sp.Rows { return &x.Label })
	if t.rows == 0 {
		return nil
	}
	return t.lines(d)
}

func edgeFeatures(d *data.Dataset) []string {
	switch {
	case structured(d):
		return nil
	case d.EdgeWidth == 0:
		return []string{"none: one constant feature for each edge"}
	}
	return count(d, d.EdgeWidth, func(x *sp.Instance) *sp.Rows { return &x.Edge }).lines(d)
}

// A tally has statistics of the rows of variables or of edges, and of their columns.
type tally struct {
	rows, width     int
	full            int // values that are not 0
	sparse          bool
	zero, constant  int // columns that are 0 everywhere, or another number
	least, greatest float32
	columns         map[int]*column // those with stored values
	stored, other   int             // values, and those that are not 1
	largest         float32         // of the others; it reveals 10:30 read as a name and a value
	at              string
}

// A column has statistics of one feature over all rows.
type column struct {
	seen            int // stored values
	least, greatest float32
}

// size is the largest absolute value.
func (c *column) size() float64 {
	return max(math.Abs(float64(c.least)), math.Abs(float64(c.greatest)))
}

// count visits all rows once, then the columns in use.
func count(d *data.Dataset, width int, of func(*sp.Instance) *sp.Rows) *tally {
	t := &tally{width: width, columns: map[int]*column{}, least: math.MaxFloat32,
		greatest: -math.MaxFloat32}
	for i := range d.Instances {
		x := &d.Instances[i]
		r := of(x)
		t.rows += r.N
		t.sparse = t.sparse || r.Sparse()
		for d := range r.N {
			row(r, d, func(j int, v float32) {
				c := t.columns[j]
				if c == nil {
					c = &column{least: math.MaxFloat32, greatest: -math.MaxFloat32}
					t.columns[j] = c
				}
				c.seen++
				c.least, c.greatest = min(c.least, v), max(c.greatest, v)
				if v != 0 {
					t.full++
				}
				if t.stored++; v != 1 {
					if t.other++; t.at == "" || math.Abs(float64(v)) > math.Abs(float64(t.largest)) {
						t.largest, t.at = v, fmt.Sprintf("column %d of variable %d of %q", j, d, x.ID)
					}
				}
			})
		}
	}
	if t.zero = width - len(t.columns); t.zero > 0 {
		t.least, t.greatest = 0, 0
	}
	for _, c := range t.columns {
		low, high := c.least, c.greatest
		if c.seen < t.rows { // the others are 0
			low, high = min(low, 0), max(high, 0)
		}
		switch {
		case low == 0 && high == 0:
			t.zero++
		case low == high:
			t.constant++
		}
		t.least, t.greatest = min(t.least, low), max(t.greatest, high)
	}
	return t
}

// lines describes the width and density of rows, and columns without information.
func (t *tally) lines(d *data.Dataset) []string {
	if t.width == 0 || t.rows == 0 {
		return []string{fmt.Sprintf("%d; there are no values", t.width)}
	}
	text := fmt.Sprintf("%d", t.width)
	if t.sparse {
		text += ", sparse"
	}
	lines := []string{fmt.Sprintf("%s; values from %.4g to %.4g, %.1f of a row are not 0", text,
		t.least, t.greatest, float64(t.full)/float64(t.rows))}
	switch {
	case t.zero > t.width/2:
		lines = append(lines, fmt.Sprintf(
			"columns go to %d, but only %d are used: the others are 0 everywhere", t.width-1,
			t.width-t.zero))
	case t.zero > 0:
		lines = append(lines, fmt.Sprintf("%d columns are 0 everywhere", t.zero))
	}
	if names := t.outsized(); names != nil && !d.Standardise {
		remedy := "standardise: true"
		if t.sparse {
			remedy = "scale them in the file"
		}
		lines = append(lines, fmt.Sprintf("columns of %d times the scale of others: %s; hint: %s",
			manyTimes, strings.Join(names, ", "), remedy))
	}
	return lines
}

// manyTimes is the smallest ratio of scales with a clear effect on the number of passes.
const manyTimes = 1000

// outsized names the columns with at least manyTimes the scale of others.
func (t *tally) outsized() (names []string) {
	var sizes []float64 // without 0
	for _, c := range t.columns {
		if size := c.size(); size > 0 {
			sizes = append(sizes, size)
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	slices.Sort(sizes)
	usual := sizes[(len(sizes)-1)/4] // also where most columns are large
	for _, j := range slices.Sorted(maps.Keys(t.columns)) {
		if size := t.columns[j].size(); size >= manyTimes*usual {
			names = append(names, fmt.Sprintf("%d (to %.4g)", j, size))
		}
	}
	if most := 5; len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d others", len(names)-most))
	}
	return names
}

// row calls do with every stored value of row i and its column.
func row(r *sp.Rows, i int, do func(j int, v float32)) {
	if !r.Sparse() {
		for j, v := range r.DenseRow(i) {
			do(j, v)
		}
		return
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
