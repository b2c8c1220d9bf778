package main

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/suites"
)

// listCommand lists all that a suite can name.
type listCommand struct {
	What string `arg:"" optional:"" enum:"${kinds}" default:"all" help:"One of ${kinds}."`
}

// A kind lists the things of one kind.
type kind struct {
	name, one string
	entries   func() []param.Entry
}

// builtin are the kinds of things that need no process to be asked.
var builtin = []kind{
	{"suites", "suite", comparisons},
	{"datasets", "dataset", datasets},
	{"formats", "format", formats},
	{"features", "feature map", feature.Entries},
	{"losses", "loss", loss.Entries},
	{"metrics", "metric", metric.Entries},
	{"decoders", "decoder", decode.Entries},
	{"oracles", "oracle", oracle.Entries},
}

// listable are the kinds of what list can be asked for, with commas between them.
func listable() string {
	names := []string{"all", "learners"}
	for _, s := range builtin {
		names = append(names, s.name)
	}
	return strings.Join(append(names, "checks"), ",")
}

func (c *listCommand) Run(t *terminal, o *options) error {
	w := columns(t.out)
	all := append([]kind{{"learners", "learner", func() []param.Entry { return learners(t, o) }}}, builtin...)
	for _, s := range append(all, kind{"checks", "check", checks}) {
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

// learners lists those that are found by name; one that does not start is
// listed with the reason.
func learners(t *terminal, o *options) (all []param.Entry) {
	for _, name := range find.Names(find.Options{PluginPath: o.Plugins}) {
		about, err := run.Describe(t.ctx, name, o.bench(t))
		if err != nil {
			about.Doc = err.Error()
		}
		all = append(all, param.Entry{Name: name, Doc: about.Doc})
	}
	if len(all) == 0 {
		fmt.Fprintf(t.err, "no learners are here: spbench-learners is not beside this program\nhint: %s\n", find.InstallHint)
	}
	return all
}

// comparisons lists the suites that come with spbench, with what they are about.
func comparisons() (all []param.Entry) {
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

// checks lists what spbench check looks at, and on which tasks.
func checks() (all []param.Entry) {
	for _, c := range learnertest.Checks() {
		all = append(all, param.Entry{Name: c.Name, Doc: c.Doc})
	}
	for _, t := range learnertest.Tasks() {
		all = append(all, param.Entry{Name: "on " + t.Name, Doc: t.Doc})
	}
	return all
}
