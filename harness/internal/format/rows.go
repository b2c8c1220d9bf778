package format

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// rows collects the feature rows of one instance, dense or sparse, in memory reused by the next
// one.
type rows struct {
	shared bool // dense, index and value are parts of arrays shared by instances
	dense  []float32
	n      int // dense rows
	width  int // of the first of them
	index  []int32
	start  []int32 // ends of sparse rows, from 0; empty: no sparse rows
	value  []float32
	ends   []int // of the rows of value
}

func (r *rows) reset() {
	if r.shared {
		*r = rows{start: r.start[:0], ends: r.ends[:0]}
		return
	}
	*r = rows{dense: r.dense[:0], index: r.index[:0], start: r.start[:0], value: r.value[:0],
		ends: r.ends[:0]}
}

// readDense reads an array of rows of numbers.
func (r *rows) readDense(s *scanner) error {
	return s.list("an array of rows, [[…], …]", func() (err error) {
		before := len(r.dense)
		if r.dense, err = floats(s, r.dense, 32); err != nil {
			return err
		}
		have := len(r.dense) - before
		if r.n == 0 {
			r.width = have
		}
		if have != r.width {
			return fmt.Errorf("row %d has %d numbers, want %d as in the first row", r.n, have,
				r.width)
		}
		r.n++
		return nil
	})
}

// readIndex reads an array of rows of ascending column numbers, each below most.
func (r *rows) readIndex(s *scanner, most int) error {
	r.start = append(r.start, 0)
	return s.list("an array of rows of column numbers, [[…], …]", func() (err error) {
		before := len(r.index)
		if r.index, err = s.wholes(r.index, most-1); err != nil {
			return err
		}
		row := r.index[before:]
		for i := 1; i < len(row); i++ {
			if row[i] <= row[i-1] {
				return fmt.Errorf(
					"row %d: column %d follows column %d: columns must ascend, without repeats",
					len(r.start)-1, row[i], row[i-1])
			}
		}
		r.start = append(r.start, int32(len(r.index)))
		return nil
	})
}

// readValue reads the values of sparse rows.
func (r *rows) readValue(s *scanner) error {
	return s.list("an array of rows of values, [[…], …]", func() (err error) {
		r.value, err = floats(s, r.value, 32)
		r.ends = append(r.ends, len(r.value))
		return err
	})
}

// rows returns the rows in new memory, or as parts of shared arrays. valued is true if sparse rows
// had values; what is the name of the field.
func (r *rows) rows(what string, valued bool) (list sp.Rows, err error) {
	if len(r.start) == 0 {
		if valued {
			return list, fmt.Errorf("%s_value without %s_index", what, what)
		}
		return sp.Rows{N: r.n, D: r.width, Dense: kept(r, r.dense)}, nil
	}
	list = sp.Rows{N: len(r.start) - 1, Start: slices.Clone(r.start), Index: kept(r, r.index)}
	if !valued {
		return list, nil
	}
	if len(r.ends) != list.N {
		return list, fmt.Errorf("%s_value has %d rows, %s_index has %d", what, len(r.ends), what,
			list.N)
	}
	for i, end := range r.ends {
		if end != int(list.Start[i+1]) {
			return list, fmt.Errorf("row %d of %s_value ends after %d numbers, that of %s_index "+
				"after %d: a value for each column", i, what, end, what, list.Start[i+1])
		}
	}
	list.Value = kept(r, r.value)
	return list, nil
}

// own returns a copy of a list, or nil if it is empty. Equal instances then have equal hashes.
func own[T any](list []T) []T { return append([]T(nil), list...) }

// kept returns a list of r for an instance.
func kept[T any](r *rows, list []T) []T {
	if r.shared && len(list) > 0 {
		return list
	}
	return own(list)
}

// A width is the number of columns common to all rows of a dataset.
type width struct {
	columns  int
	declared bool  // columns are set by a header or by dense rows
	sparse   bool  // of the first rows
	first    place // of the first rows; line 0: none yet
}

// declare sets the width by a header.
func (w *width) declare(columns int) error {
	if w.declared && w.columns != columns || columns < w.columns {
		return fmt.Errorf("a width of %d, but rows before have %d columns", columns, w.columns)
	}
	w.columns, w.declared = columns, true
	return nil
}

// limit is how many columns a row may have.
func (w *width) limit() int {
	if w.declared {
		return w.columns
	}
	return maxWidth
}

// hold checks rows at place p against earlier ones.
func (w *width) hold(list *sp.Rows, what string, p place) error {
	if list.N == 0 {
		return nil
	}
	if w.first.line > 0 && w.sparse != list.Sparse() {
		return fmt.Errorf(
			"%s rows are %s, but those before (%v) are %s: all instances must be alike", what,
			kindOf(list.Sparse()), w.first, kindOf(w.sparse))
	}
	switch {
	case list.Sparse():
		for _, j := range list.Index {
			w.columns = max(w.columns, int(j)+1)
		}
	case w.declared && list.D != w.columns && w.first.line > 0:
		return fmt.Errorf("%s rows have %d columns, those before (%v) have %d", what, list.D,
			w.first, w.columns)
	case w.declared && list.D != w.columns:
		return fmt.Errorf("%s rows have %d columns, %s_width says %d", what, list.D, what,
			w.columns)
	default:
		w.columns, w.declared = list.D, true
	}
	if w.first.line == 0 {
		w.first, w.sparse = p, list.Sparse()
	}
	list.D = w.columns
	return nil
}

func kindOf(sparse bool) string {
	if sparse {
		return "sparse"
	}
	return "dense"
}
