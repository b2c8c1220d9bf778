// Package compare tests the effect of a change: two builds of a learner or of spbench on the same
// fits.
//
// [New] pairs the rows of two runs that differ only in the build. It tests each metric of each row
// on each dataset by the method of package table. [Beside] puts the rows of both builds into one
// table.
package compare

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Paired is a row on one fit, made by two builds of its learner or of spbench.
type Paired struct {
	Before, After *table.Entry
	Differs       []string // "build", "harness" or "score": parts that differ; none: one build made both
}

// A Comparison has the differences of two builds on the same rows, after minus before: one for each
// metric and dataset.
type Comparison struct {
	Before      string       `json:"before"` // run folders
	After       string       `json:"after"`
	Alpha       float64      `json:"alpha"`
	Comparisons int          `json:"comparisons"` // tests that p is corrected for
	Differences []Difference `json:"differences"`
	Notes       []string     `json:"notes"`
	Same        int          `json:"same"` // rows made by one build, which are not compared
	OnlyBefore  []Lone       `json:"only_before"`
	OnlyAfter   []Lone       `json:"only_after"`

	family []table.Pair // the tests; A is an index in Differences
	beyond []float64    // parallel to family: P of the difference less the threshold
}

// A Lone is a row on a dataset with fits in only one of the runs.
type Lone struct {
	Dataset string   `json:"dataset"`
	Learner string   `json:"learner"`
	Decoder string   `json:"decoder"`
	Fits    int      `json:"fits"`
	Differs []string `json:"differs,omitempty"` // parts of the identity that differ in the other run
}

// Verdicts on a difference of builds.
const (
	IsBetter    = "better"    // significantly, after the correction
	IsWorse     = "worse"     // significantly, after the correction
	IsUndecided = "undecided" // not significant
	IsEqual     = "equal"     // the same in every fit and on every test instance
	IsUntested  = "untested"  // see Reason
	HasFailed   = "failed"    // some later fit lost its number
)

// A Difference is a metric of one row on one dataset, with two builds.
type Difference struct {
	Dataset   string        `json:"dataset"`
	Learner   string        `json:"learner"`
	Decoder   string        `json:"decoder"`
	Metric    string        `json:"metric"`
	Higher    bool          `json:"higher"` // larger is better
	Fits      int           `json:"fits"`   // of each build
	Before    record.Number `json:"before"` // means
	After     record.Number `json:"after"`
	Effect    record.Number `json:"effect"` // After − Before
	Low       record.Number `json:"low"`    // uncorrected interval of Effect, at level 1−α
	High      record.Number `json:"high"`
	P         record.Number `json:"p"`        // NaN: not tested
	Floor     record.Number `json:"p_floor"`  // the smallest P that the number of differences allows
	Adjusted  record.Number `json:"adjusted"` // P, corrected for Comparisons
	Bound     bool          `json:"bound"`    // Adjusted is an upper bound: random flips allow no smaller p
	Verdict   string        `json:"verdict"`
	Threshold float64       `json:"threshold"` // of the metric, see [table.Metric]
	// Beyond: the later build is worse by more than the threshold, by the same test of the
	// difference minus the threshold.
	Beyond  bool          `json:"beyond"`
	BeyondP record.Number `json:"p_beyond"`         // corrected p of that test; Adjusted, if the threshold is 0
	Reason  string        `json:"reason,omitempty"` // why it was not tested
	Differs []string      `json:"differs"`          // "build", "harness" or "score", as in [Paired]

	column *table.Column
}

// level is the level of the tests.
const level = 0.05

// Builds tests each metric of each row on each dataset. Each pair is one fit made by two builds.
// Holm corrects p over all tested differences. Rows made by one build are only counted. cache reads
// the statistics of instances that are not in memory.
func Builds(pairs []Paired, metrics []table.Metric, cache *table.Cache) (*Comparison, error) {
	c := &Comparison{Alpha: level, Differences: []Difference{}, Notes: []string{},
		OnlyBefore: []Lone{}, OnlyAfter: []Lone{}}
	entries, differs, same := c.arrange(pairs)
	if len(entries) == 0 {
		return c, nil
	}
	t, err := table.Means(entries, table.Options{Metrics: metrics, Alpha: level,
		Suite: &suite.Suite{}, Cache: cache})
	if err != nil {
		return nil, err
	}
	for col := range t.Columns {
		for r := range t.Rows {
			at := row{t.Rows[r].Label, t.Rows[r].Decoder, t.Columns[col].Dataset}
			if differs[at] == nil {
				continue
			}
			before := slices.IndexFunc(t.Rows,
				func(o table.Row) bool {
					return o.Label == table.Before(at.label) &&
						o.Decoder == at.decoder
				})
			if col%len(metrics) == 0 {
				c.notePartial(at, same[at], &t.Rows[before].Cells[col], &t.Rows[r].Cells[col])
			}
			if err := c.add(t, r, before, col, differs[at]); err != nil {
				return nil, err
			}
		}
	}
	c.correct(t)
	return c, nil
}

// A row is a decoder of a learner on a dataset.
type row struct{ label, decoder, dataset string }

// arrange returns the entries of rows made by two builds, and for each row the differences of the
// builds and the number of fits made by one build. Earlier entries get the label of [table.Before].
// It sets Same.
func (c *Comparison) arrange(pairs []Paired) (entries []table.Entry, differs map[row][]string,
	same map[row]int) {
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
		was.Label, was.Decoder, was.Dataset, was.Split, was.Seed = table.Before(is.Label),
			is.Decoder, is.Dataset, is.Split, is.Seed
		was.Tested, was.Learned, was.Groups = is.Tested, is.Learned, is.Groups // equal lists, shared to save memory
		entries = append(entries, *is, was)
	}
	for at := range same {
		if differs[at] == nil {
			c.Same++
		}
	}
	return entries, differs, same
}

// notePartial adds a note if only some fits of a row have two builds, as after an unfinished run,
// or if one side has several builds.
func (c *Comparison) notePartial(at row, same int, before, after *table.Cell) {
	name := fmt.Sprintf("%s %s on %s", at.label, at.decoder, at.dataset)
	if same > 0 {
		c.Notes = append(c.Notes,
			fmt.Sprintf("%s: %d of %d fits have two builds and are compared; the others have the same build in both runs.", name, after.Planned, same+after.Planned))
	}
	for i, cell := range []*table.Cell{before, after} {
		builds := map[[2]string]bool{}
		for _, o := range cell.Origins {
			builds[[2]string{o.Learner, o.Harness}] = true
		}
		if len(builds) > 1 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s: %[3]d builds made the fits %[2]s.", name,
				[]string{"before", "after"}[i], len(builds)))
		}
	}
}
