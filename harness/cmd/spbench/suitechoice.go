package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/suites"
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
	s, published, err := c.written()
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

// written returns the suite as it is written: at the path; else, of the name, in the checkout around the working directory; else as it was
// built in.
func (c *suiteChoice) written() (*suite.Suite, *suite.Published, error) {
	path := c.Suite
	if !isSuite(path) && !strings.ContainsAny(path, `/\`) {
		root := host.Checkout("")
		if at := filepath.Join(root, "suites", path); root != "" && isSuite(at) {
			path = shorter(at)
		} else if text, published, ok := suites.Text(c.Suite); ok {
			return builtIn(c.Suite, text, published)
		}
	}
	s, err := suite.Read(path)
	if errors.Is(err, suite.ErrNoFile) {
		return nil, nil, fmt.Errorf("%w%s", err, known(path))
	}
	if err != nil {
		return nil, nil, err
	}
	published, err := suite.ReadPublished(path)
	return s, published, err
}

// builtIn reads the texts of a suite that comes with spbench.
func builtIn(name string, text, published []byte) (*suite.Suite, *suite.Published, error) {
	where := "suites/" + name + "/"
	s, err := suite.Parse(where+suite.FileName, text)
	if err != nil || published == nil {
		return s, nil, err
	}
	p, err := suite.ParsePublished(where+suite.PublishedName, published)
	return s, p, err
}

// isSuite reports whether there is a suite at a path: a file, or a folder with one.
func isSuite(path string) bool {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		info, err = os.Stat(filepath.Join(path, suite.FileName))
	}
	return err == nil && info.Mode().IsRegular()
}

// shorter returns a path from the working directory.
func shorter(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil {
			return rel
		}
	}
	return path
}

// known says which suites there are instead of the one at a path: those in the folder, and those that come with spbench.
func known(path string) (text string) {
	if inside, _ := filepath.Glob(filepath.Join(path, "*", suite.FileName)); len(inside) > 0 {
		for i, file := range inside {
			inside[i] = filepath.Dir(file)
		}
		text = "\nin this folder there are " + strings.Join(inside, ", ")
	}
	if near := param.Nearest(filepath.Base(path), suites.Names()); near != "" {
		text += fmt.Sprintf("\ndid you mean %q?", near)
	}
	return text + "\nsuites that come with spbench: " + strings.Join(suites.Names(), ", ")
}
