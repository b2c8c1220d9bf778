package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/suite"
)

// publishedOf reads the published numbers of the run in dir. The file in the suite's folder comes before the copy in the
// run folder; from is its path where the two differ. A missing folder, or a folder with another
// suite by now, does not count.
func publishedOf(dir string, s *suite.Suite) (p *suite.Published, from string, err error) {
	copied, err := copiedOf(dir)
	text, gone := rundir.Read(dir, suite.DirFile)
	if err != nil || gone != nil {
		return copied, "", err
	}
	lay := strings.TrimSuffix(string(text), "\n")
	from = filepath.Join(lay, suite.PublishedName)
	if info, err := os.Stat(from); err != nil || !info.Mode().IsRegular() || !liesIn(lay, s.Name) {
		return copied, "", nil
	}
	p, err = suite.ReadPublished(lay)
	if err == nil && copied != nil && bytes.Equal(p.Text, copied.Text) {
		return copied, "", nil
	}
	return p, shorter(from), err
}

// copiedOf returns the published numbers in a run folder; nil if there are none.
func copiedOf(dir string) (*suite.Published, error) {
	text, err := rundir.Read(dir, suite.PublishedName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return suite.ParsePublished(filepath.Join(dir, suite.PublishedName), text)
}

// liesIn reports whether a suite called name lies in a folder.
func liesIn(dir, name string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	for _, file := range files {
		if !isSuite(file) || filepath.Base(file) == suite.PublishedName {
			continue
		}
		if s, err := suite.Read(file); err == nil && s.Name == name {
			return true
		}
	}
	return false
}
