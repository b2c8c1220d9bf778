package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/param"
)

// describeCommand describes anything that a suite can name.
type describeCommand struct {
	Name string `arg:"" help:"Learner (name, path or command line), dataset, file format, feature map, loss, metric, decoder, oracle or suite."`
}

func (c *describeCommand) Run(t *terminal) error {
	for _, d := range data.Names() {
		if d.Name == c.Name {
			return describeDataset(t, &d)
		}
	}
	about, err := plan.Describe(t.ctx, c.Name, t.runOptions())
	switch {
	case err == nil:
		return describeLearner(t, &about)
	case !errors.Is(err, host.ErrNotFound):
		return err
	}
	found := false
	for _, s := range builtin {
		for _, e := range s.entries() {
			if e.Name != c.Name {
				continue
			}
			t.printf("%s %s: %s\n", s.one, e.Name, e.Doc)
			if found = true; len(e.Params) == 0 {
				continue
			}
			if err := describeParameters(t, "argument", e.Params); err != nil {
				return err
			}
		}
	}
	if found {
		return nil
	}
	if near := param.Nearest(c.Name, nameable(t)); near != "" {
		return fmt.Errorf("unknown name %q\nhint: did you mean %q?", c.Name, near)
	}
	if strings.ContainsAny(c.Name, "/\\ ") { // a learner by its path or command line
		return err
	}
	return fmt.Errorf("unknown name %q\nhint: spbench list shows all names", c.Name)
}

// nameable returns all names that describe knows.
func nameable(t *terminal) []string {
	names := find.Names(find.Options{PluginPath: t.Plugins})
	for _, s := range builtin {
		names = append(names, entryNames(s.entries())...)
	}
	return names
}

func entryNames(entries []param.Entry) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

func describeDataset(t *terminal, d *data.Entry) error {
	t.printf("%s: %s\n", d.Name, d.Doc)
	if d.URL != "" {
		t.printf("official address: %s\n", d.URL)
	}
	if d.Licence != "" {
		t.printf("licence: %s\n", d.Licence)
	}
	if len(d.Params) == 0 {
		fmt.Fprintln(t.out, "arguments: none")
		return nil
	}
	return describeParameters(t, "argument", d.Params)
}

// describeParameters prints a table of parameters. called is its first heading.
func describeParameters(t *terminal, called string, list []param.Parameter) error {
	w := columns(t.out)
	fmt.Fprintf(w, "\n%s\tdefault\tvalues\tmeaning\n", called)
	for _, p := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Name, formatDefault(&p), values(&p), meaning(&p))
	}
	return w.Flush()
}

func describeLearner(t *terminal, d *wire.Description) error {
	t.printf("%s: %s\n", d.Name, d.Doc)
	if d.Source != "" {
		t.printf("source: %s\n", d.Source)
	}
	if err := describeParameters(t, "parameter", d.Parameters); err != nil {
		return err
	}
	w := columns(t.out)
	fmt.Fprintln(w, "\ndecoder\t\t\tmeaning")
	for _, o := range d.Decoders {
		fmt.Fprintf(w, "%s\t\t\t%s%s\n", o.Name, o.Doc, arguments(o.Parameters))
	}
	return w.Flush()
}

// arguments formats arguments with their defaults.
func arguments(params []param.Parameter) string {
	var texts []string
	for _, p := range params {
		texts = append(texts, p.Name+": "+string(p.Default))
	}
	if len(texts) == 0 {
		return ""
	}
	return "; {" + strings.Join(texts, ", ") + "}"
}

// byDefault formats a default. For a number null means infinity, otherwise none.
func formatDefault(p *param.Parameter) string {
	switch {
	case string(p.Default) != "null":
		return string(p.Default)
	case p.Type == "number":
		return "inf"
	}
	return ""
}

func values(p *param.Parameter) string {
	switch {
	case len(p.Enum) > 0:
		return strings.Join(p.Enum, ", ")
	case p.Range != "":
		return p.Type + " in " + p.Range
	case p.Type == "":
		return "any"
	}
	return p.Type
}

func meaning(p *param.Parameter) string {
	if p.When != "" {
		return p.Help + " (only when " + p.When + ")"
	}
	return p.Help
}
