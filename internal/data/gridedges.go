package data

import "github.com/spbench/spbench/harness/sp"

// gridEdges joins every pixel of an image, row by row, to the one on its right and to
// the one below.
func gridEdges(rows, columns int) []sp.Edge {
	var edges []sp.Edge
	for d := range rows * columns {
		if d%columns < columns-1 {
			edges = append(edges, sp.Edge{U: int32(d), V: int32(d + 1)})
		}
		if d/columns < rows-1 {
			edges = append(edges, sp.Edge{U: int32(d), V: int32(d + columns)})
		}
	}
	return edges
}
