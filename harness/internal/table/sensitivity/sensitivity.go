// Package sensitivity tests the conclusions of a table under the choices of its suite. Each pair of
// learners gets a word: robust, not contradicted, depends on a choice, or open. All results are
// those of the table, see [table.Table.Under].
package sensitivity

import (
	"cmp"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// Add sets the conclusions of t, one for each pair of tested learners. A learner stands for its row
// best, or else for its first one.
func Add(t *table.Table) error {
	t.Conclusions = nil
	choices := t.Suite.Choices.Settings()
	var under []*table.Table
	for _, choice := range choices {
		other, err := t.Under(choice)
		if err != nil {
			return err
		}
		under = append(under, other)
	}
	for _, p := range t.Pairs() {
		represents := first(t, t.Rows[p.A].Label) == p.A && first(t, t.Rows[p.B].Label) == p.B &&
			!isCopy(t, p.A, p.Column) && !isCopy(t, p.B, p.Column)
		if len(choices) > 0 && represents && p.Test.P == p.Test.P {
			t.Conclusions = append(t.Conclusions, conclude(t, p, choices, under))
		}
	}
	return nil
}

// first returns the row that stands for a learner.
func first(t *table.Table, label string) int {
	return slices.IndexFunc(t.Rows, func(r table.Row) bool { return r.Label == label && !r.Rival })
}

// isCopy reports whether an earlier learner has the values of row r in column c.
func isCopy(t *table.Table, r, c int) bool {
	for of := range r {
		if table.Same(t, of, r, c) && first(t, t.Rows[of].Label) == of {
			return true
		}
	}
	return false
}

// conclude returns the conclusion of a pair. It counts only choices for its rows.
func conclude(t *table.Table, p table.Pair, choices []suite.Setting,
	under []*table.Table) table.Conclusion {
	c := table.Conclusion{Pair: p, Largest: p.Adjusted}
	own, sign := verdict(t, &p)
	agrees := true
	for i, other := range under {
		pair, concerns := counterpart(t, other, &p, choices[i])
		name := choices[i].String()
		switch {
		case !concerns:
			continue
		case pair.Test.P != pair.Test.P:
			_, why, _ := other.Test(pair.A, pair.B, pair.Column) // an error is one of the table, too
			why = cmp.Or(why, "results are not complete")
			c.Missing = append(c.Missing, name+" ("+why+")")
			if !other.Rows[pair.A].Cells[pair.Column].Complete() ||
				!other.Rows[pair.B].Cells[pair.Column].Complete() {
				continue
			}
		default:
			c.Tested++
			c.Largest = max(c.Largest, pair.Adjusted)
		}
		v, otherSign := verdict(other, &pair) // without a test it is open, with the sign of the means
		agrees = agrees && v == own
		if contradicts(own, v, sign, otherSign) {
			c.Depends = append(c.Depends, name)
		}
	}

	if own == stats.Level {
		c.Largest = math.NaN() // it is no p of a level
	}
	switch {
	case c.Depends != nil:
		c.Word = table.Depends
	case own == stats.Open:
		c.Word = table.Inconclusive
	case agrees && c.Tested > 0 && c.Missing == nil:
		c.Word = table.Robust
	default:
		c.Word = table.Uncontested
	}
	return c
}

// counterpart returns the pair of the same learners in the table under a choice. The choice may not
// concern it.
func counterpart(t, under *table.Table, p *table.Pair, choice suite.Setting) (table.Pair, bool) {
	col := &t.Columns[p.Column]
	a, b := first(under, t.Rows[p.A].Label), first(under, t.Rows[p.B].Label)
	at := slices.IndexFunc(under.Columns, func(o table.Column) bool {
		return o.Compared && o.Dataset == col.Dataset
	})
	_, grouped := t.Layout(col.Dataset)
	return under.Pair(a, b, at), under.Rows[a].Variant.Of+under.Rows[b].Variant.Of != "" ||
		choice.Rope > 0 || choice.Ungrouped && grouped ||
		under.Columns[at].Metric.Name != col.Metric.Name ||
		under.Rows[a].Decoder != t.Rows[p.A].Decoder || under.Rows[b].Decoder != t.Rows[p.B].Decoder
}

// contradicts compares verdict and sign under a choice with those of the baseline.
func contradicts(own, other stats.Verdict, sign, otherSign int) bool {
	decided := other == stats.Holds || other == stats.Reversed
	switch own {
	case stats.Open:
		return decided && otherSign != sign
	case stats.Level:
		return decided
	}
	return other == stats.Level || otherSign == -sign
}

// verdict returns the verdict of a pair, and the sign of the first row's lead. [stats.Holds] means
// a better first row.
func verdict(t *table.Table, p *table.Pair) (v stats.Verdict, sign int) {
	col := &t.Columns[p.Column]
	sign = cmp.Compare(0, p.Test.Effect)
	if col.Metric.Higher {
		sign = -sign
	}
	width := col.Equivalence / col.Metric.Scale()
	switch {
	case p.Low > -width && p.High < width:
		return stats.Level, sign
	case !(p.Adjusted <= t.Alpha):
		return stats.Open, sign
	case sign > 0:
		return stats.Holds, sign
	}
	return stats.Reversed, sign
}
