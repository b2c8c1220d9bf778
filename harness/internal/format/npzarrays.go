package format

import (
	"cmp"
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
	var numbers []npzArray
	for i, name := range []string{"none", "single", "source", "sink", "least", "most"} {
		numbers = append(numbers, npzArray{name, 1, 'I', 0, "a number for each instance",
			wholes(&s.numbers[i], -1, maxIndex)})
	}
	return slices.Concat(rowArrays('V', "nodes", "", &s.offsets, &s.node, &r.node),
		rowArrays('E', "edge_rows", "edge_", &s.edgeOffsets, &s.edge, &r.edge),
		rowArrays('L', "label_rows", "label_", &s.labelOffsets, &s.label, &r.label), []npzArray{
			{"labels", 0, 0, 0, "a number, or a list of names", r.readLabels},
			{"chain", 0, 0, 0, "true or false", flag(&s.chain)},
			{"edges", 2, 0, 2, "E×2, two variables of one instance in a row",
				wholes(&s.ends, 0, maxIndex)},
			{"structure", 1, 'I', 0, "a text for each instance", texts(&s.structure)},
			{"arcs", 2, 'V', 2, "V×2, two nodes in a row", wholes(&s.arcs, 0, maxIndex)},
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
		}, numbers)
}

// rowArrays returns the arrays of dense and of sparse rows, their offsets and their declared width.
func rowArrays(per byte, dense, of string, at *[]int, rows *npzRows, w *width) []npzArray {
	name := cmp.Or(of, "node_")
	return []npzArray{
		{dense, 2, per, 0, string(per) + "×D, rows of features", rows.readDense},
		{of + "offsets", 1, 0, 0, "I+1 numbers", wholes(at, 0, array.Exact)},
		{name + "indptr", 1, 0, 0, "a number for each row, and the end",
			wholes(&rows.start, 0, array.Exact)},
		{name + "indices", 1, 0, 0, "a list of columns", wholes(&rows.index, 0, maxWidth-1)},
		{name + "data", 1, 0, 0, "a list of values", reals(&rows.value)},
		{name + "width", 0, 0, 0, "a number", declared(w)},
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
		*to = slices.Contains(list, 1)
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
