package format

import (
	"fmt"
	"math"
)

// An npzArray is one possible array of a file.
type npzArray struct {
	name    string
	dims    int
	per     byte // V, E or I: a row for each variable, edge or instance; 0: otherwise
	columns int  // 0: any
	shape   string
}

// want returns the expected shape of the array.
func (a *npzArray) want() string { return a.name + " is " + a.shape }

const exact = 1 << 53 // float64 represents all integers up to it

var npzArrays = []npzArray{
	{"labels", 0, 0, 0, "a number, or a list of names"},
	{"offsets", 1, 0, 0, "I+1 numbers"},
	{"nodes", 2, 'V', 0, "V×D, a row for each variable"},
	{"node_indptr", 1, 0, 0, "V+1 numbers"},
	{"node_indices", 1, 0, 0, "a list of columns"},
	{"node_data", 1, 0, 0, "a list of values"},
	{"node_width", 0, 0, 0, "a number"},
	{"chain", 0, 0, 0, "true or false"},
	{"edges", 2, 0, 2, "E×2, two variables of one instance in a row"},
	{"edge_offsets", 1, 0, 0, "I+1 numbers"},
	{"edge_rows", 2, 'E', 0, "E×D, a row for each edge"},
	{"edge_indptr", 1, 0, 0, "E+1 numbers"},
	{"edge_indices", 1, 0, 0, "a list of columns"},
	{"edge_data", 1, 0, 0, "a list of values"},
	{"edge_width", 0, 0, 0, "a number"},
	{"gold", 1, 'V', 0, "a label for each variable, −1 where it is not known"},
	{"allowed", 2, 'V', 0, "V×K truth values"},
	{"size", 1, 'V', 0, "a number for each variable"},
	{"mixed", 2, 'V', 0, "V×K sizes"},
	{"outside", 1, 'V', 0, "a truth value for each variable"},
	{"id", 1, 'I', 0, "a text for each instance"},
	{"weight", 1, 'I', 0, "a number for each instance"},
	{"fold", 1, 'I', 0, "a number for each instance"},
	{"group", 1, 'I', 0, "a text for each instance"},
	{"shape", 2, 'I', 2, "I×2: rows and columns of each image, 0 and 0 where it is none"},
	{"box", 2, 'I', 4, "I×4: top, left, bottom and right, all 0 where there is no box"},
	{"standardise", 0, 0, 0, "true or false"},
	{"fitted", 0, 0, 0, "true or false"},
	{"void", 0, 0, 0, "true or false"},
}

// store reads the values of an array to their destination. It is long because it lists all arrays.
func (r *npzReader) store(a *array) (err error) {
	s := &r.set
	switch a.name {
	case "labels":
		return readNPZLabels(r, a)
	case "offsets":
		return fill(&s.offsets, a, 0, exact)
	case "nodes":
		return s.node.readDense(a)
	case "node_indptr":
		return fill(&s.node.start, a, 0, exact)
	case "node_indices":
		return fill(&s.node.index, a, 0, maxWidth-1)
	case "node_data":
		return fillReal(&s.node.value, a)
	case "node_width":
		return declareNPZ(&r.node, a)
	case "chain":
		return flag(&s.chain, a)
	case "edges":
		return fill(&s.ends, a, 0, maxIndex)
	case "edge_offsets":
		return fill(&s.edgeOffsets, a, 0, exact)
	case "edge_rows":
		return s.edge.readDense(a)
	case "edge_indptr":
		return fill(&s.edge.start, a, 0, exact)
	case "edge_indices":
		return fill(&s.edge.index, a, 0, maxWidth-1)
	case "edge_data":
		return fillReal(&s.edge.value, a)
	case "edge_width":
		return declareNPZ(&r.edge, a)
	case "gold":
		return fill(&s.gold, a, -1, maxLabels)
	case "allowed":
		return r.perLabel(a, func() error { return fill(&s.allowed, a, 0, 1) })
	case "size":
		return fillReal(&s.size, a)
	case "mixed":
		return r.perLabel(a, func() error { return fillReal(&s.mixed, a) })
	case "outside":
		return fill(&s.outside, a, 0, 1)
	case "id":
		s.id, err = a.texts()
	case "weight":
		return fillReal(&s.weight, a)
	case "fold":
		return fill(&s.fold, a, 0, maxFold)
	case "group":
		s.group, err = a.texts()
	case "shape":
		return fill(&s.shape, a, 0, maxIndex)
	case "box":
		return fill(&s.box, a, 0, maxIndex)
	case "standardise":
		return flag(&r.Standardise, a)
	case "fitted":
		return flag(&r.Fitted, a)
	case "void":
		return flag(&r.Void, a)
	}
	return err
}

// fill reads whole numbers in least..most.
func fill[T int | int32](list *[]T, a *array, least, most float64) (err error) {
	*list, err = numbers[T](a, true, least, most)
	return err
}

// fillReal reads finite numbers.
func fillReal[T float32 | float64](list *[]T, a *array) (err error) {
	*list, err = numbers[T](a, false, 0, 0)
	return err
}

func flag(to *bool, a *array) error {
	list, err := numbers[int](a, true, 0, 1)
	*to = err == nil && list[0] == 1
	return err
}

func declareNPZ(w *width, a *array) error {
	list, err := numbers[int](a, true, 0, maxWidth)
	if err != nil {
		return err
	}
	if err := w.declare(list[0]); err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	return nil
}

func (w *npzRows) readDense(a *array) error {
	if w.width = a.shape[1]; w.width > maxWidth {
		return fmt.Errorf("%s has %d columns, limit %d", a.name, w.width, maxWidth)
	}
	return fillReal(&w.dense, a)
}

// perLabel reads an array with a column for each label. An earlier array may have set the number of
// labels.
func (r *npzReader) perLabel(a *array, read func() error) error {
	k := r.K
	if k == 0 { // labels is read later and checked against this
		if a.shape[1] > maxLabels {
			return fmt.Errorf("%s has %d columns, want one for each label", a.name, a.shape[1])
		}
		k = a.shape[1]
		if err := r.setLabels(k, nil); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	if a.shape[1] != k {
		return fmt.Errorf("%s has %d columns, want one for each of %d labels", a.name, a.shape[1],
			k)
	}
	return read()
}

func readNPZLabels(r *npzReader, a *array) error {
	if len(a.shape) == 0 && a.kind != 'U' && a.kind != 'S' {
		list, err := numbers[int](a, true, 1, math.Min(maxLabels, exact))
		if err != nil {
			return err
		}
		return r.setLabels(list[0], nil)
	}
	names, err := a.texts()
	if err != nil {
		return err
	}
	if err := r.setLabels(len(names), names); err != nil {
		return fmt.Errorf("labels: %w", err)
	}
	return nil
}
