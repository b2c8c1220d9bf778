package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A pair is a claim about two rows, under test.
type pair struct {
	table.Claim
	t  *table.Table
	of *suite.Claim
}

// testClaims tests the claims of a paper on our numbers, even if they were measured on another split
// or on other data: a claim is about learners, not about numbers. Each pair of a claim has an
// interval at level 1 − α/m, for m pairs in the claims of the file.
func testClaims(t *table.Table, p *suite.Published) error {
	family := 0
	for i := range p.Claims {
		family += len(p.Claims[i].B)
	}
	for i := range p.Claims {
		c := &p.Claims[i]
		var pairs []table.Claim
		var outcomes []stats.Verdict
		for _, b := range c.B {
			one := pair{untested(c), t, c}
			one.Alpha = t.Alpha / float64(family)
			if err := one.test(b); err != nil {
				return err
			}
			pairs, outcomes = append(pairs, one.Claim), append(outcomes, one.Outcome)
		}
		at := 0
		if c.Best { // show the first pair with that outcome
			at = slices.Index(outcomes, stats.BestVerdict(outcomes))
			pairs[at].Why = joined("against "+strings.TrimSpace(c.B[at].Learner+" "+c.B[at].Decoder),
				pairs[at].Why)
		}
		t.Claims = append(t.Claims, pairs[at])
	}
	return nil
}

func untested(c *suite.Claim) table.Claim {
	nan := record.Number(math.NaN())
	return table.Claim{Dataset: c.Dataset, Text: c.Text, Margin: record.Number(c.Margin.Size),
		Because: c.Margin.Because, Outcome: stats.Open, Effort: c.Effort != "", Delta: nan, Low: nan,
		High: nan, Test: stats.Test{Err: math.NaN()}}
}

// joined joins two reasons, of which one may be empty.
func joined(a, b string) string { return strings.Trim(a+", "+b, ", ") }

// test tests a claim against the row of b.
func (p *pair) test(b *suite.PublishedNumber) (err error) {
	rows, at := p.find(b)
	if p.Why != "" {
		return nil
	}
	col, shift := p.t.Columns[at], 0.0
	margin := float64(p.Margin) / col.Metric.Scale()
	if p.Column = &col; p.Effort {
		margin, shift = math.Log1p(float64(p.Margin)), math.Log(p.of.Factor)
		p.Test, p.Why = compareEffort(p.t, p.of, rows)
	} else if p.Test, p.Why, err = p.t.Test(rows[0], rows[1], at); err != nil {
		return err
	}

	low, high := math.NaN(), math.NaN()
	if p.Why == "" {
		if low, high = p.Test.Interval(1 - p.Alpha); !finite(p.Test.Err) {
			width := p.spreadOfEqual()
			low, high = p.Test.Effect-width, p.Test.Effect+width
		}
	}
	show := func(v float64) record.Number {
		if p.Effort {
			v = math.Exp(v)
		}
		return record.Number(v)
	}
	p.Delta, p.Low, p.High = show(p.Test.Effect), show(low), show(high)

	p.addUnfinished(rows)
	switch {
	case p.Why != "":
	case p.Test.Floor > p.Alpha:
		p.Why = fmt.Sprintf("the smallest possible p is %s: needs %d differences other than 0",
			chart.Significant(p.Test.Floor, 2),
			sort.Search(17, func(n int) bool { return stats.FlipFloor(n) <= p.Alpha }))
	default:
		p.judge(low-shift, high-shift, margin)
		if p.Outcome == stats.Open && !finite(p.Test.Err) {
			p.Why = "the rows differ nowhere, which is no proof"
		} else if p.Outcome == stats.Open && margin > 0 {
			p.Why = needed(p.t, &p.Claim, (high-low)/margin, margin)
		} else if p.Test.Skewed && p.Outcome != stats.Open {
			p.Why = joined(p.Why, "differences are skewed")
		}
	}
	if a, b := p.t.Rows[rows[0]], p.t.Rows[rows[1]]; a.Cells[at].Learned != b.Cells[at].Learned {
		p.Why = joined(p.Why, "the rows learned from different training instances")
	}
	return nil
}

// addUnfinished adds why the training of a row did not finish to the reasons.
func (p *pair) addUnfinished(rows [2]int) {
	for _, r := range rows {
		if why := unfinished(p.t, r, p.Dataset); !strings.Contains(p.Why, why) {
			p.Why = joined(p.Why, why)
		}
	}
}

// spreadOfEqual bounds the mean difference if n differences are equal. Counts of effort are equal by
// construction. Losses differ on at most a share s of other instances, if (1−s)ⁿ = α.
func (p *pair) spreadOfEqual() float64 {
	switch {
	case p.Effort:
		return 0
	case p.Column.Metric.Percent:
		return 1 - math.Pow(p.Alpha, 1/float64(p.Test.N))
	}
	return math.NaN()
}

// judge sets the outcome by the interval of a difference.
func (p *pair) judge(low, high, margin float64) {
	if p.of.Above || p.of.Best && p.Column.Metric.Higher {
		low, high = -high, -low
	}
	small := false
	if p.Outcome, small = stats.OrderVerdict(low, high, margin); p.of.Same {
		p.Outcome = stats.EqualVerdict(low, high, margin)
	} else if small && p.Outcome != stats.Level {
		p.Why = "smaller than the margin"
	}
}

// find returns the rows and the column of a claim against b. It sets Differs, or if the rows cannot
// be compared, Why.
func (p *pair) find(b *suite.PublishedNumber) (rows [2]int, column int) {
	t := p.t
	for i, n := range []*suite.PublishedNumber{p.of.A, b} {
		r, c, metric, differs := place(t, n)
		rows[i], column = r, c
		switch {
		case !slices.Contains(t.Datasets, n.Dataset):
			p.Why = "dataset " + n.Dataset + " was not run"
		case r < 0 || c < 0:
			p.Why = "there is no row of " + n.Learner
		case t.Changed(n.Dataset):
			p.Why = "our data differ from the published data"
		case p.Effort:
		case n.Metric != metric:
			p.Why = fmt.Sprintf("theirs is of %s, ours of %s", n.Metric, metric)
		case !t.Rows[r].Cells[c].Complete():
			p.Why = "not all fits of " + n.Learner + " have a result"
		case t.Rows[r].Shown != t.Rows[rows[0]].Shown:
			p.Why = "the rows see different labels of the test set"
		}
		if p.Differs = cmp.Or(wording.OneLine(differs), p.Differs); p.Why != "" {
			p.Differs = ""
			break
		}
	}
	return rows, column
}
