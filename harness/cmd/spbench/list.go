package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spbench/spbench/harness/bench"
	"github.com/spbench/spbench/harness/data"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/host"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/metric"
	"github.com/spbench/spbench/harness/oracle"
)

// listCommand lists all that a suite can name.
type listCommand struct {
	What string `arg:"" optional:"" enum:"all,learners,datasets,features,losses,metrics,outputs,checks" default:"all" help:"learners, datasets, features, losses, metrics, outputs or checks; default: all."`
}

func (c *listCommand) Run(t *terminal, o *options) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, section := range []struct {
		name  string
		lines func() [][2]string
	}{
		{"learners", func() [][2]string { return learners(t, o) }},
		{"datasets", datasets},
		{"features", func() [][2]string { return documented(feature.Names(), feature.Doc) }},
		{"losses", func() [][2]string { return documented(loss.Names(), loss.Doc) }},
		{"metrics", metrics},
		{"outputs", outputs},
		{"checks", checks},
	} {
		if c.What != "all" && c.What != section.name {
			continue
		}
		if c.What == "all" {
			fmt.Fprintf(w, "%s\n", section.name)
		}
		for _, line := range section.lines() {
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
	return lines
}

func datasets() (lines [][2]string) {
	for _, d := range data.Names() {
		lines = append(lines, [2]string{d.Name, d.Doc})
	}
	return lines
}

func metrics() (lines [][2]string) {
	for _, m := range metric.All() {
		lines = append(lines, [2]string{m.Name, m.Doc})
	}
	return lines
}

func outputs() (lines [][2]string) {
	for _, o := range oracle.Outputs() {
		lines = append(lines, [2]string{o.Name, o.Doc})
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
