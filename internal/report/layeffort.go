package report

import "fmt"

// layEffort returns, with their heads, the CPU seconds, passes, calls and gap of each
// row: of several datasets the largest, as a sum over them is the effort of nothing.
// A row that lacks a number on one of them has a dash. Where the first output of a
// learner failed, another one of the same fits speaks for it.
func (t *Table) layEffort() ([]Head, [][]Field) {
	heads := []Head{{Top: "CPU", Bottom: "s"}, {Bottom: "passes"}, {Bottom: "calls"}}
	if t.hasGap() {
		heads = append(heads, Head{Top: "gap", Bottom: "%"})
	}
	for i := range heads {
		heads[i].Number = true
	}
	totals := make([][4]float64, len(t.Rows))
	var seconds, passes []float64
	for r := range t.Rows {
		totals[r] = t.total(r)
		for next := r + 1; !finite(totals[r][0]) && next < len(t.Rows) && t.Rows[next].Label == t.Rows[r].Label; next++ {
			totals[r] = t.total(next)
		}
		if finite(totals[r][0]) {
			seconds, passes = append(seconds, totals[r][0]), append(passes, totals[r][1])
		}
	}
	write := []func(v float64) string{
		func(v float64) string { return fixed(v, decimals(seconds)) },
		func(v float64) string { return fixed(v, decimals(passes)) },
		thousands, percent,
	}
	fields := make([][]Field, len(t.Rows))
	for r, total := range totals {
		for i := range heads {
			f := Field{Mean: "—", Value: notANumber}
			if finite(total[i]) {
				f = Field{Mean: write[i](total[i]), Value: total[i]}
			}
			fields[r] = append(fields[r], f)
		}
	}
	return heads, fields
}

// total returns CPU seconds, passes, calls and gap of row r on all datasets.
func (t *Table) total(r int) (total [4]float64) {
	known := false
	for _, e := range t.Rows[r].Effort {
		total[0] = max(total[0], float64(e.CPUSeconds)) // NaN, if there is one
		total[1] = max(total[1], float64(e.Passes))
		total[2] = max(total[2], float64(e.Calls))
		if gap := float64(e.Gap); finite(gap) {
			total[3] = max(total[3], gap)
			known = true
		}
	}
	if !known {
		total[3] = notANumber
	}
	return total
}

// hasGap reports whether any fit has a gap.
func (t *Table) hasGap() bool {
	for _, row := range t.Rows {
		for _, e := range row.Effort {
			if finite(float64(e.Gap)) {
				return true
			}
		}
	}
	return false
}

// thousands writes a count in at most five characters, with three digits from ten
// thousand on.
func thousands(v float64) string {
	if v < 9999.5 {
		return grouped(v)
	}
	for _, unit := range []string{"k", "M", "G"} {
		if v /= 1000; v < 999.5 {
			return significant(v) + unit
		}
	}
	return fmt.Sprintf("%.0e", v*1e9)
}

// percent writes a share as percent, with a decimal below ten.
func percent(v float64) string {
	if v *= 100; v < 9.95 {
		return fixed(v, 1)
	}
	return grouped(v)
}
