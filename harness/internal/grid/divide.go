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

// narrow returns the panels of format text, and a note if they are not the whole grid in one. Optional
// columns are the last ones. It leaves out as many as Width asks for, then it divides the grid.
func (g Grid) narrow() (panels []Grid, note string) {
	fits := func(g *Grid) bool {
		if g.Width <= 0 {
			return true
		}
		_, width, err := g.lines()
		return err == nil && width <= g.Width
	}
	var left []string
	for c := len(g.Heads) - 1; c >= 0 && g.Heads[c].Optional && !fits(&g); c-- {
		left = append([]string{g.names()[c]}, left...)
		g.Heads = g.Heads[:c]
	}
	if left != nil {
		note = "Left out for lack of width: " + strings.Join(left, ", ") +
			". -columns or a wider terminal shows them. "
	}
	if panels = g.divide(fits); len(panels) > 1 {
		note += "Results are below each other for lack of width."
	}
	return panels, note
}
