package table

import "github.com/spbench/spbench/harness/internal/suite"

// noteQuick says that the numbers are of a quick look.
func (t *Table) noteQuick(s *suite.Suite) {
	if s.Quick {
		t.caution("A quick look: a few instances of one split. It shows that everything runs, not what is better; published numbers are left out.")
	}
}
