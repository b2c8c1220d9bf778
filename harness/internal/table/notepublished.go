package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/wording"
)

// notePublished says where the published numbers come from, how ours agree with
// them, and what became of the claims.
func (t *Table) notePublished() {
	if t.Source == "" {
		return
	}
	if len(t.left) > 0 {
		t.note("The published numbers on %s are left out: ours were not measured on the published data.", strings.Join(t.left, ", "))
	}
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return !t.changed(c.Dataset) }) {
		return
	}
	elsewhere := false
	whose := map[Verdict][]string{}
	for _, row := range t.Rows {
		for c := range row.Cells {
			if p := row.Cells[c].Published; p != nil {
				elsewhere = elsewhere || p.Differs != ""
				number := fmt.Sprintf("%s on %s", row.Label, t.Columns[c].Dataset)
				if m := t.Columns[c].Metric.Name; m != t.compared() {
					number += " (" + m + ")"
				}
				whose[p.Verdict] = append(whose[p.Verdict], number)
			}
		}
	}
	delete(whose, "")
	text := "Published: " + strings.TrimSuffix(wording.OneLine(t.Source), ".") + "."
	if len(whose) > 0 {
		text += fmt.Sprintf(" In parentheses: ours − published ± half of its %s %% interval; %s!: differs; ?: open.", chart.Significant(100*(1-t.Alpha), 3), t.margin())
	}
	if elsewhere {
		text += " ≠: measured on something else."
	}
	t.note("%s", text)
	if len(whose) == 0 {
		t.note("No published number can be compared with ours.")
	} else {
		var parts []string
		for _, v := range []Verdict{Agrees, Differs, Open} {
			part := fmt.Sprintf("%s %d", v, len(whose[v]))
			if len(whose[v]) > 0 {
				part += " (" + strings.Join(whose[v], ", ") + ")"
			}
			parts = append(parts, part)
		}
		t.note("Ours beside the published numbers: %s.", strings.Join(parts, ", "))
	}
	if t.PublishedFrom != "" {
		t.note("%s", t.Provenance())
	}
	t.noteClaims()
	t.noteUnplaced()
}

// margin words within what two numbers agree.
func (t *Table) margin() string {
	if t.Margin == 0 {
		return ""
	}
	return fmt.Sprintf("=: agrees, as the %s %% interval is within %v; ", chart.Significant(100*(1-2*t.Alpha), 3), t.Margin)
}

// Provenance says where the published numbers were read that are not those of the run; "" where they are.
func (t *Table) Provenance() string {
	if t.PublishedFrom == "" {
		return ""
	}
	return fmt.Sprintf("The published numbers are those of %s, which was written or changed after the run.", t.PublishedFrom)
}

// MarginOf words the margin of the published numbers.
func (t *Table) MarginOf() string {
	if t.Margin == 0 {
		return "Margin: none, so that no two numbers agree."
	}
	return fmt.Sprintf("Margin: numbers agree that are shown to differ by less than %v, in the unit of the paper.", float64(t.Margin))
}

// noteClaims says what became of each claim, and why those that have no test have none.
func (t *Table) noteClaims() {
	whose := map[string][]string{} // claims, by what became of them
	heads := []string{string(Holds), string(Reversed), string(Undecided)}
	for _, c := range t.Claims {
		head := string(c.Outcome)
		if c.Why != "" {
			head += ", as " + c.Why
			heads = ordered.Add(heads, head)
		}
		whose[head] = append(whose[head], fmt.Sprintf("%s on %s", c.Text, c.Dataset))
	}
	for _, head := range heads {
		if len(whose[head]) > 0 {
			t.note("Claims of the paper, %s: %s.", head, strings.Join(whose[head], "; "))
		}
	}
	if len(t.Claims) > 0 {
		t.note("%s", t.MarginOf())
	}
	if text := t.ClaimsElsewhere(); text != "" {
		t.note("%s", text)
	}
}

// ClaimsElsewhere says which claims were tested on other data or another split than the paper's; "" where none was.
func (t *Table) ClaimsElsewhere() string {
	var where []string
	for _, c := range t.Claims {
		if c.Differs != "" {
			where = ordered.Add(where, fmt.Sprintf("%s (%s)", c.Dataset, c.Differs))
		}
	}
	if len(where) == 0 {
		return ""
	}
	return fmt.Sprintf("Claims are tested on our data, which is not the paper's: %s.", strings.Join(where, "; "))
}
