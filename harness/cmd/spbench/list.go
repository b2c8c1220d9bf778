package main

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/suites"
)

// listCommand lists everything that a suite can name.
type listCommand struct {
	What string `arg:"" optional:"" enum:"${kinds}" default:"all" help:"One of ${kinds}."`
}

// A catalogue lists the entries of one registry.
type catalogue struct {
	name, one string
	entries   func() []param.Entry
}

// builtin are the catalogues that need no process.
var builtin = []catalogue{
	{"suites", "suite", shippedSuites},
	{"datasets", "dataset", datasets},
	{"formats", "format", formats},
	{"features", "feature map", feature.Entries},
	{"losses", "loss", loss.Entries},
	{"metrics", "metric", metric.Entries},
	{"decoders", "decoder", plan.Decoders},
	{"oracles", "oracle", oracle.Entries},
}

// listable returns the arguments of list, separated by commas.
func listable() string {
	names := []string{"all", "learners"}
	for _, s := range builtin {
		names = append(names, s.name)
	}
	return strings.Join(names, ",")
}

func (c *listCommand) Run(t *terminal) error {
	w := columns(t.out)
	all := append([]catalogue{{"learners", "learner",
		func() []param.Entry { return learners(t) }}}, builtin...)
	for _, s := range all {
		if c.What != "all" && c.What != s.name {
			continue
		}
		if c.What == "all" {
			fmt.Fprintf(w, "%s\n", s.name)
		}
		for _, e := range s.entries() {
			fmt.Fprintf(w, "  %s\t%s\n", e.Name, e.Doc)
		}
	}
	return w.Flush()
}

// learners lists the learners that a suite can name. If one does not start, its text is the error.
func learners(t *terminal) (all []param.Entry) {
	for _, name := range find.Names(find.Options{PluginPath: t.Plugins}) {
		about, err := plan.Describe(t.ctx, name, t.runOptions())
		if err != nil {
			about.Doc = err.Error()
		}
		all = append(all, param.Entry{Name: name, Doc: about.Doc})
	}
	if len(all) == 0 {
		t.note("no learners found: spbench-learners is not beside this program\nhint: %s\n",
			find.InstallHint)
	}
	return all
}

// shippedSuites lists the shipped suites with their descriptions.
func shippedSuites() (all []param.Entry) {
	for _, name := range suites.Names() {
		about := ""
		if s, _, err := results.ShippedSuite(name); err != nil {
			about = err.Error()
		} else {
			about = strings.Join(strings.Fields(s.About), " ")
		}
		all = append(all, param.Entry{Name: name, Doc: about})
	}
	return all
}

func datasets() (all []param.Entry) {
	for _, d := range data.Names() {
		all = append(all, param.Entry{Name: d.Name, Doc: d.Doc})
	}
	return all
}

func formats() (all []param.Entry) {
	for _, f := range data.Formats() {
		all = append(all, param.Entry{Name: f.Name, Doc: f.Doc, Params: f.Params})
	}
	return all
}
