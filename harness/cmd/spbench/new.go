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

// newCommand writes the folder of a new learner, which learns as it stands.
type newCommand struct {
	Name     string `arg:"" help:"Name of the learner: lower-case letters and digits."`
	Dir      string `placeholder:"DIR" help:"Folder for a module of its own; default: plugins/NAME in the checkout, outside of one NAME."`
	Checkout string `placeholder:"DIR" help:"Checkout of spbench that the module is built with; default: the one around the working directory."`
}

// learnerFiles are the templates of what is written, each called NAME.tmpl.
//
//go:embed newlearner
var learnerFiles embed.FS

func (c *newCommand) Run(t *terminal, o *options) error {
	if err := c.checkName(o); err != nil {
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
	fmt.Fprintf(t.out, "%s is a learner that learns: %s says how to check and to run it, main.go is what to replace\n",
		folder, filepath.Join(folder, "README.md"))
	return nil
}

var learnerName = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}$`)

// checkName refuses names that are no name of a learner, or that mean something
// already.
func (c *newCommand) checkName(o *options) error {
	switch {
	case !learnerName.MatchString(c.Name):
		return fmt.Errorf("new: %q cannot be the name of a learner: use lower-case letters and digits, a letter first, at most 40", c.Name)
	case slices.Contains([]string{"internal", "testdata", "vendor"}, c.Name):
		return fmt.Errorf("new: a folder called %q is special to Go: choose another name", c.Name)
	case slices.ContainsFunc(data.Names(), func(d data.Entry) bool { return d.Name == c.Name }):
		return fmt.Errorf("new: %q is a dataset: choose another name", c.Name)
	}
	for _, dir := range []string{"", c.Checkout} {
		if slices.Contains(find.Names(find.Options{PluginPath: o.Plugins, Dir: dir}), c.Name) {
			return fmt.Errorf("new: there is a learner %q already (spbench list learners): choose another name", c.Name)
		}
	}
	return nil
}

// A newLearner is what the templates are about.
type newLearner struct {
	Name     string
	Folder   string // absolute
	Checkout string // absolute
	Module   bool   // the folder is a module of its own
}

// place decides where the learner goes.
func (c *newCommand) place() (*newLearner, error) {
	l := &newLearner{Name: c.Name, Checkout: find.Checkout("")}
	if c.Dir == "" && l.Checkout != "" {
		if c.Checkout != "" {
			return nil, fmt.Errorf("new: the working directory is inside a checkout, which the learner becomes part of: -checkout goes with -dir")
		}
		l.Folder = filepath.Join(l.Checkout, "plugins", c.Name)
		return l, nil
	}
	l.Module = true
	folder := c.Dir
	if folder == "" {
		folder = c.Name
	}
	var err error
	if l.Folder, err = filepath.Abs(folder); err != nil {
		return nil, fmt.Errorf("new: %w", err)
	}
	if around := find.Checkout(l.Folder); around != "" {
		return nil, fmt.Errorf("new: %s lies inside the checkout %s: give a folder outside of it, or no -dir for %s",
			l.Folder, around, filepath.Join(around, "plugins", c.Name))
	}
	if c.Checkout != "" {
		l.Checkout = find.Checkout(c.Checkout)
	}
	switch {
	case l.Checkout == "" && c.Checkout != "":
		return nil, fmt.Errorf("new: -checkout %s: that is no checkout of spbench (no go.mod of %s in it)", c.Checkout, find.Module)
	case l.Checkout == "":
		return nil, fmt.Errorf("new: a learner is built with the source of spbench, and the working directory is in no checkout of it:\n"+
			"\tgit clone https://%s, and say where that is with -checkout DIR", find.Module)
	}
	return l, nil
}

// files returns the content of every file by name.
func (l *newLearner) files() (map[string][]byte, error) {
	templates, err := template.ParseFS(learnerFiles, "newlearner/*.tmpl")
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
	if !l.Module {
		return files, nil
	}
	if files["go.mod"], err = l.goMod(); err != nil {
		return nil, err
	}
	files["go.sum"], err = os.ReadFile(filepath.Join(l.Checkout, "go.sum"))
	if err != nil {
		return nil, fmt.Errorf("new: %w", err)
	}
	return files, nil
}

// writeFolder makes a folder with files, whole or not at all.
func writeFolder(dir string, files map[string][]byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return fmt.Errorf("new: %w", err)
	}
	if err := os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("new: %s exists already: remove it, or choose another name or folder", dir)
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
