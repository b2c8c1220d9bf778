package format

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// A feature is one value of a sparse row.
type feature struct {
	column int32
	value  float32
}

// sparseRows collects sparse rows, in memory reused by the next instance.
type sparseRows struct {
	start  []int32
	index  []int32
	value  []float32
	valued bool // some value is not 1
}

func (r *sparseRows) reset() {
	*r = sparseRows{start: append(r.start[:0], 0), index: r.index[:0], value: r.value[:0]}
}

// add appends a row with ascending columns.
func (r *sparseRows) add(row []feature) {
	for _, f := range row {
		r.index = append(r.index, f.column)
		r.value = append(r.value, f.value)
		r.valued = r.valued || f.value != 1
	}
	r.start = append(r.start, int32(len(r.index)))
}

// rows returns the rows in new memory. The width is set after all files are read.
func (r *sparseRows) rows() sp.Rows {
	rows := sp.Rows{N: len(r.start) - 1, Start: slices.Clone(r.start), Index: own(r.index)}
	if r.valued {
		rows.Value = own(r.value)
	}
	return rows
}

// A sequence collects the lines of one chain, each a label and sparse features, in memory reused by
// the next one.
type sequence struct {
	at     place // of its first line
	id     string
	weight float64
	gold   []int32
	node   sparseRows
}

// begin empties the sequence for a new one with its first line at p.
func (q *sequence) begin(id string, p place) {
	q.node.reset()
	*q = sequence{at: p, id: id, weight: 1, gold: q.gold[:0], node: q.node}
}

// line appends a variable with the given label and ascending features.
func (q *sequence) line(label int32, row []feature) {
	q.node.add(row)
	q.gold = append(q.gold, label)
}

// instance returns the sequence in new memory. K is set after all files are read.
func (q *sequence) instance() sp.Instance {
	return sp.Instance{
		ID: q.id, Weight: q.weight, Gold: own(q.gold), Edges: sp.ChainEdges(len(q.gold)),
		Node: q.node.rows(),
	}
}

// float32Of reads a number in C's notation: digits are optional on one side of the point.
func float32Of(text []byte) (float32, error) {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return 0, fmt.Errorf("want a finite number, got %q", text)
		}
	}
	v, err := strconv.ParseFloat(string(text), 32)
	if err != nil {
		return 0, fmt.Errorf("want a finite number, got %q", text)
	}
	return float32(v), nil
}

// wholeOf reads a whole number in least..most.
func wholeOf(text []byte, least, most int) (int, error) {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < least || v > most {
		return 0, fmt.Errorf("want a whole number in %d..%d, got %q", least, most, text)
	}
	return v, nil
}
