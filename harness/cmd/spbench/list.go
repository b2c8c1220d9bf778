package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/data"
	"github.com/spbench/spbench/internal/host"
	"github.com/spbench/spbench/internal/metric"
	"github.com/spbench/spbench/suites"
)

// listCommand lists all that a suite can name.
type listCommand struct {
	What string `arg:"" optional:"" enum:"all,suites,learners,datasets,formats,features,losses,metrics,outputs,oracles,checks" default:"all" help:"suites, learners, datasets, formats (of files of your own), features, losses, metrics, outputs, oracles or checks; default: all."`
}

// A kind lists the things of one kind.
type kind struct {
	name, one string
	lines     func() [][2]string                  // name and what it is
	params    func(name string) []param.Parameter // of what has arguments; nil: nothing has
}

// builtin are the kinds of things that need no process to be asked.
var builtin = []kind{
	{"suites", "suite", comparisons, nil},
	{"datasets", "dataset", datasets, nil},
	{"formats", "format", formats, formatParams},
	{"features", "feature map", func() [][2]string { return documented(feature.Names(), feature.Doc) }, feature.Params},
	{"losses", "loss", func() [][2]string { return documented(loss.Names(), loss.Doc) }, loss.Params},
	{"metrics", "metric", metrics, metric.Params},
	{"outputs", "output", outputs, func(name string) []param.Parameter {
		k, _ := decode.Lookup(name)
		return k.Params()
	}},
	{"oracles", "oracle", oracles, oracleParams},
}

func (c *listCommand) Run(t *terminal, o *options) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	all := append([]kind{{"learners", "learner", func() [][2]string { return learners(t, o) }, nil}}, builtin...)
	for _, s := range append(all, kind{"checks", "check", checks, nil}) {
		if c.What != "all" && c.What != s.name {
			continue
		}
		if c.What == "all" {
			fmt.Fprintf(w, "%s\n", s.name)
		}
		for _, line := range s.lines() {
			fmt.Fprintf(w, "  %s\t%s\n", line[0], line[1])
		}
	}
	return w.Flush()
}

func documented(names []string, doc func(string) string) (lines [][2]string) {
	for _, name := range names {
		lines = append(lines, [2]string{name, doc(name)})
	}
	return lines
}

// learners lists those that are found by name; one that does not start is
// listed with the reason.
func learners(t *terminal, o *options) (lines [][2]string) {
	for _, name := range host.Names(host.FindOptions{PluginPath: o.Plugins}) {
		about, err := bench.Describe(t.ctx, name, o.bench(t))
		if err != nil {
			about.Doc = err.Error()
		}
		lines = append(lines, [2]string{name, about.Doc})
	}
	if len(lines) == 0 {
		fmt.Fprintf(t.err, "no learners are here: spbench-learners is not beside this program\nhint: %s\n", host.InstallHint)
	}
	return lines
}

// comparisons lists the suites that come with spbench, with what they are about.
func comparisons() (lines [][2]string) {
	for _, name := range suites.Names() {
		text, published, _ := suites.Text(name)
		about := ""
		if s, _, err := builtIn(name, text, published); err != nil {
			about = err.Error()
		} else {
			about = strings.Join(strings.Fields(s.About), " ")
		}
		lines = append(lines, [2]string{name, about})
	}
	return lines
}

func datasets() (lines [][2]string) {
	for _, d := range data.Names() {
		lines = append(lines, [2]string{d.Name, d.Doc})
	}
	return lines
}

func formats() (lines [][2]string) {
	for _, f := range data.Formats() {
		lines = append(lines, [2]string{f.Name, f.Doc})
	}
	return lines
}

func formatParams(name string) (params []param.Parameter) {
	for _, f := range data.Formats() {
		if f.Name == name {
			params = f.Params
		}
	}
	return params
}

func metrics() (lines [][2]string) {
	for _, m := range metric.All() {
		lines = append(lines, [2]string{m.Name, m.Doc})
	}
	return lines
}

func outputs() (lines [][2]string) {
	for _, k := range decode.Kinds() {
		lines = append(lines, [2]string{k.Name, k.Doc})
	}
	return lines
}

// checks lists what spbench check looks at, and on which tasks.
func checks() (lines [][2]string) {
	for _, c := range learnertest.Checks() {
		lines = append(lines, [2]string{c.Name, c.Doc})
	}
	for _, t := range learnertest.Tasks() {
		lines = append(lines, [2]string{"on " + t.Name, t.Doc})
	}
	return lines
}

func oracles() (lines [][2]string) {
	for _, k := range oracle.Kinds() {
		lines = append(lines, [2]string{k.Name, k.Doc})
	}
	return lines
}

func oracleParams(name string) []param.Parameter {
	for _, k := range oracle.Kinds() {
		if k.Name == name {
			return k.Params()
		}
	}
	return nil
}
