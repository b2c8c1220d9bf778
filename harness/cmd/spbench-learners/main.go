// Spbench-learners holds the learners shipped with spbench. Spbench starts it with the name of one
// of them for each fit, and looks for it in its own folder.
//
//	spbench-learners NAME           serve spbench as this learner
//	spbench-learners NAME describe  print its parameters and outputs as JSON
//	spbench-learners -list          print the name and the source hash of each learner
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/plugins"
	"github.com/spbench/spbench/plugins/crf"
	"github.com/spbench/spbench/plugins/given"
	"github.com/spbench/spbench/plugins/locpmap"
	"github.com/spbench/spbench/plugins/marginalpmap"
	"github.com/spbench/spbench/plugins/partclamp"
	"github.com/spbench/spbench/plugins/skeleton"
	"github.com/spbench/spbench/plugins/ssvm"
)

// learners are the main functions of the learners. A learner's folder has its name.
var learners = map[string]func(){
	"crf": crf.Main, "given": given.Main, "locpmap": locpmap.Main, "marginalpmap": marginalpmap.Main,
	"partclamp": partclamp.Main, "skeleton": skeleton.Main, "ssvm": ssvm.Main,
}

func main() {
	names := slices.Sorted(maps.Keys(learners))
	switch {
	case len(os.Args) == 2 && os.Args[1] == "-list":
		for _, name := range names {
			fmt.Println(name, spbench.LearnerHash(plugins.Sources, name))
		}
	case len(os.Args) > 1 && learners[os.Args[1]] != nil:
		name := os.Args[1]
		os.Args = append([]string{os.Args[0] + " " + name}, os.Args[2:]...)
		learners[name]()
	default:
		fmt.Fprintf(os.Stderr, "usage: spbench-learners NAME, one of %s\n", strings.Join(names, ", "))
		os.Exit(2)
	}
}
