package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/suite"
)

// readPublished reads the published numbers of the run in dir. The file in the suite's folder takes
// precedence over the copy in the run folder, which may then be wrong; if they differ, from is its
// path. The suite's folder
// is ignored if it is missing or has a different suite now.
func readPublished(dir string, s *suite.Suite) (p *suite.Published, from string, err error) {
	copied, err := copiedPublished(dir)
	text, gone := rundir.Read(dir, suite.DirFile)
	if gone != nil {
		return copied, "", err
	}
	folder := strings.TrimSuffix(string(text), "\n")
	from = filepath.Join(folder, suite.PublishedName)
	info, missing := os.Stat(from)
	if missing != nil || !info.Mode().IsRegular() || !hasSuite(folder, s.Name) {
		return copied, "", err
	}
	p, err = suite.ReadPublished(folder)
	if err == nil && copied != nil && bytes.Equal(p.Text, copied.Text) {
		return copied, "", nil
	}
	return p, shortPath(from), err
}

// copiedPublished returns the published numbers in a run folder, or nil.
func copiedPublished(dir string) (*suite.Published, error) {
	text, err := rundir.Read(dir, suite.PublishedName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return suite.ParsePublished(filepath.Join(dir, suite.PublishedName), text)
}

// hasSuite reports whether a folder has a suite with this name.
func hasSuite(dir, name string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	for _, file := range files {
		if !hasSuiteAt(file) || filepath.Base(file) == suite.PublishedName {
			continue
		}
		if s, err := suite.Read(file); err == nil && s.Name == name {
			return true
		}
	}
	return false
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
