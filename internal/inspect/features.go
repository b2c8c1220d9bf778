package inspect

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/data"
)

func rowsOf(d *data.Dataset, of func(*sp.Instance) *sp.Rows) (all []*sp.Rows) {
	for i := range d.Instances {
		all = append(all, of(&d.Instances[i]))
	}
	return all
}

// A column is what is known of one feature over all rows.
type column struct {
	seen     int // values that are stored
	least    float32
	greatest float32
}

// features says how wide the rows are, how full, and which columns say nothing.
func (p *printer) features(what string, width int, all []*sp.Rows) {
	columns := make([]column, width)
	for j := range columns {
		columns[j] = column{least: math.MaxFloat32, greatest: -math.MaxFloat32}
	}
	rows, stored, full, sparse := 0, 0, 0, false
	for _, r := range all {
		rows += r.N
		sparse = sparse || r.Sparse()
		each(r, func(j int, v float32) {
			c := &columns[j]
			c.seen++
			c.least, c.greatest = min(c.least, v), max(c.greatest, v)
			stored++
			if v != 0 {
				full++
			}
		})
	}
	text := fmt.Sprintf("%d", width)
	if sparse {
		text += ", sparse"
	}
	zero, ones := 0, 0
	least, greatest := float32(math.MaxFloat32), -float32(math.MaxFloat32)
	for _, c := range columns {
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
	about := what + " features"
	p.line(about, "%s; values from %.4g to %.4g, %.1f of a row are not 0", text, least, greatest, float64(full)/float64(max(rows, 1)))
	if zero > 0 {
		p.line(about, "%d columns are 0 everywhere", zero)
	}
	if ones == 0 && what == "node" {
		p.line(about, "no column is the same everywhere, such as 1: labels have no bias")
	}
}

// each calls do with every value of r that is stored and its column.
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
