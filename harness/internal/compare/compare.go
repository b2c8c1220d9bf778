// Package compare says what another build, of a learner or of spbench, changed.
//
// [New] pairs the rows of two runs that are the same in all but the build, and tests each metric of
// each row on each dataset by the rule of tables, see package table. [Beside] puts the rows of
// both builds into one table.
package compare

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Paired is a row's number on one fit, as two builds of its learner or of spbench made it.
type Paired struct {
	Before, After *table.Entry
	Differs       []string // "build", "harness" or "score": what did not make both; none where it is one build
}

// A Comparison is what two builds make of the same rows: each metric on each dataset, after minus before.
type Comparison struct {
	Before      string       `json:"before"` // run folders
	After       string       `json:"after"`
	Alpha       float64      `json:"alpha"`
	Comparisons int          `json:"comparisons"` // the family that p is corrected over
	Differences []Difference `json:"differences"`
	Notes       []string     `json:"notes"`
	Same        int          `json:"same"` // rows that one build made, so that there is nothing to compare
	OnlyBefore  []Lone       `json:"only_before"`
	OnlyAfter   []Lone       `json:"only_after"`

	family []table.Pair // the tests; A is the place among Differences
	beyond []float64    // parallel to family: P of the difference less the threshold
}

// A Lone is a row on a dataset that has fits in one of two runs only.
type Lone struct {
	Dataset string   `json:"dataset"`
	Learner string   `json:"learner"`
	Decoder string   `json:"decoder"`
	Fits    int      `json:"fits"`
	Differs []string `json:"differs,omitempty"` // parts of the identity in which the fits in its place in the other run differ
}

// Verdicts on a difference of builds.
const (
	IsBetter    = "better"    // significantly, after the correction
	IsWorse     = "worse"     // likewise
	IsUndecided = "undecided" // it may be chance
	IsEqual     = "equal"     // every fit has the same number, and every test instance
	IsUntested  = "untested"  // see Reason
	HasFailed   = "failed"    // of the later fits some have no number, of the earlier ones all
)

// A Difference is a metric of one row on one dataset as two builds have it.
type Difference struct {
	Dataset   string        `json:"dataset"`
	Learner   string        `json:"learner"`
	Decoder   string        `json:"decoder"`
	Metric    string        `json:"metric"`
	Higher    bool          `json:"higher"` // larger is better
	Fits      int           `json:"fits"`   // of each build
	Before    record.Number `json:"before"` // means, as tables have them
	After     record.Number `json:"after"`
	Effect    record.Number `json:"effect"` // After − Before
	Low       record.Number `json:"low"`    // its interval alone, at level 1−α
	High      record.Number `json:"high"`
	P         record.Number `json:"p"`        // NaN where it was not tested
	Floor     record.Number `json:"p_floor"`  // the smallest P that so many differences can give
	Adjusted  record.Number `json:"adjusted"` // P after the correction for the family of Comparisons
	Bound     bool          `json:"bound"`    // Adjusted is an upper bound, as random flips can show no less
	Verdict   string        `json:"verdict"`
	Threshold float64       `json:"threshold"` // of the metric, see [table.Metric]
	// Beyond says that it is worse by more than the threshold, by the same test of the difference less the threshold.
	Beyond  bool          `json:"beyond"`
	BeyondP record.Number `json:"p_beyond"`         // of that, corrected likewise; with a threshold of 0 Adjusted itself
	Reason  string        `json:"reason,omitempty"` // why it was not tested
	Differs []string      `json:"differs"`          // what is not the same of what made the two

	column *table.Column
}

// level is that of the tests.
const level = 0.05

// Builds tests each metric of each row on each dataset: pairs are of the same fit, done by two
// builds. The p are corrected by Holm over all differences that are tested. Rows that one build
// made are counted only. Statistics of instances are in memory, or cells reads them.
func Builds(pairs []Paired, metrics []table.Metric, cells *table.Cache) (*Comparison, error) {
	c := &Comparison{Alpha: level, Differences: []Difference{}, Notes: []string{}, OnlyBefore: []Lone{}, OnlyAfter: []Lone{}}
	entries, differs, same := c.lay(pairs)
	if len(entries) == 0 {
		return c, nil
	}
	t, err := table.Means(entries, table.Options{Metrics: metrics, Alpha: level, Suite: &suite.Suite{}, Cache: cells})
	if err != nil {
		return nil, err
	}
	for col := range t.Columns {
		for r := range t.Rows {
			at := row{t.Rows[r].Label, t.Rows[r].Decoder, t.Columns[col].Dataset}
			if differs[at] == nil {
				continue
			}
			before := slices.IndexFunc(t.Rows, func(o table.Row) bool { return o.Label == table.Before(at.label) && o.Decoder == at.decoder })
			if col%len(metrics) == 0 {
				c.noteHalf(at, same[at], &t.Rows[before].Cells[col], &t.Rows[r].Cells[col])
			}
			if err := c.add(t, r, before, col, differs[at]); err != nil {
				return nil, err
			}
		}
	}
	c.test(t)
	return c, nil
}

// A row is a decoder of a learner on a dataset.
type row struct{ label, decoder, dataset string }

// lay returns the entries of the rows that two builds made, the earlier ones under the label that
// [table.Before] gives; in what the two differ, and how many fits are of one build in both. It
// counts the rows of one build throughout.
func (c *Comparison) lay(pairs []Paired) (entries []table.Entry, differs map[row][]string, same map[row]int) {
	differs, same = map[row][]string{}, map[row]int{}
	for _, p := range pairs {
		is := p.After
		at := row{is.Label, is.Decoder, is.Dataset}
		if len(p.Differs) == 0 {
			same[at]++
			continue
		}
		for _, part := range p.Differs {
			differs[at] = ordered.Add(differs[at], part)
		}
		was := *p.Before
		was.Label, was.Decoder, was.Dataset, was.Split, was.Seed = table.Before(is.Label), is.Decoder, is.Dataset, is.Split, is.Seed
		was.Tested, was.Learned = is.Tested, is.Learned // the same lists, and once in memory
		entries = append(entries, *is, was)
	}
	for at := range same {
		if differs[at] == nil {
			c.Same++
		}
	}
	return entries, differs, same
}

// noteHalf says where only some fits of a row are of two builds, as after a run that was not
// finished, and where one side is of several.
func (c *Comparison) noteHalf(at row, same int, before, after *table.Cell) {
	name := fmt.Sprintf("%s %s on %s", at.label, at.decoder, at.dataset)
	if same > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s: %d of %d fits are of two builds and compared; the others are of one build in both runs.", name, after.Planned, same+after.Planned))
	}
	for i, cell := range []*table.Cell{before, after} {
		builds := map[[2]string]bool{}
		for _, o := range cell.Origins {
			builds[[2]string{o.Learner, o.Harness}] = true
		}
		if len(builds) > 1 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s: the fits %s are of %d builds.", name, []string{"before", "after"}[i], len(builds)))
		}
	}
}
