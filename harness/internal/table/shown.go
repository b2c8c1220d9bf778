package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite"
)

// shown returns which labels of the test set a row's decoder is shown, as the suite
// says; "" for none.
func shown(s *suite.Suite, name rowName) string {
	for _, l := range s.Learners {
		for _, o := range l.Decoders {
			if l.Label == name.label && o.Label == name.decoder && o.Reveal != (suite.Reveal{}) {
				return o.Reveal.String()
			}
		}
	}
	return ""
}

// protocols returns what rows are shown, each once, in their order.
func (t *Table) protocols() (list []string) {
	for r := range t.Rows {
		list = ordered.Add(list, t.Rows[r].Shown)
	}
	return list
}

// noteShown says which decoders are shown labels of the test set, and that such rows
// are compared among themselves.
func (t *Table) noteShown() {
	var decoders []string
	for _, row := range t.Rows {
		if row.Shown != "" {
			decoders = ordered.Add(decoders, fmt.Sprintf("%s (%s)", row.Decoder, row.Shown))
		}
	}
	if len(decoders) > 0 {
		t.caution("Labels of the test set are shown to, and not scored in: %s. Rows are compared with those that are shown the same.", strings.Join(decoders, ", "))
	}
}
