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

// A PairedDataset is the pairs of one dataset, in parts.
type PairedDataset struct {
	// Parts read the pairs, each all those of some rows, in the order of the rows, and are called by several goroutines. What they return is not kept; their entries of
	// before are changed. There are several of a dataset with one split alone.
	Parts []func() ([]Paired, error)
	// Seeds are entries as they are planned, one for each seed of a pair that differs; needed where there are several parts.
	Seeds []*Entry
}

// CompareBuilds tests each metric of each row on each dataset: pairs are of the same fit, done by two builds. The tests are those of
// tables ([Table]), their p corrected by Holm over all differences that are tested. Rows that one build made are
// counted only. Zero alpha is 0.05.
func CompareBuilds(datasets iter.Seq[PairedDataset], metrics []Metric, alpha float64) (*Comparison, error) {
	if alpha == 0 {
		alpha = 0.05
	}
	c := &Comparison{Alpha: alpha, Differences: []Difference{}, Notes: []string{}, OnlyBefore: []Lone{}, OnlyAfter: []Lone{}}
	b := builds{Comparison: c, beyond: map[int]float64{}, looked: map[string]func(int) string{}}
	for d := range datasets {
		if err := b.addDataset(&d, metrics); err != nil {
			return nil, err
		}
	}
	b.test()
	return c, nil
}

// addDataset adds the differences of the rows on one dataset.
func (b *builds) addDataset(d *PairedDataset, metrics []Metric) error {
	parts := make([]builtPart, len(d.Parts))
	err := record.Chunks(len(parts), 1, func(i, _ int) error {
		pairs, err := d.Parts[i]()
		if err == nil {
			err = parts[i].measure(pairs, d.Seeds, metrics, b.Alpha)
		}
		return err
	})
	if err != nil {
		return err
	}
	dataset := ""
	for i := range parts {
		p := &parts[i]
		b.Same, b.Notes = b.Same+p.Same, append(b.Notes, p.Notes...)
		if p.dataset != "" {
			dataset, b.looked[p.dataset] = p.dataset, p.tested
		}
	}
	for m := range metrics {
		if dataset == "" {
			break // nothing differs
		}
		first := true
		for i := range parts {
			if p := &parts[i]; p.dataset != "" {
				if first {
					b.columns, first = append(b.columns, p.columns[m]), false
				}
				b.place(p.rows[m])
			}
		}
	}
	return nil
}

// place adds differences of the last column.
func (b *builds) place(list []measured) {
	for _, x := range list {
		if x.test != nil {
			b.family = append(b.family, pair{column: len(b.columns) - 1, a: len(b.Differences), test: *x.test})
			b.beyond[len(b.Differences)] = x.beyond
		}
		b.Differences, b.column = append(b.Differences, x.Difference), append(b.column, b.columns[len(b.columns)-1])
	}
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

// Digits returns the usual number of decimals.
func (m Metric) Digits() int {
	if m.Percent {
		return 1
	}
	return 3
}
