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
	t       *table.Table // under the setting
	of      *suite.Claim
	against *suite.PublishedNumber
	setting suite.Setting

	tested        bool
	shift, margin float64 // of the difference
	choices       int     // under which the pair is tested
	order, level  float64 // P of shift, and of what is not within its margin; 1: not tested
	remark        string
}

// testClaims tests the claims of a paper on our numbers, even if they were measured on another split
// or on other data: a claim is about learners, not about numbers. The m pairs in the claims of the
// file are a family. Holm's steps decide, once for differences and once for levels. The intervals
// have the level 1 − α/m, so that of a decided pair may contain 0. A pair under K choices counts
// once, with twice its largest P. One choice decides by itself at the level α/(2mK): it may
// contradict a claim. So a false verdict has at most the chance α.
func testClaims(t *table.Table, p *suite.Published) error {
	var pairs [][]*pair // under each choice
	var orders, levels []float64
	family := 0.0
	for i := range p.Claims {
		family += float64(len(p.Claims[i].B))
	}
	under := map[suite.Setting]*table.Table{{}: t}
	for i := range p.Claims {
		for _, b := range p.Claims[i].B {
			all, order, level := []*pair(nil), 0.0, 0.0
			for _, setting := range settings(&t.Suite.Choices, p.Claims[i].Over) {
				one, err := testUnder(setting, under, &p.Claims[i], b, t.Alpha/family)
				if err != nil {
					return err
				}
				all, order, level = append(all, one), max(order, one.order), max(level, one.level)
			}
			if len(all) > 1 { // half of the level is for single choices
				order, level = min(2*order, 1), min(2*level, 1)
			}
			pairs, orders, levels = append(pairs, all), append(orders, order), append(levels, level)
		}
	}
	orders, levels = stats.Holm(orders), stats.Holm(levels)
	for i, all := range pairs {
		alone := 0.0 // the level at which one of several choices decides
		if len(all) > 1 {
			alone = t.Alpha / family / float64(2*len(all))
		}
		for _, one := range all {
			one.choices = len(all)
			one.judge(orders[i] <= t.Alpha || one.order <= alone, levels[i] <= t.Alpha || one.level <= alone)
		}
	}

	for i := range p.Claims {
		n := len(p.Claims[i].B)
		t.Claims, pairs = append(t.Claims, weakest(slices.Concat(pairs[:n]...))), pairs[n:]
	}
	return nil
}

// settings returns the baseline, and the choices of a suite that a claim is over.
func settings(of *suite.Choices, over []string) []suite.Setting {
	named := suite.Choices{All: of.All}
	if slices.Contains(over, "decoder") {
		named.Decoders = of.Decoders
	}
	if slices.Contains(over, "groups") {
		named.Groups = of.Groups
	}
	return slices.Insert(named.Settings(), 0, suite.Setting{})
}

// testUnder tests a claim against the row of b in the table under a setting. under has the tables.
func testUnder(setting suite.Setting, under map[suite.Setting]*table.Table, c *suite.Claim,
	b *suite.PublishedNumber, alpha float64) (one *pair, err error) {
	t := under[setting]
	if t == nil {
		if t, err = under[suite.Setting{}].Under(setting); err != nil {
			return nil, err
		}
		under[setting] = t
	}
	one = &pair{Claim: untested(c), t: t, of: c, setting: setting, against: b, order: 1, level: 1}
	one.Alpha = alpha
	return one, one.test(b)
}

// weakest returns the pair that decides a claim: the first one with the verdict of all.
func weakest(all []*pair) table.Claim {
	var outcomes []stats.Verdict
	for _, one := range all {
		outcomes = append(outcomes, one.Outcome)
	}
	one := all[0]
	if len(all) > 1 {
		one = all[slices.Index(outcomes, stats.BestVerdict(outcomes))]
	}
	if one.of.Best {
		rival := strings.TrimSpace(one.against.Learner + " " + one.against.Decoder)
		one.Why = joined("against "+rival, one.Why)
	}
	if one.setting != (suite.Setting{}) {
		one.Why = joined("under "+one.setting.String(), one.Why)
	}
	if one.of.Over != nil && len(all) == len(one.of.B) {
		one.Outcome, one.Why = stats.Open, "the suite names no choice of "+wording.And(one.of.Over)
	}
	return one.Claim
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

// decide sets the outcome. An equality is contradicted if the interval lies beyond the margin, under
// any of the choices.
func (p *pair) decide(differs, within bool) {
	sign := 0
	if differs {
		sign = cmp.Compare(p.Test.Effect, p.shift)
	}
	if p.of.Same {
		beyond := math.Abs(p.Test.Effect-p.shift) > p.margin &&
			p.at(p.shift+float64(sign)*p.margin) <= p.Alpha/float64(p.choices)
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
		if at := t.FindRow(n.Learner, p.setting.Decoder); at >= 0 && n.Decoder == "" {
			r = at
		}
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
			p.Why = "theirs is of " + n.Metric + ", ours of " + metric
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
