package fit

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// A Recomputation checks audits of a run folder.
type Recomputation struct {
	Dir     string
	Plan    *plan.File
	Options plan.Options

	Objectives int              // recomputed
	Bounds     int              // of those, with a bound that the weights certify
	Unread     map[string]error // why fits were not recomputed, by dataset

	fits map[string]map[record.Place]*plan.Fit // by dataset
}

// Differences compares the audit of a fit with its weights and data. It returns differences in words.
// Damaged weights are no difference. It evaluates F(w) once. This takes one oracle call for each
// training instance. Dual variables are not stored. Their bound is only compared with F(w).
func (r *Recomputation) Differences(rec *record.Fit) (all []string) {
	if rec.Audit == nil || rec.WeightsFile == "" || rec.Times.Shipped != "" {
		return nil
	}
	f := r.planned(rec)
	weights, err := record.Weights(r.Dir, rec.WeightsFile)
	if f == nil || err != nil {
		return nil
	}
	p, err := f.Instances()
	if err == nil {
		p, err = p.Prepared(f.Dataset)
	}
	was, value := rec.Audit, 0.0
	o := sp.Objective{Kind: was.Kind, Lambda: float64(was.Lambda)}
	if err == nil {
		value, err = objectiveOf(f, &p, o, weights)
	}
	if err != nil {
		return []string{err.Error()}
	}
	r.Objectives++
	is := record.Number(value)
	off := was.Objective - is
	if known := was.Objective == was.Objective || is == is; known && !(max(off, -off) <= slackOf(is)) {
		all = append(all, fmt.Sprintf("its objective is recorded as %.9g, from its weights and data it is "+
			"%.9g", was.Objective, is))
	}
	if was.Bound > is+slackOf(is) {
		all = append(all, fmt.Sprintf("its lower bound %.9g exceeds its objective %.9g", was.Bound, is))
	}
	bound, err := audit.Bound(o, weights, p.Train, p.Map, f.TrainLoss)
	if err == nil && float64(was.Bound) <= bound+float64(slackOf(was.Bound)) {
		r.Bounds++
	}
	return all
}

// planned returns the planned fit of a record; nil if it is not known. It loads each dataset once.
func (r *Recomputation) planned(rec *record.Fit) *plan.Fit {
	if r.fits == nil {
		r.fits, r.Unread = map[string]map[record.Place]*plan.Fit{}, map[string]error{}
	}
	if r.fits[rec.Dataset] == nil {
		r.fits[rec.Dataset] = map[record.Place]*plan.Fit{}
		var fits []*plan.Fit
		past, err := plan.Reopen(r.Plan, rec.Dataset, r.Options)
		if err == nil {
			fits, err = past.Fits()
		}
		if err != nil {
			r.Unread[rec.Dataset] = err
		}
		for _, f := range fits {
			r.fits[rec.Dataset][f.Place()] = f
		}
	}
	f := r.fits[rec.Dataset][rec.Place()]
	if f == nil {
		return nil
	}
	if err := f.Trained(rec); err != nil {
		r.Unread[rec.Dataset] = err
		return nil
	}
	return f
}
