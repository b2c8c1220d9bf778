package report

import (
	"fmt"
	"iter"
	"slices"

	"github.com/spbench/spbench/internal/record"
)

// A Paired is a row's number on one fit, as two builds of its learner or of spbench made it. Of what nothing differs in, Entries need only say which row
// of which dataset they are.
type Paired struct {
	Before, After *Entry
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

	column []Column // parallel to Differences
}

// A Lone is a row on a dataset that has fits in one of two runs only.
type Lone struct {
	Dataset string   `json:"dataset"`
	Learner string   `json:"learner"`
	Output  string   `json:"output"`
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
	Output    string        `json:"output"`
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
	Threshold float64       `json:"threshold"` // of the metric, see [Metric]
	// Beyond says that it is worse by more than the threshold, by the same test of the difference less the threshold.
	Beyond  bool          `json:"beyond"`
	BeyondP record.Number `json:"p_beyond"`         // of that, corrected likewise; with a threshold of 0 Adjusted itself
	Reason  string        `json:"reason,omitempty"` // why it was not tested
	Differs []string      `json:"differs"`          // what is not the same of what made the two
}

// CompareBuilds tests each metric of each row on each dataset: pairs are of the same fit, done by two builds. Each element of datasets is all
// pairs of one dataset; their entries are not kept, and those of before are changed. The tests are those of
// tables ([Table]), their p corrected by Holm over all differences that are tested. Rows that one build made are
// counted only. Zero alpha is 0.05.
func CompareBuilds(datasets iter.Seq2[[]Paired, error], metrics []Metric, alpha float64) (*Comparison, error) {
	if alpha == 0 {
		alpha = 0.05
	}
	c := &Comparison{Alpha: alpha, Differences: []Difference{}, Notes: []string{}, OnlyBefore: []Lone{}, OnlyAfter: []Lone{}}
	b := builds{Comparison: c, beyond: map[int]float64{}, looked: map[string]func(int) string{}}
	for pairs, err := range datasets {
		if err == nil {
			err = b.addDataset(pairs, metrics)
		}
		if err != nil {
			return nil, err
		}
	}
	b.test()
	return c, nil
}

// addDataset adds the differences of the rows on one dataset.
func (b *builds) addDataset(pairs []Paired, metrics []Metric) error {
	entries, differs := b.lay(pairs)
	if len(entries) == 0 {
		return nil
	}
	if err := check(entries, Options{Metrics: metrics, Alpha: b.Alpha}); err != nil {
		return err
	}
	b.grouping = arrange(entries)
	if err := b.grouping.check(); err != nil {
		return err
	}
	defer func() { b.grouping = nil }()
	for _, dataset := range b.datasets {
		for _, m := range metrics {
			col := Column{Dataset: dataset, Metric: m, Digits: digitsOf(m, 0), judge: b.judge(dataset)}
			b.columns = append(b.columns, col)
			for _, row := range b.rows {
				if at := (place{row, dataset}); differs[at] != nil {
					if err := b.add(at, len(b.columns)-1, differs[at]); err != nil {
						return err
					}
				}
			}
		}
		b.looked[dataset] = b.tested(dataset)
	}
	return nil
}

// Before is the label of a learner as an earlier build of it.
func Before(label string) string { return label + " (before)" }

// lay returns the entries of the rows that two builds made, the earlier ones under the label that [Before] gives, and by the place of the later
// ones in what the two differ. Rows that are of one build throughout are counted.
func (c *Comparison) lay(pairs []Paired) (entries []*Entry, differs map[place][]string) {
	differs = map[place][]string{}
	at := func(e *Entry) place { return place{rowName{e.Label, e.Output}, e.Dataset} }
	all := map[place]bool{}
	for i := range pairs {
		p := &pairs[i]
		all[at(p.After)] = true
		for _, part := range p.Differs {
			if where := at(p.After); !slices.Contains(differs[where], part) {
				differs[where] = append(differs[where], part)
			}
		}
	}
	c.Same += len(all) - len(differs)
	half := map[place][2]int{} // fits of one build in both, and of two
	for i := range pairs {
		p := &pairs[i]
		where := at(p.After)
		n := half[where]
		if len(p.Differs) == 0 {
			n[0]++
			half[where] = n
			continue
		}
		n[1]++
		half[where] = n
		was := p.Before
		was.Label, was.Output, was.Dataset, was.Split, was.Seed = Before(p.After.Label), p.After.Output, p.After.Dataset, p.After.Split, p.After.Seed
		was.Tested, was.Learned = p.After.Tested, p.After.Learned // the same lists, and once in memory
		entries = append(entries, p.After, was)
	}
	c.noteHalf(pairs, half)
	return entries, differs
}

// noteHalf says where only some fits of a row are of two builds, as after a run that was not finished, and where one side is of several.
func (c *Comparison) noteHalf(pairs []Paired, half map[place][2]int) {
	builds := map[place][2]map[[2]string]bool{}
	var order []place
	for i := range pairs {
		p := &pairs[i]
		where := place{rowName{p.After.Label, p.After.Output}, p.After.Dataset}
		if len(p.Differs) == 0 {
			continue
		}
		if builds[where][0] == nil {
			builds[where] = [2]map[[2]string]bool{{}, {}}
			order = append(order, where)
		}
		builds[where][0][[2]string{p.Before.Origin.Learner, p.Before.Origin.Harness}] = true
		builds[where][1][[2]string{p.After.Origin.Learner, p.After.Origin.Harness}] = true
	}
	for _, where := range order {
		name := fmt.Sprintf("%s %s on %s", where.row.label, where.row.output, where.dataset)
		if n := half[where]; n[0] > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s: %d of %d fits are of two builds and compared; the others are of one build in both runs.", name, n[1], n[0]+n[1]))
		}
		for side, what := range []string{"before", "after"} {
			if n := len(builds[where][side]); n > 1 {
				c.Notes = append(c.Notes, fmt.Sprintf("%s: the fits %s are of %d builds.", name, what, n))
			}
		}
	}
}

// digitsOf returns the decimals that a metric is printed with: those asked for, else the usual ones.
func digitsOf(m Metric, asked int) int {
	switch {
	case asked > 0:
		return asked
	case m.Percent:
		return 1
	}
	return 3
}
