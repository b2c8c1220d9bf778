package report

import "slices"

// lineWidth is that of the class article in 10 pt, in points.
const lineWidth = 345

// A latexSize is a size of type.
type latexSize struct {
	command string
	char    float64 // at most the mean width of a character, in points
	between float64 // of two columns
}

// latexSizes are those that a table is tried in, the largest first. In Computer Modern at 10 pt a digit is 5 pt wide, in bold 5.75.
var latexSizes = []latexSize{{"", 5.4, 12}, {`\small`, 4.9, 10}, {`\footnotesize`, 4.5, 8}, {`\scriptsize`, 4.1, 5}}

// panels returns the layout, in the largest size in which a line holds it; where none does, in the smallest, with the columns of numbers divided
// among as many panels as it takes, each behind the columns of words.
func (l Layout) panels() ([]Layout, latexSize) {
	for _, size := range latexSizes {
		if l.width(size) <= lineWidth {
			return []Layout{l}, size
		}
	}
	size := latexSizes[len(latexSizes)-1]
	words := 0
	for words < len(l.Heads) && !l.Heads[words].Result && !l.Heads[words].Number {
		words++
	}
	var names []int
	for c := range words {
		names = append(names, c)
	}
	var panels []Layout
	at := names
	for c := words; c < len(l.Heads); c++ {
		// What belongs together, as a dataset's metrics and published numbers do, is parted only where it must be.
		group := []int{c}
		for l.Heads[c].Top != "" && c+1 < len(l.Heads) && l.Heads[c+1].Top == l.Heads[c].Top {
			c++
			group = append(group, c)
		}
		fits := func(more ...int) bool { return l.of(slices.Concat(at, more)).width(size) <= lineWidth }
		begin := func() {
			if len(at) > words {
				panels, at = append(panels, l.of(at)), names
			}
		}
		if !fits(group...) {
			begin()
		}
		for _, column := range group {
			if !fits(column) {
				begin()
			}
			at = slices.Concat(at, []int{column})
		}
	}
	return append(panels, l.of(at)), size
}

// of returns the layout with some of its columns.
func (l Layout) of(columns []int) Layout {
	out := Layout{Heads: pick(l.Heads, columns)}
	for _, line := range l.Lines {
		out.Lines = append(out.Lines, pick(line, columns))
	}
	return out
}

// width estimates how wide the layout is, rather too wide, in points.
func (l Layout) width(size latexSize) float64 {
	total := float64(len(l.Heads)-1) * size.between
	for c, h := range l.Heads {
		chars := length(h.Bottom)
		if !(c > 0 && l.Heads[c-1].Top == h.Top) && !(c+1 < len(l.Heads) && l.Heads[c+1].Top == h.Top) {
			chars = max(chars, length(h.Top)) // else it is over several
		}
		for _, line := range l.Lines {
			f := line[c]
			n := length(f.Mean)
			if f.Std != "" {
				n += 3 + length(f.Std) // ± and its spaces
			}
			if f.Undecided {
				n += 3
			}
			if f.Tail != "" {
				n += 1 + length(f.Tail)
			}
			if f.Note > 0 {
				n++
			}
			chars = max(chars, n)
		}
		total += size.char * float64(chars)
	}
	return total
}
