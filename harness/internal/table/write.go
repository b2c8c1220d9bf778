package table

import (
	"fmt"
	"io"
)

// Write writes the table in one of [grid.Formats]. The bytes depend on nothing but the table and
// the style.
func (t *Table) Write(w io.Writer, format string, s Style) error {
	err := s.check(format)
	if err == nil {
		g, bad := t.view(format, s)
		if err = bad; err == nil {
			err = g.Write(w, format)
		}
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
