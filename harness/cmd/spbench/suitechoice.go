package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A suiteChoice is a suite of the command line, with what is changed of it for a look.
type suiteChoice struct {
	Suite   string   `arg:"" help:"A suite: its folder or file, or the name of one that comes with spbench (spbench list suites)."`
	Learner []string `sep:"none" placeholder:"LABEL" help:"Only this learner: its label, or its name. Again for more."`
	Dataset []string `sep:"none" placeholder:"LABEL" help:"Only this dataset, by its label. Again for more."`
	Seeds   *int     `placeholder:"N" help:"So many seeds instead of the suite's."`
	Quick   bool     `help:"A quick look: a few instances, one seed, few passes. It is no result, and its table says so."`
	Set     []string `sep:"none" placeholder:"KEY.PATH=VALUE" help:"Another value, such as -set budget.passes=10 or -set learners.CRF.lambda=0.1; without one the key is left out. Again for more."`
}

// read returns the suite as it is to be run, and the published numbers beside it, if there are any.
func (c *suiteChoice) read() (*suite.Suite, *suite.Published, error) {
	s, published, err := results.FindSuite(c.Suite)
	if err != nil {
		return nil, nil, err
	}
	look := suite.Override{Learners: c.Learner, Datasets: c.Dataset, Quick: c.Quick, Set: c.Set}
	if c.Seeds != nil {
		if look.Seeds = *c.Seeds; look.Seeds < 1 {
			return nil, nil, fmt.Errorf("-seeds is %d, must be at least 1", look.Seeds)
		}
	}
	s, err = s.Override(look)
	return s, published, err
}
