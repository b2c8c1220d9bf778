package grid

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
// and divides the grid.
func (g *Grid) panels() ([]Grid, latexSize) {
	for _, size := range latexSizes {
		if g.width(size) <= lineWidth {
			return []Grid{*g}, size
		}
	}
	size := latexSizes[len(latexSizes)-1]
	return g.divide(func(panel *Grid) bool { return panel.width(size) <= lineWidth }), size
}

// width estimates the width in points, rather too large.
func (g *Grid) width(size latexSize) float64 {
	total := float64(len(g.Heads)-1) * size.between
	for c, h := range g.Heads {
		chars := max(length(Plain(h.Bottom)), length(Plain(h.Third)))
		if g.group(c) == c+1 && (c == 0 || g.Heads[c-1].Top != h.Top) {
			chars = max(chars, length(Plain(h.Top))) // else it is over several
		}
		for _, row := range g.Rows {
			f := row[c]
			n := length(Plain(f.Text))
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
