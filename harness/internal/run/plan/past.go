package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A Past is a dataset of an earlier run, loaded again to predict more with its fits or to repeat
// them.
type Past struct {
	*Dataset
	file    *File
	options Options
}

// Reopen loads the dataset with that label of a plan. The error lists the labels, or tells that the
// content of the dataset has changed.
func Reopen(w *File, dataset string, o Options) (*Past, error) {
	p, err := ReopenChanged(w, dataset, o)
	if err != nil {
		return nil, err
	}
	if was := w.Data[dataset]; was != p.Data.Hash {
		return nil, fmt.Errorf(
			"plan: reopen: the content of dataset %s has changed (it was %.8s, it is %.8s): run the "+
				"suite again",
			dataset,
			was,
			p.Data.Hash,
		)
	}
	return p, nil
}

// ReopenChanged is [Reopen] for a dataset with any content.
func ReopenChanged(w *File, dataset string, o Options) (*Past, error) {
	var labels []string
	for i := range w.Suite.Datasets {
		spec := &w.Suite.Datasets[i]
		labels = append(labels, spec.Label)
		if spec.Label != dataset {
			continue
		}
		d, err := loadDataset(spec, w.Suite, &o)
		if err != nil {
			return nil, fmt.Errorf("plan: reopen: %w", err)
		}
		return &Past{d, w, o}, nil
	}
	return nil, fmt.Errorf(
		"plan: reopen: the run has no dataset %q; it has %s", dataset, strings.Join(labels, ", "),
	)
}

// Fit returns the fit of a record, by the present build of its learner. A note tells what has
// changed since.
func (p *Past) Fit(rec *record.Fit) (*Fit, error) {
	source, err := p.options.FindLearner(rec.Learner)
	if err != nil {
		return nil, fmt.Errorf("plan: reopen: %w", err)
	}
	f, err := p.FitBy(rec, source)
	if err != nil {
		return nil, err
	}
	if err := f.Trained(rec); err != nil {
		return nil, err
	}
	if changed := Differing(rec.Identity, f.Identity()); len(changed) > 0 {
		p.options.note(
			"warning: %s: changed since this fit was made: %s", f, strings.Join(changed, ", "),
		)
	}
	return f, nil
}

// Trained returns an error if rec is of another split than f, or has other labels.
func (f *Fit) Trained(rec *record.Fit) error {
	why := ""
	switch {
	case rec.Identity["split"] != f.IdentityPart("split"):
		why = fmt.Sprintf("split %d has changed", f.Split)
	case f.split.lacks && rec.Identity[labelSet] == "":
		why = "it was made with labels that its training set lacks"
	default:
		return nil
	}
	return fmt.Errorf("plan: reopen: %s: %s: run the suite again", f, why)
}

// FitBy returns the planned fit in the place of rec, with its learner from source.
func (p *Past) FitBy(rec *record.Fit, source find.Source) (*Fit, error) {
	s := *p.file.Suite
	s.Learners = slices.DeleteFunc(
		slices.Clone(s.Learners), func(l suite.Learner) bool { return l.Label != rec.Label },
	)
	if len(s.Learners) != 1 {
		return nil, fmt.Errorf("plan: reopen: the plan has no learner %q", rec.Label)
	}
	about := wire.Description{Texts: rec.Identity["texts"] != ""} // as when it was fitted
	plan, err := p.plan(&s, map[string]*Learner{s.Learners[0].Name: {Source: source, About: about}})
	if err != nil {
		return nil, fmt.Errorf("plan: reopen: %w", err)
	}
	at := slices.IndexFunc(
		plan.Fits, func(f *Fit) bool { return f.Split == rec.Split && f.Seed == rec.Seed },
	)
	if at < 0 {
		return nil, fmt.Errorf(
			"plan: reopen: the plan has no split %d with seed %s", rec.Split, rec.Seed,
		)
	}
	return plan.Fits[at], nil
}

// Fits returns the planned fits of the dataset. They have no programs of learners.
func (p *Past) Fits() ([]*Fit, error) {
	learners := map[string]*Learner{}
	for _, l := range p.file.Suite.Learners {
		learners[l.Name] = new(Learner)
	}
	plan, err := p.plan(p.file.Suite, learners)
	if err != nil {
		return nil, fmt.Errorf("plan: reopen: %w", err)
	}
	return plan.Fits, nil
}

// plan plans the fits of the dataset.
func (p *Past) plan(s *suite.Suite, learners map[string]*Learner) (*Plan, error) {
	plan := &Plan{Suite: s, Learners: learners,
		Host: hostOptions(s.Limits, confine.Sandbox{}, &p.options)}
	_, err := p.setMetrics(s)
	if err == nil {
		plan.Fits, _, err = plan.fitsOf(p.Dataset)
	}
	return plan, err
}
