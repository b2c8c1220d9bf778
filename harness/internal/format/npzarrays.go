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
	read    func(a *array) error
}

// want returns the expected shape of the array.
func (a *npzArray) want() string { return a.name + " is " + a.shape }

const exact = 1 << 53 // float64 represents all integers up to it

// possible returns the possible arrays of a file, with readers of their values.
func (r *npzReader) possible() []npzArray {
	s := &r.set
	return []npzArray{
		{"labels", 0, 0, 0, "a number, or a list of names", r.readLabels},
		{"offsets", 1, 0, 0, "I+1 numbers", wholes(&s.offsets, 0, exact)},
		{"nodes", 2, 'V', 0, "V×D, a row for each variable", s.node.readDense},
		{"node_indptr", 1, 0, 0, "V+1 numbers", wholes(&s.node.start, 0, exact)},
		{"node_indices", 1, 0, 0, "a list of columns", wholes(&s.node.index, 0, maxWidth-1)},
		{"node_data", 1, 0, 0, "a list of values", reals(&s.node.value)},
		{"node_width", 0, 0, 0, "a number", declared(&r.node)},
		{"chain", 0, 0, 0, "true or false", flag(&s.chain)},
		{"edges", 2, 0, 2, "E×2, two variables of one instance in a row",
			wholes(&s.ends, 0, maxIndex)},
		{"edge_offsets", 1, 0, 0, "I+1 numbers", wholes(&s.edgeOffsets, 0, exact)},
		{"edge_rows", 2, 'E', 0, "E×D, a row for each edge", s.edge.readDense},
		{"edge_indptr", 1, 0, 0, "E+1 numbers", wholes(&s.edge.start, 0, exact)},
		{"edge_indices", 1, 0, 0, "a list of columns", wholes(&s.edge.index, 0, maxWidth-1)},
		{"edge_data", 1, 0, 0, "a list of values", reals(&s.edge.value)},
		{"edge_width", 0, 0, 0, "a number", declared(&r.edge)},
		{"gold", 1, 'V', 0, "a label for each variable, −1 where it is not known",
			wholes(&s.gold, -1, maxLabels)},
		{"allowed", 2, 'V', 0, "V×K truth values", r.perLabel(wholes(&s.allowed, 0, 1))},
		{"size", 1, 'V', 0, "a number for each variable", reals(&s.size)},
		{"mixed", 2, 'V', 0, "V×K sizes", r.perLabel(reals(&s.mixed))},
		{"outside", 1, 'V', 0, "a truth value for each variable", wholes(&s.outside, 0, 1)},
		{"id", 1, 'I', 0, "a text for each instance", texts(&s.id)},
		{"weight", 1, 'I', 0, "a number for each instance", reals(&s.weight)},
		{"fold", 1, 'I', 0, "a number for each instance", wholes(&s.fold, 0, maxFold)},
		{"group", 1, 'I', 0, "a text for each instance", texts(&s.group)},
		{"shape", 2, 'I', 2, "I×2: rows and columns of each image, 0 and 0 where it is none",
			wholes(&s.shape, 0, maxIndex)},
		{"box", 2, 'I', 4, "I×4: top, left, bottom and right, all 0 where there is no box",
			wholes(&s.box, 0, maxIndex)},
		{"standardise", 0, 0, 0, "true or false", flag(&r.Standardise)},
		{"fitted", 0, 0, 0, "true or false", flag(&r.Fitted)},
		{"void", 0, 0, 0, "true or false", flag(&r.Void)},
	}
}

// wholes returns a reader of whole numbers in least..most.
func wholes[T int | int32](list *[]T, least, most float64) func(*array) error {
	return func(a *array) (err error) {
		*list, err = numbers[T](a, true, least, most)
		return err
	}
}

// reals returns a reader of finite numbers.
func reals[T float32 | float64](list *[]T) func(*array) error {
	return func(a *array) (err error) {
		*list, err = numbers[T](a, false, 0, 0)
		return err
	}
}

func texts(list *[]string) func(*array) error {
	return func(a *array) (err error) {
		*list, err = a.texts()
		return err
	}
}

func flag(to *bool) func(*array) error {
	return func(a *array) error {
		list, err := numbers[int](a, true, 0, 1)
		*to = err == nil && list[0] == 1
		return err
	}
}

// declared returns a reader of the width of rows.
func declared(w *width) func(*array) error {
	return func(a *array) error {
		list, err := numbers[int](a, true, 0, maxWidth)
		if err == nil {
			err = w.declare(list[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		return nil
	}
}

func (w *npzRows) readDense(a *array) error {
	if w.width = a.shape[1]; w.width > maxWidth {
		return fmt.Errorf("%s has %d columns, limit %d", a.name, w.width, maxWidth)
	}
	return reals(&w.dense)(a)
}

// perLabel returns a reader of an array with a column for each label. Without labels yet, the array
// sets their number.
func (r *npzReader) perLabel(read func(*array) error) func(*array) error {
	return func(a *array) error {
		columns := a.shape[1]
		if r.K == 0 { // labels is read later and checked against this
			if columns > maxLabels {
				return fmt.Errorf("%s has %d columns, want one for each label", a.name, columns)
			}
			if err := r.setLabels(columns, nil); err != nil {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
		if columns != r.K {
			return fmt.Errorf("%s has %d columns, want one for each of %d labels", a.name, columns,
				r.K)
		}
		return read(a)
	}
}

func (r *npzReader) readLabels(a *array) error {
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
