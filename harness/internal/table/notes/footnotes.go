package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// addFootnotes sets the footnotes of cells and then of published numbers. Equal texts share one.
func addFootnotes(t *table.Table) {
	number := func(text string) int {
		n := slices.Index(t.Footnotes, text)
		if n < 0 {
			n = len(t.Footnotes)
			t.Footnotes = append(t.Footnotes, text)
		}
		return n + 1
	}
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			cell := &t.Rows[r].Cells[c]
			texts := slices.DeleteFunc([]string{missing(cell), otherBuilds(cell)},
				func(s string) bool { return s == "" })
			if len(texts) > 0 {
				cell.Note = number(strings.Join(texts, "; "))
			}
		}
	}
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			switch p := t.Rows[r].Cells[c].Published; {
			case p == nil:
			case p.Differs != "":
				p.Note = number("not comparable with the published number: " +
					wording.OneLine(p.Differs))
			case p.Why != "":
				p.Note = number("open: " + wording.OneLine(p.Why))
			}
		}
	}
}

// missing explains why numbers of a cell are missing or partial; "" if none is, or if all the
// missing ones have not run.
func missing(cell *table.Cell) string {
	count := map[record.Outcome]int{}
	var whys []record.Outcome
	var reasons []string // parallel to whys
	for _, v := range cell.Values {
		partial := finite(v.Value)
		if partial && (record.Outcome{Kind: v.Outcome}).Good() || v.Outcome == "" {
			continue
		}
		why := record.Outcome{Kind: v.Outcome, Reason: record.Outcome{Kind: v.Outcome,
			Reason: v.Reason}.Why()}
		if partial {
			why.Reason = "the number is that of the last checkpoint; " + why.Reason
		}
		if count[why] == 0 {
			whys = append(whys, why)
			reasons = append(reasons, string(why.Kind)+": "+why.Reason)
		}
		count[why]++
	}
	var texts []string
	merged, members := wording.MergeNumbers(reasons)
	for i := range merged {
		n := 0
		for _, w := range members[i] {
			n += count[whys[w]]
		}
		text, reason, _ := strings.Cut(merged[i], ": ")
		if n < cell.Planned {
			text += fmt.Sprintf(" in %d of %d", n, cell.Planned)
		}
		if reason != "" {
			text += ": " + wording.OneLine(reason)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// otherBuilds lists the fits of a cell that were not made by the latest builds, with the starts of
// the hashes; "" for none.
func otherBuilds(cell *table.Cell) string {
	var texts []string
	for _, o := range cell.Origins {
		if len(o.Differs) == 0 {
			continue
		}
		kind, hash, _ := strings.Cut(o.Learner, ":")
		texts = append(texts, fmt.Sprintf("%d of %d fits by %s (%s:%.8s, harness %.8s)", o.Fits,
			cell.Planned, o.Describe(), kind, hash, o.Harness))
	}
	return strings.Join(texts, "; ")
}
