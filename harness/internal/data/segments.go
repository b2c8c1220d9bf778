package data

import (
	"encoding/binary"
	"errors"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// segments are the superpixel graphs of a photograph, or of many, one after another in each list.
type segments struct {
	Variables, Edges []int32   // of each photograph
	Node             []float32 // rows of superpixel.Columns
	Ends             []int32   // two of each edge
	Edge             []float32 // rows of superpixel.BorderColumns
	Gold             []int32
	Size             []float64
	Outside          []bool
	Mixed            []float64 // rows of labels: pixels of each
}

// standInFor returns one variable of unknown label, of no pixels, in place of a photograph.
func standInFor(labels int) *segments {
	return &segments{Variables: []int32{1}, Edges: []int32{0},
		Node: make([]float32, superpixel.Columns), Gold: []int32{sp.Unknown}, Size: []float64{0},
		Outside: []bool{false}, Mixed: make([]float64, labels)}
}

// add appends one photograph.
func (s *segments) add(o *segments) {
	s.Variables = append(s.Variables, o.Variables...)
	s.Edges = append(s.Edges, o.Edges...)
	s.Node = append(s.Node, o.Node...)
	s.Ends = append(s.Ends, o.Ends...)
	s.Edge = append(s.Edge, o.Edge...)
	s.Gold = append(s.Gold, o.Gold...)
	s.Size = append(s.Size, o.Size...)
	s.Outside = append(s.Outside, o.Outside...)
	s.Mixed = append(s.Mixed, o.Mixed...)
}

// encode returns every list, little-endian, preceded by its length.
func (s *segments) encode() []byte {
	var out []byte
	for _, list := range []any{s.Variables, s.Edges, s.Node, s.Ends, s.Edge, s.Gold, s.Size,
		s.Outside, s.Mixed} {
		out = binary.LittleEndian.AppendUint64(out, uint64(binary.Size(list)))
		var err error
		if out, err = binary.Append(out, binary.LittleEndian, list); err != nil {
			panic(err) // slices of fixed-size numbers always encode
		}
	}
	return out
}

// decodeSegments reads the output of encode.
func decodeSegments(in []byte) (*segments, error) {
	s := &segments{}
	err := errors.Join(take(&in, &s.Variables), take(&in, &s.Edges), take(&in, &s.Node),
		take(&in, &s.Ends),
		take(&in, &s.Edge), take(&in, &s.Gold), take(&in, &s.Size), take(&in, &s.Outside),
		take(&in, &s.Mixed))
	return s, err
}

// take moves the next list of in to list.
func take[T int32 | float32 | float64 | bool](in *[]byte, list *[]T) error {
	if len(*in) < 8 {
		return errors.New("the lists end early")
	}
	size := binary.LittleEndian.Uint64(*in)
	rest := (*in)[8:]
	if uint64(len(rest)) < size {
		return errors.New("the lists end early")
	}
	var one T
	*list = make([]T, size/uint64(binary.Size(one)))
	_, err := binary.Decode(rest[:size], binary.LittleEndian, *list)
	*in = rest[size:]
	return err
}

// edges returns the edges of one photograph.
func (s *segments) edges() []sp.Edge {
	list := make([]sp.Edge, len(s.Ends)/2)
	for j := range list {
		list[j] = sp.Edge{U: s.Ends[2*j], V: s.Ends[2*j+1]}
	}
	return list
}

// columns returns the chosen columns of Node.
func (s *segments) columns(choice []int) []float32 {
	const width = superpixel.Columns
	out := make([]float32, 0, len(s.Node)/width*len(choice))
	for from := 0; from < len(s.Node); from += width {
		row := s.Node[from : from+width]
		for _, j := range choice {
			out = append(out, row[j])
		}
	}
	return out
}
