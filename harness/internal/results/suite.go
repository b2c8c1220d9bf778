package results

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/suites"
)

// FindSuite reads a suite and its published numbers, nil if there are none. It looks for a path,
// then for the name of a suite in the checkout around the working directory, then for a shipped
// suite.
func FindSuite(path string) (*suite.Suite, *suite.Published, error) {
	if !hasSuiteAt(path) && !strings.ContainsAny(path, `/\`) {
		root := find.Checkout("")
		if at := filepath.Join(root, "suites", path); root != "" && hasSuiteAt(at) {
			path = shortPath(at)
		} else if slices.Contains(suites.Names(), path) {
			return ShippedSuite(path)
		}
	}
	s, err := suite.Read(path)
	if errors.Is(err, suite.ErrNoFile) {
		return nil, nil, fmt.Errorf("%w%s", err, alternatives(path))
	}
	if err != nil {
		return nil, nil, err
	}
	published, err := suite.ReadPublished(path)
	return s, published, err
}

// ShippedSuite reads the shipped suite with one of [suites.Names], and its published numbers, nil
// if there are none.
func ShippedSuite(name string) (*suite.Suite, *suite.Published, error) {
	text, published, _ := suites.Text(name)
	where := "suites/" + name + "/"
	s, err := suite.Parse(where+suite.FileName, text)
	if err != nil || published == nil {
		return s, nil, err
	}
	p, err := suite.ParsePublished(where+suite.PublishedName, published)
	return s, p, err
}

// Unship makes a run folder of the shipped results of a suite in an empty folder. They are beside
// the suite file or embedded. It returns their SHA-256.
func Unship(s *suite.Suite, to string) (sum string, err error) {
	archive, err := os.ReadFile(filepath.Join(s.Dir(), record.ShippedName))
	if errors.Is(err, fs.ErrNotExist) && s.Dir() == filepath.Join("suites", filepath.Base(s.Dir())) {
		archive, err = suites.Shipped(filepath.Base(s.Dir())), nil
	}
	if err != nil || archive == nil {
		return "", fmt.Errorf("%s has no shipped results, %s\nhint: spbench export -what shipped writes "+
			"those of a run", s.Name, record.ShippedName)
	}
	return fmt.Sprintf("%x", sha256.Sum256(archive)),
		record.Unship(bytes.NewReader(archive), int64(len(archive)), to)
}

// hasSuiteAt reports whether a path is a suite file, or a folder with one.
func hasSuiteAt(path string) bool {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		info, err = os.Stat(filepath.Join(path, suite.FileName))
	}
	return err == nil && info.Mode().IsRegular()
}

// shortPath returns a path relative to the working directory, if possible.
func shortPath(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil {
			return rel
		}
	}
	return path
}

// alternatives returns hints on the suites in the folder path and on shipped suites.
func alternatives(path string) (text string) {
	if inside, _ := filepath.Glob(filepath.Join(path, "*", suite.FileName)); len(inside) > 0 {
		for i, file := range inside {
			inside[i] = filepath.Dir(file)
		}
		text = "\nhint: this folder has " + strings.Join(inside, ", ")
	}
	if near := param.Nearest(filepath.Base(path), suites.Names()); near != "" {
		text += fmt.Sprintf("\nhint: did you mean %q?", near)
	}
	return text + "\nhint: shipped suites are " + strings.Join(suites.Names(), ", ")
}
