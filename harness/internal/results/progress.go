package results

import (
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A Progress is the state of a run by its records.
type Progress struct {
	Planned, Done, Left int            // fits
	Outcomes            map[string]int // finished fits by outcome
	Reasons             map[string]int // failed fits by reason, in one line
	Seconds             float64        // expected for the fits left, one after the other
}

// ReadProgress reads the progress of a run. A fit left is expected to take as long as the mean fit
// of its learner and dataset, or as the mean of all.
func ReadProgress(dir string) (p Progress, err error) {
	planned, err := ReadPlan(dir)
	if err != nil {
		return p, err
	}
	fits, _, err := record.Load(dir, record.DropCurve)
	if err != nil {
		return p, err
	}
	type pair struct{ label, dataset string }
	took, n := map[pair]float64{}, map[pair]int{}
	done := map[record.Place]*record.Fit{} // the latest build
	var all float64
	timed := 0.0
	for i := range fits {
		f := &fits[i]
		if old := done[f.Place()]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			done[f.Place()] = f
		}
		s := plan.SecondsOf(f)
		if s == 0 { // it ended before the fit
			continue
		}
		timed++
		took[pair{f.Label, f.Dataset}] += s
		n[pair{f.Label, f.Dataset}]++
		all += s
	}
	p.addOutcomes(done)
	for _, r := range planned.Repeats {
		for _, l := range planned.Suite.Learners {
			p.Planned++
			if done[record.Place{Dataset: r.Dataset, Label: l.Label, Split: r.Split,
				Seed: r.Seed}] != nil {
				continue
			}
			p.Left++
			if k := (pair{l.Label, r.Dataset}); n[k] > 0 {
				p.Seconds += took[k] / float64(n[k])
			} else if timed > 0 {
				p.Seconds += all / timed
			}
		}
	}
	return p, nil
}

// addOutcomes counts the finished fits.
func (p *Progress) addOutcomes(done map[record.Place]*record.Fit) {
	p.Done, p.Outcomes, p.Reasons = len(done), map[string]int{}, map[string]int{}
	for _, f := range done {
		p.Outcomes[string(f.Outcome.Kind)]++
		if f.Outcome.Failed() {
			first, _, _ := strings.Cut(f.Outcome.Reason, "\n")
			p.Reasons[wording.OneLine(f.Label+": "+string(f.Outcome.Kind)+": "+first)]++
		}
	}
}
