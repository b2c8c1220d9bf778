package report

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

// builds make the differences of a comparison.
type builds struct {
	*Comparison
	columns []Column
	family  []pair                        // a is the place among Differences
	beyond  map[int]float64               // P of the difference less the threshold, by that place
	looked  map[string]func(n int) string // by dataset, see grouping.tested
}

// failsNow reports whether a fit that had a number, and a whole one, has none any more. The two are of the same fits, in one order.
func failsNow(before, after []Value) bool {
	whole := func(v Value) bool { return finite(float64(v.Value)) && (record.Outcome{Kind: v.Outcome}).Good() }
	for i := range before {
		if i < len(after) && whole(before[i]) && !whole(after[i]) {
			return true
		}
	}
	return false
}

// unchanged reports whether two builds have the same numbers in every fit and, where these are known, of every test instance.
func unchanged(was, is sample, before, after []Value) bool {
	equal := func(a, b float64) bool { return a == b || a != a && b != b }
	for j := range was.parts {
		if j >= len(is.parts) || !slices.EqualFunc(was.parts[j].Values, is.parts[j].Values, equal) {
			return false
		}
	}
	return slices.EqualFunc(before, after, func(a, b Value) bool { return equal(float64(a.Value), float64(b.Value)) })
}

// lacking says why a cell is not complete.
func lacking(c *Cell) string {
	for _, v := range c.Values {
		if !finite(float64(v.Value)) || !(record.Outcome{Kind: v.Outcome}).Good() {
			text := fmt.Sprintf("%d of %d fits have a number", c.Good-c.Partial, c.Planned)
			if v.Outcome != "" {
				text += fmt.Sprintf("; split %d seed %s: %s", v.Split, v.Seed, v.Outcome)
			}
			if v.Reason != "" {
				text += " " + oneLine(v.Reason)
			}
			return text
		}
	}
	return "no fit"
}

// loss returns by how much the later build is worse.
func (d *Difference) loss() float64 {
	if d.Higher {
		return -float64(d.Effect)
	}
	return float64(d.Effect)
}

// less returns s with v taken from every value.
func (s sample) less(v float64) sample {
	out := sample{splits: s.splits}
	for _, m := range s.means {
		out.means = append(out.means, m-v)
	}
	for _, p := range s.parts {
		part := stats.Sample{Instances: p.Instances, Values: slices.Clone(p.Values), Train: p.Train}
		for i := range part.Values {
			part.Values[i] -= v
		}
		out.parts = append(out.parts, part)
	}
	return out
}

// test corrects the p of the family, and says what follows from them.
func (b *builds) test() {
	t := &Table{Columns: b.columns, Alpha: b.Alpha}
	tested := t.silence(b.family)
	for _, p := range b.family {
		if d := &b.Differences[p.a]; t.Columns[p.column].Silent != "" {
			d.Reason = t.Columns[p.column].Silent
		}
	}
	b.Comparisons = len(tested)
	p, beyond := make([]float64, len(tested)), make([]float64, len(tested))
	for i := range tested {
		p[i], beyond[i] = tested[i].test.P, b.beyond[tested[i].a]
	}
	p, beyond = stats.Holm(p), stats.Holm(beyond)
	for i := range tested {
		b.Differences[tested[i].a].Bound = tested[i].test.Bound()
		b.Differences[tested[i].a].decide(p[i], beyond[i], b.Alpha)
	}
	b.note(tested)
}

// decide sets what the corrected p say.
func (d *Difference) decide(p, beyond, alpha float64) {
	d.Adjusted, d.BeyondP = record.Number(p), record.Number(beyond)
	switch {
	case p > alpha:
		d.Verdict = IsUndecided
	case d.loss() > 0:
		d.Verdict = IsWorse
	default:
		d.Verdict = IsBetter
	}
	d.Beyond = beyond <= alpha
	if d.Threshold == 0 { // the same question
		d.Beyond, d.BeyondP = d.Verdict == IsWorse, d.Adjusted
	}
}

// note names the tests, once for the datasets that share one.
func (b *builds) note(tested []pair) {
	var texts []string
	where := map[string][]string{}
	for c := range b.columns {
		col := &b.columns[c]
		of := slices.IndexFunc(tested, func(p pair) bool { return p.column == c })
		if of < 0 {
			continue
		}
		j := &col.judge
		text := fmt.Sprintf("%s (%s), two-sided, α = %s, Holm over %d differences", j.test, b.looked[col.Dataset](tested[of].test.N)+j.detail,
			chart.Significant(b.Alpha, 3), b.Comparisons)
		if j.warning != "" {
			text += "; " + j.warning
		}
		if where[text] == nil {
			texts = append(texts, text)
		}
		if !slices.Contains(where[text], col.Dataset) {
			where[text] = append(where[text], col.Dataset)
		}
	}
	for _, text := range texts {
		b.Notes = append(b.Notes, fmt.Sprintf("Tests on %s: %s.", and(where[text]), text))
	}
}

// Regressions words what of the later build fails where the earlier one does not, or is worse by more than the threshold.
func (c *Comparison) Regressions() (texts []string) {
	for i := range c.Differences {
		d := &c.Differences[i]
		row := fmt.Sprintf("%s %s on %s", d.Learner, d.Output, d.Dataset)
		switch {
		case d.Verdict == HasFailed:
			texts = append(texts, fmt.Sprintf("%s: no %s any more (%s)", row, d.Metric, d.Reason))
		case d.Beyond:
			texts = append(texts, fmt.Sprintf("%s: %s %s → %s", row, d.Metric, c.value(i, d.Before), c.value(i, d.After)))
		}
	}
	return texts
}

// value words a value of difference i as tables do, with one decimal more.
func (c *Comparison) value(i int, v record.Number) string {
	col := &c.column[i]
	if col.Metric.Percent {
		v *= 100
	}
	return chart.Fixed(float64(v), col.Digits+1)
}

// Words words difference i: before, after, their difference and its interval.
func (c *Comparison) Words(i int) (before, after, effect, interval string) {
	d, col := &c.Differences[i], &c.column[i]
	signed := func(v record.Number) string {
		if !finite(float64(v)) {
			return ""
		}
		return col.Difference(float64(v))
	}
	if finite(float64(d.Low)) {
		interval = signed(d.Low) + " … " + signed(d.High)
	}
	return c.value(i, d.Before), c.value(i, d.After), signed(d.Effect), interval
}

// Unit is what stands behind the name of the metric of difference i.
func (c *Comparison) Unit(i int) string {
	if c.column[i].Metric.Percent {
		return " %"
	}
	return ""
}
