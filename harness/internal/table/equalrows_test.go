package table_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// equalRows is rows of 24 words of which "again" has the parameters of "a".
func equalRows() ([]table.Entry, *suite.Suite) {
	order := []string{"a", "b", "again"}
	losses := map[string][]float64{}
	for i := range 24 {
		losses["a"] = append(losses["a"], .3+.1*float64(i%3))
		losses["b"] = append(losses["b"], .3+.1*float64(i%4))
		losses["again"] = append(losses["again"], .3+.1*float64(i%3)-.1*float64(i%2))
	}
	s := &suite.Suite{}
	for _, label := range order {
		l := suite.Learner{Label: label, Decoders: []suite.Decoder{{Label: "map"}}}
		l.Name, l.Args = "l", []byte(`{}`)
		if label == "b" {
			l.Name = "other"
		}
		s.Learners = append(s.Learners, l)
	}
	return fits(losses, order...), s
}

func buildWith(t *testing.T, entries []table.Entry, s *suite.Suite) (tab *table.Table,
	text string) {
	t.Helper()
	tab = built(t, entries, table.Options{Suite: s})
	return tab, flat(write(t, tab, "text", layout.Style{Notes: "full"}))
}

// Best stands for the other decoders of its learner. They change no test and no mark, even with the
// best mean. Claims about them have tests.
func TestBestStandsForItsRivals(t *testing.T) {
	entries, s := equalRows()
	s.Learners = s.Learners[:2]
	alone, _ := buildWith(t, entries[:2], s)
	s.Learners[0].Decoders = []suite.Decoder{{Label: "map"}, {Label: "choice"}}
	s.Learners[0].Decoders[1].Name = suite.Best
	entries[0].Decoder, entries[2].Label = "choice", "a"
	tab, text := buildWith(t, entries, s)
	for r := range alone.Rows {
		was, is := alone.Rows[r].Cells[0], tab.Rows[r].Cells[0]
		if was.Best != is.Best || was.Undecided != is.Undecided || was.P == was.P && was.P != is.P {
			t.Errorf("row %d: %+v, without its rival %+v", r, is, was)
		}
	}
	cell := tab.Rows[2].Cells[0]
	if cell.Best || cell.Undecided || cell.P == cell.P || tab.Comparisons != 1 ||
		len(tab.Pairs()) != 1 {
		t.Errorf("%d comparisons, %+v", tab.Comparisons, cell)
	}
	if test, why, err := tab.Test(2, 1, 0); !(test.P < 1) || why != "" || err != nil {
		t.Errorf("a claim about the rival: %+v %s %v", test, why, err)
	}
	says(t, text, "; map: only best is tested.")
	says(t, strings.Join(table.PlannedPower(entries, s), "\n"), "among 1 pair it finds")
}
