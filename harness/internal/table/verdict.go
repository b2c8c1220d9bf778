package table

import (
	"math"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A Verdict says whether our number agrees with a published one.
type Verdict string

const (
	Agrees  Verdict = "agrees"  // the difference is shown to be within the margin
	Differs Verdict = "differs" // the difference is significant
	Open    Verdict = "open"    // neither is shown
)

// compare sets Delta, its interval and the verdict. rotated: the published splits are folds of a
// cross-validation. drawn: the published test instances are others, drawn like ours.
func (p *Published) compare(c *Cell, rotated, drawn bool, margin, alpha float64) {
	p.Delta = c.Mean - p.Mean
	test := stats.Test{Effect: float64(p.Delta), Err: p.standardError(c, rotated, drawn), DF: c.df}
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

// standardError returns the standard error of Delta.
//
// On one split, it combines our standard error over test instances with the published deviation,
// which is over fits. If the published test instances are others, drawn like ours, our variance
// counts twice.
//
// On J splits, it is √((s² + s²_published)/J). A missing s_published is taken to be ours. If the
// folds differ, it grows by the ratio of our standard error to s/√J. With the same folds, the test
// instances are the same too, and it does not grow.
func (p *Published) standardError(c *Cell, rotated, drawn bool) float64 {
	ours, theirs := float64(c.Std), float64(p.Std)
	if c.spread == OverInstances {
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

// equivalent reports whether a difference is shown to lie within the margin, by two one-sided tests
// at level alpha (Schuirmann 1987). It is false for a margin of 0.
func equivalent(t *stats.Test, margin, alpha float64) bool {
	low, high := t.Interval(1 - 2*alpha)
	return -margin < low && high < margin
}
