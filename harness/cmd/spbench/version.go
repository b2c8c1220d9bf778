package main

import (
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
)

// This program hashes its own sources.
func init() { sources.Harness = harness.Sources }

// version is the version of the newest release in CHANGELOG.md.
const version = "0.1.0"

// versionCommand prints the version as results record it.
type versionCommand struct {
	Sources bool `help:"Also list the hash of each component of suites, such as an oracle."`
}

func (c versionCommand) Run(t *terminal) error {
	w := columns(t.out)
	tree := sources.Sources()
	fmt.Fprintf(w, "spbench\t%s\t%s\n", version, moduleVersion())
	fmt.Fprintf(w, "harness\t%s\tin the key of each fit\n", tree.Harness())
	fmt.Fprintf(w, "score\t%s\tin the key of each score\n", tree.Scoring())
	fmt.Fprintf(w, "go\t%s\t%s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if c.Sources {
		components := tree.Components()
		for _, name := range slices.Sorted(maps.Keys(components)) {
			fmt.Fprintf(w, "%s\t%s\t\n", name, components[name])
		}
	}
	return w.Flush()
}

// moduleVersion returns the version that Go gave the module, if it says more than version.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" || info.Main.Version == "v"+version {
		return ""
	}
	return info.Main.Version
}
