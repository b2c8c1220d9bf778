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

	tested        bool
	shift, margin float64 // of the difference
	order, level  float64 // P of shift, and of what is not within its margin; 1: not tested
	remark        string
}

// testClaims tests the claims of a paper on our numbers, even if they were measured on another split
// or on other data: a claim is about learners, not about numbers. The m pairs in the claims of the
// file are a family. Holm's steps decide, once for differences and once for levels. The intervals
// have the level 1 − α/m, so that of a decided pair may contain 0.
func testClaims(t *table.Table, p *suite.Published) error {
	var pairs []*pair
	var orders, levels []float64
	family := 0.0
	for i := range p.Claims {
		family += float64(len(p.Claims[i].B))
	}
	for i := range p.Claims {
		for _, b := range p.Claims[i].B {
			one := &pair{Claim: untested(&p.Claims[i]), t: t, of: &p.Claims[i], order: 1, level: 1}
			one.Alpha = t.Alpha / family
			if err := one.test(b); err != nil {
				return err
			}
			pairs = append(pairs, one)
			orders, levels = append(orders, one.order), append(levels, one.level)
		}
	}
	orders, levels = stats.Holm(orders), stats.Holm(levels)
	for i, one := range pairs {
		one.judge(orders[i] <= t.Alpha, levels[i] <= t.Alpha)
	}

	for i := range p.Claims {
		c := &p.Claims[i]
		var outcomes []stats.Verdict
		for _, one := range pairs[:len(c.B)] {
			outcomes = append(outcomes, one.Outcome)
		}
		at := 0
		if c.Best { // show the first pair with that outcome
			at = slices.Index(outcomes, stats.BestVerdict(outcomes))
			pairs[at].Why = joined("against "+strings.TrimSpace(c.B[at].Learner+" "+c.B[at].Decoder),
				pairs[at].Why)
		}
		t.Claims, pairs = append(t.Claims, pairs[at].Claim), pairs[len(c.B):]
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

// test tests the difference from the row of b, and sets the reason if there is no test.
func (p *pair) test(b *suite.PublishedNumber) (err error) {
	rows, at := p.find(b)
	if p.Why != "" {
		return nil
	}
	col := p.t.Columns[at]
	p.margin = float64(p.Margin) / col.Metric.Scale()
	if p.Column = &col; p.Effort {
		p.margin, p.shift = math.Log1p(float64(p.Margin)), math.Log(p.of.Factor)
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
		p.tested, p.order = true, p.at(p.shift)
		if math.Abs(p.Test.Effect-p.shift) < p.margin {
			p.level = max(p.at(p.shift-p.margin), p.at(p.shift+p.margin))
		}
	}
	if a, b := p.t.Rows[rows[0]], p.t.Rows[rows[1]]; a.Cells[at].Learned != b.Cells[at].Learned {
		p.remark = "the rows learned from different training instances"
	}
	return nil
}

// at returns the P of a true difference d. Without a standard error rows do not differ. Counts of
// effort are then equal by construction. Losses differ on at most a share s of other instances, if
// (1−s)ⁿ = P.
func (p *pair) at(d float64) float64 {
	apart := math.Abs(p.Test.Effect - d)
	switch {
	case finite(p.Test.Err):
		return p.Test.PAt(d)
	case p.Effort && apart > 0:
		return 0
	case p.Column.Metric.Percent && !p.Effort:
		return math.Pow(max(0, 1-apart), float64(p.Test.N))
	}
	return 1
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

// judge sets the outcome and its reason. differs and within report what the family of claims shows:
// a difference, and one smaller than the margin.
func (p *pair) judge(differs, within bool) {
	if p.tested {
		p.decide(differs, within)
		switch open := p.Outcome == stats.Open; {
		case open && !finite(p.Test.Err):
			p.Why = "the rows differ nowhere, which is no proof"
		case open && p.margin > 0:
			p.Why = needed(p.t, &p.Claim, math.Abs(p.Test.Effect-p.shift), p.margin)
		case !open && p.Test.Skewed:
			p.Why = joined(p.Why, "differences are skewed")
		}
	}
	p.Why = joined(p.Why, p.remark)
}

// decide sets the outcome. An equality is contradicted if the interval lies beyond the margin.
func (p *pair) decide(differs, within bool) {
	sign := 0
	if differs {
		sign = cmp.Compare(p.Test.Effect, p.shift)
	}
	if p.of.Same {
		beyond := math.Abs(p.Test.Effect-p.shift) > p.margin &&
			p.at(p.shift+float64(sign)*p.margin) <= p.Alpha
		p.Outcome = stats.EqualVerdict(sign, within, beyond)
		return
	}
	if p.of.Above || p.of.Best && p.Column.Metric.Higher {
		sign = -sign
	}
	if p.Outcome = stats.OrderVerdict(sign, within); sign != 0 && within {
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
