package grid

import "slices"

// lineWidth is that of the class article in 10 pt, in points.
const lineWidth = 345

// A latexSize is a size of type.
type latexSize struct {
	command string
	char    float64 // at most the mean width of a character, in points
	between float64 // space between two columns, in points
}

// latexSizes are tried in this order. In Computer Modern at 10 pt a digit is 5 pt wide, in bold
// 5.75.
var latexSizes = []latexSize{{"", 5.4, 12}, {`\small`, 4.9, 10}, {`\footnotesize`, 4.5, 8},
	{`\scriptsize`, 4.1, 5}}

// panels returns the grid in the largest size in which it fits a line. Else it uses the smallest,
// and divides the columns of numbers among panels, each behind the columns of words.
func (g *Grid) panels() ([]Grid, latexSize) {
	for _, size := range latexSizes {
		if g.width(size) <= lineWidth {
			return []Grid{*g}, size
		}
	}
	size := latexSizes[len(latexSizes)-1]
	var words []int
	for c := range g.Words() {
		words = append(words, c)
	}
	var panels []Grid
	at := words
	fits := func(more ...int) bool {
		panel := g.Select(slices.Concat(at, more))
		return panel.width(size) <= lineWidth
	}
	begin := func() {
		if len(at) > len(words) {
			panels, at = append(panels, g.Select(at)), words
		}
	}
	for c, end := len(words), 0; c < len(g.Heads); c = end {
		end = g.group(c) // a dataset's metrics are parted only if they must be
		var group []int
		for column := c; column < end; column++ {
			group = append(group, column)
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
	return append(panels, g.Select(at)), size
}

// width estimates the width in points, rather too large.
func (g *Grid) width(size latexSize) float64 {
	total := float64(len(g.Heads)-1) * size.between
	for c, h := range g.Heads {
		chars := length(h.Bottom)
		if g.group(c) == c+1 && (c == 0 || g.Heads[c-1].Top != h.Top) {
			chars = max(chars, length(h.Top)) // else it is over several
		}
		for _, row := range g.Rows {
			f := row[c]
			n := length(f.Text)
			if f.Spread != "" {
				n += 3 + length(f.Spread) // ± and its spaces
			}
			if f.Mark != "" {
				n += 2 + length(f.Mark)
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
