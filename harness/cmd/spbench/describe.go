package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spbench/spbench/harness/bench"
	"github.com/spbench/spbench/harness/data"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/wire"
)

// describeCommand describes a learner or a dataset.
type describeCommand struct {
	Name string `arg:"" help:"Learner (a name, a path or a command line) or dataset."`
}

func (c *describeCommand) Run(t *terminal, o *options) error {
	for _, d := range data.Names() {
		if d.Name == c.Name {
			describeDataset(t, &d)
			return nil
		}
	}
	about, err := bench.Describe(t.ctx, c.Name, o.bench(t))
	if err != nil {
		return err
	}
	return describeLearner(t, &about)
}

func describeDataset(t *terminal, d *data.Entry) {
	fmt.Fprintf(t.out, "%s: %s\n", d.Name, d.Doc)
	if d.URL != "" {
		fmt.Fprintf(t.out, "official address: %s\n", d.URL)
	}
	for _, f := range d.Files {
		switch n := len(f.Names); {
		case n > 0 && f.SHA256 == "":
			fmt.Fprintf(t.out, "folder: %s with %s (no checksum is published)\n", f.Path, strings.Join(f.Names, ", "))
		case n > 0:
			fmt.Fprintf(t.out, "folder: %s with %d files (sha256 of the list of their checksums %s)\n", f.Path, n, f.SHA256)
		default:
			fmt.Fprintf(t.out, "file: %s (sha256 of the content %s)\n", f.Path, f.SHA256)
		}
	}
	if d.Licence != "" {
		fmt.Fprintf(t.out, "licence: %s\n", d.Licence)
	}
	if d.Defaults == "" {
		fmt.Fprintln(t.out, "arguments: none")
		return
	}
	fmt.Fprintf(t.out, "arguments: %s\n  %s\n", d.Defaults, d.ArgsDoc)
}

func describeLearner(t *terminal, d *wire.Description) error {
	fmt.Fprintf(t.out, "%s: %s\n", d.Name, d.Doc)
	if d.Source != "" {
		fmt.Fprintf(t.out, "source: %s\n", d.Source)
	}
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nparameter\tdefault\tvalues\tmeaning")
	for _, p := range d.Parameters {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Name, p.Default, values(&p), meaning(&p))
	}
	fmt.Fprintln(w, "\noutput\t\t\tmeaning")
	for _, o := range d.Outputs {
		fmt.Fprintf(w, "%s\t\t\t%s\n", o.Name, o.Doc)
	}
	return w.Flush()
}

func values(p *param.Parameter) string {
	switch {
	case len(p.Enum) > 0:
		return strings.Join(p.Enum, ", ")
	case p.Range != "":
		return p.Type + " in " + p.Range
	}
	return p.Type
}

func meaning(p *param.Parameter) string {
	if p.When != "" {
		return p.Help + " (only when " + p.When + ")"
	}
	return p.Help
}
