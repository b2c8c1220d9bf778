package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
)

// newCommand writes the folder of a new learner, ready to run.
type newCommand struct {
	Name   string `arg:"" help:"Name of the learner: lower-case letters and digits."`
	Python bool   `help:"Write a learner in Python instead of Go."`
}

// learnerFiles are templates of the files, each called NAME.tmpl.
//
//go:embed newlearner
var learnerFiles embed.FS

func (c *newCommand) Run(t *terminal) error {
	if err := c.checkName(t); err != nil {
		return err
	}
	l, err := c.place()
	if err != nil {
		return err
	}
	files, err := l.files()
	if err != nil {
		return err
	}
	if err := writeFolder(l.Folder, files); err != nil {
		return err
	}
	folder := l.Folder
	if wd, err := os.Getwd(); err == nil {
		if near, err := filepath.Rel(wd, folder); err == nil && filepath.IsLocal(near) {
			folder = near
		}
	}
	source := "main.go"
	if l.Python {
		source = "learner.py"
	}
	t.printf("%s is a working learner: see %s to check and run it, and edit %s\n",
		folder, filepath.Join(folder, "README.md"), source)
	return nil
}

var learnerName = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}$`)

// checkName returns an error for names that are invalid or taken.
func (c *newCommand) checkName(t *terminal) error {
	switch {
	case !learnerName.MatchString(c.Name):
		return fmt.Errorf("new: invalid name %q: want a lower-case letter, then at most 39 "+
			"lower-case letters and digits", c.Name)
	case slices.Contains([]string{"internal", "testdata", "vendor"}, c.Name):
		return fmt.Errorf("new: invalid name %q: Go reserves folders of this name", c.Name)
	case slices.ContainsFunc(data.Names(), func(d data.Entry) bool { return d.Name == c.Name }):
		return fmt.Errorf("new: %q is already a dataset: choose a different name", c.Name)
	}
	if slices.Contains(find.Names(find.Options{PluginPath: t.Plugins}), c.Name) {
		return fmt.Errorf("new: %q is already a learner: choose a different name", c.Name)
	}
	return nil
}

// A newLearner is the data of the templates.
type newLearner struct {
	Name     string
	Folder   string // absolute
	Checkout string // absolute
	Python   bool
}

// Class returns the name of the class in Python.
func (l *newLearner) Class() string { return strings.ToUpper(l.Name[:1]) + l.Name[1:] }

// Package returns the folder of the Python package: in the checkout, or beside this program.
func (l *newLearner) Package() string {
	root := l.Checkout
	if self, err := os.Executable(); root == "" && err == nil {
		root = filepath.Dir(self)
	}
	folder := filepath.Join(root, "python")
	if _, err := os.Stat(filepath.Join(folder, "pyproject.toml")); err != nil {
		return "CHECKOUT/python"
	}
	return folder
}

// place chooses the folder of the learner.
func (c *newCommand) place() (*newLearner, error) {
	l := &newLearner{Name: c.Name, Checkout: find.Checkout(""), Python: c.Python}
	var err error
	switch l.Folder, err = filepath.Abs(c.Name); {
	case err != nil:
		return nil, fmt.Errorf("new: %w", err)
	case c.Python:
	case l.Checkout == "":
		return nil, fmt.Errorf("new: the working directory is not inside a checkout of spbench, "+
			"which the learner needs\nhint: git clone https://%s, and call spbench there", find.Module)
	default:
		l.Folder = filepath.Join(l.Checkout, "plugins", c.Name)
	}
	return l, nil
}

// files returns the content of each file by name.
func (l *newLearner) files() (map[string][]byte, error) {
	folder := "newlearner"
	if l.Python {
		folder = "newlearner/python"
	}
	templates, err := template.ParseFS(learnerFiles, folder+"/*.tmpl")
	if err != nil {
		panic(err) // they are built in
	}
	files := map[string][]byte{}
	for _, t := range templates.Templates() {
		var b bytes.Buffer
		if err := t.Execute(&b, l); err != nil {
			panic(err)
		}
		files[strings.TrimSuffix(t.Name(), ".tmpl")] = b.Bytes()
	}
	return files, nil
}

// writeFolder creates a folder with files. After an error, the folder is removed.
func writeFolder(dir string, files map[string][]byte) (err error) {
	if err := os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("new: %s exists: remove it, or choose a different name", dir)
	} else if err != nil {
		return fmt.Errorf("new: %w", err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return errors.Join(fmt.Errorf("new: %w", err), os.RemoveAll(dir))
		}
	}
	return nil
}
