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

// instance draws the first instance: an image of its labels if it is an image with few labels, else
// its variables with labels, features and neighbours.
func (p *printer) instance(d *data.Dataset) {
	x := &d.Instances[0]
	p.line("the first one", "%q", x.ID)
	rows, columns := x.Shape[0], x.Shape[1]
	if rows > 1 && columns > 1 && d.K <= len(digits) {
		for r := 0; r < rows; r += max(1, (rows+drawnRows-1)/drawnRows) {
			p.line("the first one", "%s", line(x.Gold[r*columns:(r+1)*columns]))
		}
		return
	}
	near := make([][]string, x.N())
	for _, e := range x.Edges {
		near[e.U] = append(near[e.U], fmt.Sprint(e.V))
		near[e.V] = append(near[e.V], fmt.Sprint(e.U))
	}
	for v := range min(x.N(), drawnVariables) {
		text := fmt.Sprintf("%3d  %-10s  %s", v, labelName(d, x.Gold[v]), row(&x.Node, v))
		if !x.IsChain() {
			text += "  joined to " + strings.Join(cut(near[v], 8), " ")
		}
		p.line("the first one", "%s", text)
	}
	if x.N() > drawnVariables {
		p.line("the first one", "… %d more", x.N()-drawnVariables)
	}
}

// line draws a row of labels. From a long row it takes labels at equal distances.
func line(gold []int32) string {
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

func labelName(d *data.Dataset, k int32) string {
	if k == sp.Unknown {
		return "?"
	}
	return d.Labels[k]
}

// row returns the nonzero features of one variable, with their columns.
func row(r *sp.Rows, v int) string {
	var texts []string
	one := sp.Rows{N: 1, D: r.D}
	if r.Sparse() {
		index, value := r.Row(v)
		one.Start, one.Index, one.Value = []int32{0, int32(len(index))}, index, value
	} else {
		one.Dense = r.DenseRow(v)
	}
	each(&one, func(j int, value float32) {
		if value != 0 {
			texts = append(texts, fmt.Sprintf("%d:%.4g", j, value))
		}
	})
	return strings.Join(cut(texts, drawnFeatures), " ")
}
