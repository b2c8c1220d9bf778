package table

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
	"github.com/spbench/spbench/harness/internal/wording"
)

// NotRun is the outcome of a claim about a suite without a run.
const NotRun stats.Verdict = "not run"

// A Claim is a paper's statement about rows of a dataset, with its outcome on ours.
type Claim struct {
	Dataset string        `json:"dataset"`
	Text    string        `json:"text"`
	Margin  record.Number `json:"margin"`            // as the paper prints numbers, of effort a share; 0: none
	Because string        `json:"because,omitempty"` // the reason for the margin
	Outcome stats.Verdict `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // the reason for the outcome, or what an open claim needs
	Differs string        `json:"differs,omitempty"` // how our data or protocol differs from the paper's
	Effort  bool          `json:"effort,omitempty"`  // Delta, Low and High are ratios of efforts
	Delta   record.Number `json:"delta"`             // ours of the first − ours of the second
	// Simultaneous interval of Delta: those of all claims of the file hold with probability 1−α.
	Low  record.Number `json:"low"`
	High record.Number `json:"high"`

	Column *Column `json:"-"` // of Delta; nil: there is none

	tested stats.Test // of Delta
	alpha  float64    // 1 − level of the interval
}

// Unrun returns a table of claims without results. why says how to get them.
func Unrun(s *suite.Suite, p *suite.Published, why string) *Table {
	t := &Table{Suite: s, Source: p.Source, Alpha: 0.05}
	for i := range p.Claims {
		c := newClaim(&p.Claims[i])
		c.Outcome, c.Why = NotRun, why
		t.Claims = append(t.Claims, c)
	}
	return t
}

func newClaim(c *suite.Claim) Claim {
	nan := record.Number(notANumber)
	return Claim{Dataset: c.Dataset, Text: c.Text, Margin: record.Number(c.Margin.Size),
		Because: c.Margin.Because, Outcome: stats.Open, Effort: c.Effort != "", Delta: nan, Low: nan,
		High: nan, tested: undefined}
}

// testClaims tests the claims of a paper on our numbers, even if they were measured on another split
// or on other data: a claim is about learners, not about numbers. Each pair of a claim has an
// interval at level 1 − α/m, for m pairs in the claims of the file.
func testClaims(t *Table, p *suite.Published, sizes map[string][]suite.Split) error {
	family := 0
	for i := range p.Claims {
		family += len(p.Claims[i].B)
	}
	for i := range p.Claims {
		c := &p.Claims[i]
		var pairs []Claim
		var outcomes []stats.Verdict
		for _, b := range c.B {
			pair := newClaim(c)
			if err := pair.test(t, c, b, sizes, t.Alpha/float64(family)); err != nil {
				return err
			}
			pairs, outcomes = append(pairs, pair), append(outcomes, pair.Outcome)
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

// joined joins two reasons, of which one may be empty.
func joined(a, b string) string { return strings.Trim(a+", "+b, ", ") }

// test tests a claim against the row of b. The interval has level 1 − alpha.
func (claim *Claim) test(t *Table, c *suite.Claim, b *suite.PublishedNumber,
	sizes map[string][]suite.Split, alpha float64) (err error) {
	rows, at := claim.find(t, c, b, sizes)
	if claim.Why != "" {
		return nil
	}
	col, test, shift := t.Columns[at], stats.Test{}, 0.0
	margin := float64(claim.Margin) / col.Metric.Scale()
	if claim.Column = &col; claim.Effort {
		margin, shift = math.Log1p(float64(claim.Margin)), math.Log(c.Factor)
		test, claim.Why = compareEffort(t, c, rows)
	} else if test, claim.Why, err = t.Test(rows[0], rows[1], at, 0); err != nil {
		return err
	}
	claim.tested, claim.alpha = test, alpha
	low, high := notANumber, notANumber
	if claim.Why == "" {
		if low, high = test.Interval(1 - alpha); !finite(test.Err) {
			width := spreadOfEqual(claim.Effort, &col.Metric, test.N, alpha)
			low, high = test.Effect-width, test.Effect+width
		}
	}
	show := func(v float64) record.Number {
		if claim.Effort {
			v = math.Exp(v)
		}
		return record.Number(v)
	}
	claim.Delta, claim.Low, claim.High = show(test.Effect), show(low), show(high)
	for _, r := range rows {
		if why := unfinished(t, r, c.Dataset); !strings.Contains(claim.Why, why) {
			claim.Why = joined(claim.Why, why)
		}
	}
	switch {
	case claim.Why != "":
	case test.Floor > alpha:
		claim.Why = fmt.Sprintf("the smallest possible p is %s: needs %d differences other than 0",
			chart.Significant(test.Floor, 2),
			sort.Search(17, func(n int) bool { return stats.FlipFloor(n) <= alpha }))
	default:
		claim.judge(c, low-shift, high-shift, margin)
		if claim.Outcome == stats.Open && !finite(test.Err) {
			claim.Why = "the rows differ nowhere, which is no proof"
		} else if claim.Outcome == stats.Open && margin > 0 {
			claim.Why = needed(claim, &test, (high-low)/margin, margin, alpha)
		} else if test.Skewed && claim.Outcome != stats.Open {
			claim.Why = joined(claim.Why, "differences are skewed")
		}
	}
	return nil
}

// spreadOfEqual bounds the mean difference if n differences are equal. Counts of effort are equal by
// construction. Losses differ on at most a share s of other instances, if (1−s)ⁿ = α.
func spreadOfEqual(effort bool, m *Metric, n int, alpha float64) float64 {
	switch {
	case effort:
		return 0
	case m.Percent:
		return 1 - math.Pow(alpha, 1/float64(n))
	}
	return notANumber
}

// judge sets the outcome by the interval of a difference.
func (claim *Claim) judge(c *suite.Claim, low, high, margin float64) {
	if c.Above || c.Best && claim.Column.Metric.Higher {
		low, high = -high, -low
	}
	small := false
	if claim.Outcome, small = stats.OrderVerdict(low, high, margin); c.Same {
		claim.Outcome = stats.EqualVerdict(low, high, margin)
	} else if small && claim.Outcome != stats.Level {
		claim.Why = "smaller than the margin"
	}
}

// needed says which splits or data would make an interval narrower than the margin, and the standard
// error with its floor, that of any number of splits. The interval is wider now by the factor times.
// Splits that train on a fold each, and test on others, are at most as many as the folds.
func needed(claim *Claim, test *stats.Test, times, margin, alpha float64) string {
	m := &claim.Column.method
	l, n, what := m.layout, math.Ceil(float64(test.N)*times*times), "fits"
	show := func(v float64) string { return chart.Significant(v*claim.Column.Metric.Scale(), 2) }
	reach := "; standard error " + show(test.Err)
	switch {
	case claim.Effort:
		reach = ""
	case m.groups.grouped(m.dataset):
		what = "groups of test instances"
	default:
		what = "test instances"
	}
	if what != "fits" && l.Sets > 1 {
		splits, least := l.SplitsFor(*test, margin, 1-alpha)
		which, most := "no number of splits is enough: needs", 1<<20
		folds := int(math.Round(1 + l.Ratio))
		if rotated := l.Training == 0 && l.Tests > 0 && l.Tests < 1; rotated {
			most = max(folds, l.Sets)
			if splits == 0 || splits > folds {
				which = fmt.Sprintf("%d folds are not enough: needs more folds or", folds)
				splits = 0
			}
		}
		floor := *test
		if most > l.Sets {
			floor = l.Expect(*test, most)
		}
		reach += ", at least " + show(floor.Err)
		if splits == 0 {
			if most <= folds {
				low, high := floor.Interval(1 - alpha)
				least = high - low
			}
			return fmt.Sprintf("%s about %s times the data%s", which,
				wording.Grouped(math.Ceil(math.Pow(least/margin, 2))), reach)
		}
		n, what = float64(max(splits, l.Sets+1)), "splits"
	}
	return fmt.Sprintf("needs about %s %s%s", wording.Grouped(n), what, reach)
}

// find returns the rows and the column of a claim against b. It sets Differs, or if the rows cannot
// be compared, Why.
func (claim *Claim) find(t *Table, c *suite.Claim, b *suite.PublishedNumber,
	sizes map[string][]suite.Split) (rows [2]int, column int) {
	for i, n := range []*suite.PublishedNumber{c.A, b} {
		decoder, metric, differs, ok := n.Counterpart(t.Suite, sizes)
		rows[i], column = findRow(t, n.Learner, decoder), findColumn(t, n.Dataset, metric)
		switch {
		case !slices.Contains(t.Datasets, n.Dataset):
			claim.Why = "dataset " + n.Dataset + " was not run"
		case !ok || rows[i] < 0 || column < 0:
			claim.Why = "there is no row of " + n.Learner
		case t.Changed(n.Dataset):
			claim.Why = "our data differ from the published data"
		case claim.Effort:
		case n.Metric != metric:
			claim.Why = fmt.Sprintf("theirs is of %s, ours of %s", n.Metric, metric)
		case !t.Rows[rows[i]].Cells[column].Complete():
			claim.Why = "not all fits of " + n.Learner + " have a result"
		case t.Rows[rows[i]].Shown != t.Rows[rows[0]].Shown:
			claim.Why = "the rows see different labels of the test set"
		}
		if claim.Differs = cmp.Or(wording.OneLine(differs), claim.Differs); claim.Why != "" {
			claim.Differs = ""
			break
		}
	}
	return rows, column
}

// Failed names the claims and the published numbers that our numbers contradict. An order is also
// contradicted if its rows are level.
func (t *Table) Failed() (names []string) {
	for _, c := range slices.Concat(t.Claims, t.Numbers) {
		switch c.Outcome {
		case stats.Reversed, stats.Level, stats.Verdict(Differs):
			names = append(names, c.Text+" on "+c.Dataset)
		}
	}
	return names
}

// effortOf returns one of [suite.Efforts] of a fit, without tuning.
func effortOf(e *Entry, name string) float64 {
	switch name {
	case "calls":
		return float64(e.Fit.Counts.Calls())
	case "passes":
		return float64(e.Fit.Passes)
	}
	return float64(e.Fit.Times.Fit.CPU)
}

// compareEffort tests the logarithm of the ratio of the efforts of two rows, the first over the
// second. It has one value for each training set, averaged over seeds; on one training set, one for
// each fit. Common training instances count as in [stats.CorrectedT], with f/(1−f) for a share f.
// why is the reason if there is no interval.
func compareEffort(t *Table, c *suite.Claim, rows [2]int) (test stats.Test, why string) {
	g := t.groups
	sets, shared, ratio := g.trainingSets(c.Dataset), g.all[c.Dataset][0].Overlap, 0.0
	var logs [2]sample
	for i, r := range rows {
		var fits []*Entry
		for k, e := range g.at[place{rowName{t.Rows[r].Label, t.Rows[r].Decoder}, c.Dataset}] {
			fit := Entry{Planned: Planned{Split: e.Split}}
			fit.Row.Metrics = map[string]record.Number{}
			if e.Outcome().Good() {
				fit.Row.Metrics[c.Effort] = record.Number(math.Log(effortOf(e, c.Effort)))
			}
			if sets == 1 {
				fit.Split = k
			}
			fits = append(fits, &fit)
		}
		logs[i].splits, logs[i].means = splitMeans(fits, c.Effort)
	}
	diff, _ := logs[0].minus(logs[1]) // no instances, no error
	if sets > 1 && shared < 1 {
		diff, ratio = g.merged(c.Dataset, diff), shared/(1-shared)
	}
	if test = stats.CorrectedT(diff.means, ratio); test.N < 3 {
		why = fmt.Sprintf("an interval needs 3 fits with %s, not %d", c.Effort, test.N)
	}
	return test, why
}
