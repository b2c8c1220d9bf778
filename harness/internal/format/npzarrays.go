package format

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/array"
)

// An npzArray is one possible array of a file.
type npzArray struct {
	name    string
	dims    int
	per     byte // V, E, L or I: a row for each variable, edge, label or instance; 0: otherwise
	columns int  // 0: any
	shape   string
	read    func(a *array.NPY) error
}

// want returns the expected shape of the array.
func (a *npzArray) want() string { return a.name + " is " + a.shape }

// possible returns the possible arrays of a file, with readers of their values.
func (r *npzReader) possible() []npzArray {
	s := &r.set
	return slices.Concat(sparse("node", &s.node, &r.node), sparse("edge", &s.edge, &r.edge),
		sparse("label", &s.label, &r.label), []npzArray{
			{"labels", 0, 0, 0, "a number, or a list of names", r.readLabels},
			{"offsets", 1, 0, 0, "I+1 numbers", wholes(&s.offsets, 0, array.Exact)},
			{"nodes", 2, 'V', 0, "V×D, a row for each variable", s.node.readDense},
			{"chain", 0, 0, 0, "true or false", flag(&s.chain)},
			{"edges", 2, 0, 2, "E×2, two variables of one instance in a row",
				wholes(&s.ends, 0, maxIndex)},
			{"edge_offsets", 1, 0, 0, "I+1 numbers", wholes(&s.edgeOffsets, 0, array.Exact)},
			{"edge_rows", 2, 'E', 0, "E×D, a row for each edge", s.edge.readDense},
			{"label_offsets", 1, 0, 0, "I+1 numbers", wholes(&s.labelOffsets, 0, array.Exact)},
			{"label_rows", 2, 'L', 0, "L×D, a row for each label", s.label.readDense},
			{"structure", 1, 'I', 0, "a text for each instance", texts(&s.structure)},
			{"none", 1, 'I', 0, "a label for each instance, −1 without", wholes(&s.none, -1, maxLabels)},
			{"single", 1, 'I', 0, "a truth value for each instance", wholes(&s.single, 0, 1)},
			{"arcs", 2, 'V', 2, "V×2, two nodes in a row", wholes(&s.arcs, 0, maxIndex)},
			{"source", 1, 'I', 0, "a node for each instance", wholes(&s.source, 0, maxIndex)},
			{"sink", 1, 'I', 0, "a node for each instance", wholes(&s.sink, 0, maxIndex)},
			{"least", 1, 'I', 0, "a number for each instance", wholes(&s.least, 0, maxIndex)},
			{"most", 1, 'I', 0, "a number for each instance", wholes(&s.most, 0, maxIndex)},
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
		})
}

// sparse returns the arrays of sparse rows, and that of a declared width.
func sparse(name string, rows *npzRows, w *width) []npzArray {
	return []npzArray{
		{name + "_indptr", 1, 0, 0, "a number for each row, and the end",
			wholes(&rows.start, 0, array.Exact)},
		{name + "_indices", 1, 0, 0, "a list of columns", wholes(&rows.index, 0, maxWidth-1)},
		{name + "_data", 1, 0, 0, "a list of values", reals(&rows.value)},
		{name + "_width", 0, 0, 0, "a number", declared(w)},
	}
}

// wholes returns a reader of whole numbers in least..most.
func wholes[T int | int32](list *[]T, least, most float64) func(*array.NPY) error {
	return func(a *array.NPY) (err error) {
		*list, err = array.Numbers[T](a, true, least, most)
		return err
	}
}

// reals returns a reader of finite numbers.
func reals[T float32 | float64](list *[]T) func(*array.NPY) error {
	return func(a *array.NPY) (err error) {
		*list, err = array.Numbers[T](a, false, 0, 0)
		return err
	}
}

func texts(list *[]string) func(*array.NPY) error {
	return func(a *array.NPY) (err error) {
		*list, err = a.Texts()
		return err
	}
}

func flag(to *bool) func(*array.NPY) error {
	return func(a *array.NPY) error {
		list, err := array.Numbers[int](a, true, 0, 1)
		*to = err == nil && list[0] == 1
		return err
	}
}

// declared returns a reader of the width of rows.
func declared(w *width) func(*array.NPY) error {
	return func(a *array.NPY) error {
		list, err := array.Numbers[int](a, true, 0, maxWidth)
		if err == nil {
			err = w.declare(list[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		return nil
	}
}

func (w *npzRows) readDense(a *array.NPY) error {
	if w.width = a.Shape[1]; w.width > maxWidth {
		return fmt.Errorf("%s has %d columns, limit %d", a.Name, w.width, maxWidth)
	}
	return reals(&w.dense)(a)
}

// perLabel returns a reader of an array with a column for each label. Without labels yet, the array
// sets their number.
func (r *npzReader) perLabel(read func(*array.NPY) error) func(*array.NPY) error {
	return func(a *array.NPY) error {
		columns := a.Shape[1]
		if r.K == 0 { // labels is read later and checked against this
			if columns > maxLabels {
				return fmt.Errorf("%s has %d columns, want one for each label", a.Name, columns)
			}
			if err := r.setLabels(columns, nil); err != nil {
				return fmt.Errorf("%s: %w", a.Name, err)
			}
		}
		if columns != r.K {
			return fmt.Errorf("%s has %d columns, want one for each of %d labels", a.Name, columns,
				r.K)
		}
		return read(a)
	}
}

func (r *npzReader) readLabels(a *array.NPY) error {
	if len(a.Shape) == 0 && !a.Text() {
		list, err := array.Numbers[int](a, true, 1, math.Min(maxLabels, array.Exact))
		if err != nil {
			return err
		}
		return r.setLabels(list[0], nil)
	}
	names, err := a.Texts()
	if err != nil {
		return err
	}
	if err := r.setLabels(len(names), names); err != nil {
		return fmt.Errorf("labels: %w", err)
	}
	return nil
}
