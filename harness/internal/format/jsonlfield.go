package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// A record is the content of one line, in memory reused by the next line.
type record struct {
	has        uint32 // which fields are present, by index in fields
	id         string
	weight     float64
	node, edge rows
	edges      []sp.Edge
	chain      bool
	gold       []int32
	allowed    [][]int32
	size       []float64
	mixed      []float64
	mixedRows  int
	shape      []int32
	box        []int32
	outside    []int32
	fold       int
	group      string
	photo      string
}

func (r *record) reset() {
	r.node.reset()
	r.edge.reset()
	*r = record{node: r.node, edge: r.edge, edges: r.edges[:0], gold: r.gold[:0], size: r.size[:0],
		mixed: r.mixed[:0],
		shape: r.shape[:0], box: r.box[:0], outside: r.outside[:0], weight: 1, fold: -1}
}

// fields are the keys of a line. The first ones, as many as headers, describe the dataset.
var fields = []string{
	"labels", "found", "node_width", "edge_width", "standardise", "fitted", "void", "min_count",
	"superpixels",
	"id", "weight", "nodes", "node_index", "node_value", "chain", "edges",
	"edge_rows", "edge_index", "edge_value", "gold", "allowed", "size", "mixed", "shape", "box",
	"outside", "fold", "group", "photo",
}

const headers = 9

// field reads the value of a field. It is long because it lists all fields.
func (r *jsonlReader) field(name string, s *scanner) (err error) {
	switch x := &r.record; name {
	case "labels":
		return r.readLabels(s)
	case "node_width":
		return declare(&r.node, s)
	case "edge_width":
		return declare(&r.edge, s)
	case "found":
		r.Found, err = s.boolean()
	case "standardise":
		r.Standardise, err = s.boolean()
	case "fitted":
		r.Fitted, err = s.boolean()
	case "void":
		r.Void, err = s.boolean()
	case "min_count":
		r.MinCount, err = s.whole(maxIndex)
	case "superpixels":
		r.Superpixels, err = s.whole(maxIndex)
	case "id":
		return r.readID(s)
	case "weight":
		x.weight, err = s.float(64)
	case "nodes":
		return x.node.readDense(s)
	case "node_index":
		return x.node.readIndex(s, r.node.limit())
	case "node_value":
		return x.node.readValue(s)
	case "chain":
		x.chain, err = s.boolean()
	case "edges":
		return r.readEdges(s)
	case "edge_rows":
		return x.edge.readDense(s)
	case "edge_index":
		return x.edge.readIndex(s, r.edge.limit())
	case "edge_value":
		return x.edge.readValue(s)
	case "gold":
		return r.readGold(s)
	case "allowed":
		return r.readAllowed(s)
	case "size":
		x.size, err = floats(s, x.size, 64)
	case "mixed":
		return r.readMixed(s)
	case "shape":
		return wholesOf(&x.shape, s, "[rows, columns]", 2)
	case "box":
		return wholesOf(&x.box, s, "[top, left, bottom, right]", 4)
	case "outside":
		x.outside, err = s.wholes(x.outside, maxIndex)
	case "fold":
		x.fold, err = s.whole(maxFold)
	case "group":
		if s.peek() != '"' {
			number, err := s.whole(min(exact, math.MaxInt))
			x.group = strconv.Itoa(number)
			return err
		}
		text, err := s.text("")
		x.group = string(text)
		return err
	case "photo":
		text, err := s.text("")
		x.photo = string(text)
		return err
	}
	return err
}

// maxIndex is the largest number of a variable.
const maxIndex = 1<<31 - 2

// is reports whether the line has the field.
func (r *record) is(name string) bool { return r.has&(1<<slices.Index(fields, name)) != 0 }

func declare(w *width, s *scanner) error {
	columns, err := s.whole(maxWidth)
	if err != nil {
		return err
	}
	return w.declare(columns)
}

// wholesOf reads an array of n whole numbers.
func wholesOf(list *[]int32, s *scanner, what string, n int) (err error) {
	if *list, err = s.wholes(*list, maxIndex); err == nil && len(*list) != n {
		return fmt.Errorf("want %s, got %d numbers", what, len(*list))
	}
	return err
}

// readLabels reads the number of labels, or their names.
func (r *jsonlReader) readLabels(s *scanner) error {
	if s.peek() != '[' {
		k, err := s.whole(maxLabels)
		if err != nil {
			return err
		}
		return r.setLabels(k, nil)
	}
	names := []string{}
	err := s.list("", func() error {
		name, err := s.text("the name of a label, in quotes")
		names = append(names, string(name))
		return err
	})
	if err != nil {
		return err
	}
	return r.setLabels(len(names), names)
}

func (r *jsonlReader) readID(s *scanner) error {
	id, err := s.text("a text")
	if err == nil && len(id) == 0 {
		return fmt.Errorf("the text is empty")
	}
	r.record.id = string(id)
	return err
}

func (r *jsonlReader) readEdges(s *scanner) error {
	return s.list("an array of edges, [[0, 1], …]", func() error {
		var ends [2]int
		count := 0
		err := s.list("an edge, [u, v]", func() error {
			end, err := s.whole(maxIndex)
			if count < 2 {
				ends[count] = end
			}
			count++
			return err
		})
		if err == nil && count != 2 {
			err = fmt.Errorf("edge %d has %d ends, want two: [u, v]", len(r.record.edges), count)
		}
		u, v := int32(min(ends[0], ends[1])), int32(max(ends[0], ends[1]))
		r.record.edges = append(r.record.edges, sp.Edge{U: u, V: v})
		return err
	})
}

// label reads a label, by number or by name.
func (r *jsonlReader) label(s *scanner) (int32, error) {
	if r.K == 0 {
		return 0, fmt.Errorf(
			"labels are not declared yet: begin the file with a line {\"labels\": 3}")
	}
	if s.peek() != '"' {
		k, err := s.whole(r.K - 1)
		return int32(k), err
	}
	name, err := s.text("")
	if err != nil {
		return 0, err
	}
	k, ok := r.names[string(name)]
	if !ok {
		return 0, r.unknownLabel(string(name))
	}
	return k, nil
}

func (r *jsonlReader) readGold(s *scanner) error {
	return s.list("an array of labels", func() (err error) {
		k := sp.Unknown
		if !s.word("null") {
			k, err = r.label(s)
		}
		r.record.gold = append(r.record.gold, k)
		return err
	})
}

func (r *jsonlReader) readAllowed(s *scanner) error {
	return s.list("an array of lists of labels", func() error {
		var list []int32
		if s.word("null") {
			r.record.allowed = append(r.record.allowed, nil)
			return nil
		}
		err := s.list("a list of labels, or null", func() error {
			k, err := r.label(s)
			list = append(list, k)
			return err
		})
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("no label is allowed for variable %d: write null for all",
				len(r.record.allowed))
		}
		r.record.allowed = append(r.record.allowed, list)
		return err
	})
}

func (r *jsonlReader) readMixed(s *scanner) error {
	return s.list("an array of rows of sizes, [[…], …]", func() (err error) {
		before := len(r.record.mixed)
		r.record.mixed, err = floats(s, r.record.mixed, 64)
		if have := len(r.record.mixed) - before; err == nil && have != r.K {
			return fmt.Errorf("row %d has %d sizes, want one for each of %d labels",
				r.record.mixedRows, have, r.K)
		}
		r.record.mixedRows++
		return err
	})
}
