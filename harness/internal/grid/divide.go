package grid

import (
	"slices"
	"strings"
)

// divide returns the grid with its columns of numbers divided among panels that fit, each behind the
// columns of words. A single column may not fit.
func (g *Grid) divide(fits func(panel *Grid) bool) (panels []Grid) {
	var words []int
	for c := range g.Words() {
		words = append(words, c)
	}
	at := words
	fitting := func(more ...int) bool {
		panel := g.Select(slices.Concat(at, more))
		return fits(&panel)
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
		if !fitting(group...) {
			begin()
		}
		for _, column := range group {
			if !fitting(column) {
				begin()
			}
			at = slices.Concat(at, []int{column})
		}
	}
	return append(panels, g.Select(at))
}

// narrow returns the panels of format text, and a note if they are not the whole grid in one. It
// leaves out optional columns from the right until the grid fits Width, then divides it.
func (g Grid) narrow() (panels []Grid, note []string) {
	fits := func(g *Grid) bool {
		if g.Width == 0 {
			return true
		}
		_, width, err := g.lines()
		return err == nil && width <= g.Width
	}
	var left []string
	for c := len(g.Heads) - 1; c >= 0 && !fits(&g); c-- {
		if g.Heads[c].Optional {
			left = slices.Insert(left, 0, g.names()[c])
			g = g.without(c)
		}
	}
	text := ""
	if left != nil {
		text = "Left out for lack of width: " + strings.Join(left, ", ") +
			". -columns or a wider terminal shows them."
	}
	panels = []Grid{g}
	if !fits(&g) {
		panels = g.divide(fits)
	}
	if len(panels) > 1 {
		text += " Results are below each other for lack of width."
	}
	if text != "" {
		note = []string{text}
	}
	return panels, note
}

// without returns the grid without column c.
func (g *Grid) without(c int) Grid {
	var rest []int
	for other := range g.Heads {
		if other != c {
			rest = append(rest, other)
		}
	}
	return g.Select(rest)
}
