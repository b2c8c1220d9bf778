package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"text/tabwriter"

	sources "github.com/spbench/spbench"
)

// versionCommand says which spbench this is, as results remember it.
type versionCommand struct{}

func (versionCommand) Run(t *terminal) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "spbench\t%s\t\n", release())
	fmt.Fprintf(w, "harness\t%s\twhat fits depend on\n", sources.FitSide())
	fmt.Fprintf(w, "score\t%s\twhat scores depend on besides\n", sources.ScoreSide())
	fmt.Fprintf(w, "go\t%s\t%s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return w.Flush()
}

// release is the version of the module, where it was built as one.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "unreleased"
}
