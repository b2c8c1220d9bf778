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
	read    func(r *npzReader, a *array) error
}

// want returns the expected shape of the array.
func (a *npzArray) want() string { return a.name + " is " + a.shape }

const exact = 1 << 53 // float64 represents all integers up to it

var npzArrays = []npzArray{
	{"labels", 0, 0, 0, "a number, or a list of names", readNPZLabels},
	{"offsets", 1, 0, 0, "I+1 numbers", func(r *npzReader, a *array) error {
		return fill(&r.set.offsets, a, 0, exact)
	}},
	{"nodes", 2, 'V', 0, "V×D, a row for each variable", func(r *npzReader, a *array) error {
		return r.set.node.readDense(a)
	}},
	{"node_indptr", 1, 0, 0, "V+1 numbers", func(r *npzReader, a *array) error {
		return fill(&r.set.node.start, a, 0, exact)
	}},
	{"node_indices", 1, 0, 0, "a list of columns", func(r *npzReader, a *array) error {
		return fill(&r.set.node.index, a, 0, maxWidth-1)
	}},
	{"node_data", 1, 0, 0, "a list of values", func(r *npzReader, a *array) error {
		return fillReal(&r.set.node.value, a)
	}},
	{"node_width", 0, 0, 0, "a number", func(r *npzReader, a *array) error {
		return declareNPZ(&r.node, a)
	}},
	{"chain", 0, 0, 0, "true or false", func(r *npzReader, a *array) error {
		return flag(&r.set.chain, a)
	}},
	{"edges", 2, 0, 2, "E×2, two variables of one instance in a row",
		func(r *npzReader, a *array) error {
			return fill(&r.set.ends, a, 0, maxIndex)
		}},
	{"edge_offsets", 1, 0, 0, "I+1 numbers", func(r *npzReader, a *array) error {
		return fill(&r.set.edgeOffsets, a, 0, exact)
	}},
	{"edge_rows", 2, 'E', 0, "E×D, a row for each edge", func(r *npzReader, a *array) error {
		return r.set.edge.readDense(a)
	}},
	{"edge_indptr", 1, 0, 0, "E+1 numbers", func(r *npzReader, a *array) error {
		return fill(&r.set.edge.start, a, 0, exact)
	}},
	{"edge_indices", 1, 0, 0, "a list of columns", func(r *npzReader, a *array) error {
		return fill(&r.set.edge.index, a, 0, maxWidth-1)
	}},
	{"edge_data", 1, 0, 0, "a list of values", func(r *npzReader, a *array) error {
		return fillReal(&r.set.edge.value, a)
	}},
	{"edge_width", 0, 0, 0, "a number", func(r *npzReader, a *array) error {
		return declareNPZ(&r.edge, a)
	}},
	{"gold", 1, 'V', 0, "a label for each variable, −1 where it is not known",
		func(r *npzReader, a *array) error {
			return fill(&r.set.gold, a, -1, maxLabels)
		}},
	{"allowed", 2, 'V', 0, "V×K truth values", func(r *npzReader, a *array) error {
		return r.perLabel(a, func() error { return fill(&r.set.allowed, a, 0, 1) })
	}},
	{"size", 1, 'V', 0, "a number for each variable", func(r *npzReader, a *array) error {
		return fillReal(&r.set.size, a)
	}},
	{"mixed", 2, 'V', 0, "V×K sizes", func(r *npzReader, a *array) error {
		return r.perLabel(a, func() error { return fillReal(&r.set.mixed, a) })
	}},
	{"outside", 1, 'V', 0, "a truth value for each variable", func(r *npzReader, a *array) error {
		return fill(&r.set.outside, a, 0, 1)
	}},
	{"id", 1, 'I', 0, "a text for each instance", func(r *npzReader, a *array) (err error) {
		r.set.id, err = a.texts()
		return err
	}},
	{"weight", 1, 'I', 0, "a number for each instance", func(r *npzReader, a *array) error {
		return fillReal(&r.set.weight, a)
	}},
	{"fold", 1, 'I', 0, "a number for each instance", func(r *npzReader, a *array) error {
		return fill(&r.set.fold, a, 0, maxFold)
	}},
	{"shape", 2, 'I', 2, "I×2: rows and columns of each image, 0 and 0 where it is none",
		func(r *npzReader, a *array) error {
			return fill(&r.set.shape, a, 0, maxIndex)
		}},
	{"box", 2, 'I', 4, "I×4: top, left, bottom and right, all 0 where there is no box",
		func(r *npzReader, a *array) error {
			return fill(&r.set.box, a, 0, maxIndex)
		}},
	{"standardise", 0, 0, 0, "true or false", func(r *npzReader, a *array) error {
		return flag(&r.Standardise, a)
	}},
	{"fitted", 0, 0, 0, "true or false", func(r *npzReader, a *array) error {
		return flag(&r.Fitted, a)
	}},
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
