package format

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A width is the number of columns common to all rows of a dataset.
type width struct {
	columns  int
	declared bool  // columns are set by a header or by dense rows
	sparse   bool  // of the first rows
	first    place // of the first rows; line 0: none yet
}

// declare sets the width by a header.
func (w *width) declare(columns int) error {
	if columns > maxWidth {
		return fmt.Errorf("a width of %d, want at most %d", columns, maxWidth)
	}
	if w.declared && w.columns != columns || columns < w.columns {
		return fmt.Errorf("a width of %d, but rows before have %d columns", columns, w.columns)
	}
	w.columns, w.declared = columns, true
	return nil
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
		if err := w.reach(list, what); err != nil {
			return err
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

// reach makes room for the columns of sparse rows, unless their number is declared.
func (w *width) reach(list *sp.Rows, what string) error {
	most := maxWidth
	if w.declared {
		most = w.columns
	}
	for _, j := range list.Index {
		if int(j) >= most {
			return fmt.Errorf("%s rows have column %d, want columns 0..%d", what, j, most-1)
		}
		w.columns = max(w.columns, int(j)+1)
	}
	return nil
}

func kindOf(sparse bool) string {
	if sparse {
		return "sparse"
	}
	return "dense"
}
