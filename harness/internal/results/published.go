package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/suite"
)

// readPublished returns the published numbers in a run folder, or nil.
func readPublished(dir string) (*suite.Published, error) {
	text, err := rundir.Read(dir, suite.PublishedName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return suite.ParsePublished(filepath.Join(dir, suite.PublishedName), text)
}

// SuiteFile returns the suite file of a run, or plan.json if an old run folder lacks it.
func SuiteFile(dir string) (name string, text []byte, err error) {
	text, err = rundir.Read(dir, suite.FileName)
	if !errors.Is(err, fs.ErrNotExist) {
		return suite.FileName, text, err
	}
	if text, err = record.Plan(dir); err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return "", nil, fmt.Errorf("%s: plan.json: %w", dir, err)
	}
	return "plan.json", b.Bytes(), nil
}
