package inspect

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

// Bounds of a drawing.
const (
	drawnVariables = 12
	drawnColumns   = 100
	drawnRows      = 40
	drawnFeatures  = 6
)

// digits are the characters of labels in an image.
const digits = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// first draws the first instance. An image with few labels is drawn as an image of them. Others are
// drawn as variables with labels, features and neighbours.
func first(d *data.Dataset) []string {
	x := &d.Instances[0]
	lines := []string{fmt.Sprintf("%q", x.ID)}
	rows, columns := x.Shape[0], x.Shape[1]
	if rows > 1 && columns > 1 && d.K <= len(digits) {
		for r := 0; r < rows; r += max(1, (rows+drawnRows-1)/drawnRows) {
			lines = append(lines, drawn(x.Gold[r*columns:(r+1)*columns]))
		}
		return lines
	}
	near := make([][]string, x.N())
	for _, e := range x.Edges {
		near[e.U] = append(near[e.U], fmt.Sprint(e.V))
		near[e.V] = append(near[e.V], fmt.Sprint(e.U))
	}
	for v := range min(x.N(), drawnVariables) {
		label := "?"
		if k := x.Gold[v]; k != sp.Unknown {
			label = d.Labels[k]
		}
		var features []string
		row(&x.Node, v, func(j int, value float32) {
			if value != 0 {
				features = append(features, fmt.Sprintf("%d:%.4g", j, value))
			}
		})
		text := fmt.Sprintf("%3d  %-10s  %s", v, label,
			cut(features, drawnFeatures, " "))
		switch s := x.Structure; {
		case s != nil && s.Arcs != nil:
			text += fmt.Sprintf("  arc %d to %d", s.Arcs[v].U, s.Arcs[v].V)
		case s == nil && !x.IsChain():
			text += "  joined to " + cut(near[v], 8, " ")
		}
		lines = append(lines, text)
	}
	if x.N() > drawnVariables {
		lines = append(lines, fmt.Sprintf("… %d more", x.N()-drawnVariables))
	}
	return lines
}

// drawn draws a row of labels. From a long row it takes labels at equal distances.
func drawn(gold []int32) string {
	var b strings.Builder
	for c := 0; c < len(gold); c += max(1, (len(gold)+drawnColumns-1)/drawnColumns) {
		if gold[c] == sp.Unknown {
			b.WriteByte('?')
		} else {
			b.WriteByte(digits[gold[c]])
		}
	}
	return b.String()
}
