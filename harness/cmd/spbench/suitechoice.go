package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A suiteChoice is a suite on the command line, with changes for a quick look.
type suiteChoice struct {
	Suite   string   `arg:"" help:"Folder or file of a suite, or the name of a shipped suite (spbench list suites)."`
	Learner []string `sep:"none" placeholder:"LABEL" help:"Run only this learner: label or name. Repeatable."`
	Dataset []string `sep:"none" placeholder:"LABEL" help:"Run only this dataset. Repeatable."`
	Seeds   *int     `placeholder:"N" help:"Use N seeds."`
	Quick   bool     `help:"Quick look: few instances, one seed, few passes. Its table warns about this."`
	with    []string // learners to add, see runCommand
	Set     []string `sep:"none" placeholder:"KEY.PATH=VALUE" help:"Change a value: -set budget.passes=10, -set learners.CRF.lambda=0.1. No value removes the key. Repeatable."`
}

// plan plans the changed suite. It also returns its published numbers; nil: there are none. If it is
// a run folder with copied programs, the plan uses them.
func (c *suiteChoice) plan(t *terminal, o *options) (*plan.Plan, *suite.Published, error) {
	s, published, err := results.FindSuite(c.Suite)
	if err != nil {
		return nil, nil, err
	}
	look := suite.Override{Learners: c.Learner, Datasets: c.Dataset, Quick: c.Quick, Set: c.Set,
		With: c.with}
	if c.Seeds != nil {
		if look.Seeds = *c.Seeds; look.Seeds < 1 {
			return nil, nil, fmt.Errorf("-seeds is %d, must be at least 1", look.Seeds)
		}
	}
	if s, err = s.Override(look); err != nil {
		return nil, nil, err
	}
	planned, err := plan.New(t.ctx, s, o.runOptions(t))
	return planned, published, err
}
