package table

import (
	"math"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A Verdict says whether our number is a published one.
type Verdict string

const (
	Agrees  Verdict = "agrees"  // the two differ by less than the margin
	Differs Verdict = "differs" // the two differ
	Open    Verdict = "open"    // neither is shown
)

var verdictMark = map[Verdict]string{Agrees: "=", Differs: "!", Open: "?"}

// judge sets the difference of our mean from the published one, its interval and the
// verdict.
func (p *Published) judge(c *Cell, rotated, drawn bool, margin, alpha float64) {
	p.Delta = c.Mean - p.Mean
	test := stats.Test{Effect: float64(p.Delta), Err: p.error(c, rotated, drawn), DF: c.df}
	low, high := test.Interval(1 - alpha)
	p.Low, p.High = record.Number(low), record.Number(high)
	p.Verdict = Open
	switch {
	case equivalent(&test, margin, alpha):
		p.Verdict = Agrees
	case low > 0 || high < 0:
		p.Verdict = Differs
	}
}

// error returns the standard error of the difference of our mean from the published
// one. On one split it is that of ours over test instances, with the published deviation, which is over
// fits; twice in the variance where theirs are other test instances, drawn like ours. On J splits it is √((s² + s²_published)/J), as much more as the standard error of our mean is more than
// s/√J; for the same folds, the test instances are the same too, and it is not. Where nothing is
// published of s it is taken to be ours.
func (p *Published) error(c *Cell, rotated, drawn bool) float64 {
	ours, theirs := float64(c.Std), float64(p.Std)
	if c.spread == overInstances {
		if !finite(theirs) {
			theirs = 0
		}
		if drawn {
			theirs = math.Hypot(float64(c.Error), theirs)
		}
		return math.Hypot(float64(c.Error), theirs)
	}
	if !finite(theirs) {
		theirs = ours
	}
	err := math.Hypot(ours, theirs) / math.Sqrt(float64(c.N))
	if !rotated {
		err *= float64(c.Error) * math.Sqrt(float64(c.N)) / ours
	}
	return err
}

// equivalent reports whether a difference is shown to lie within the margin, by two
// one-sided tests at level alpha (Schuirmann 1987); never for a margin of 0.
func equivalent(t *stats.Test, margin, alpha float64) bool {
	low, high := t.Interval(1 - 2*alpha)
	return -margin < low && high < margin
}
