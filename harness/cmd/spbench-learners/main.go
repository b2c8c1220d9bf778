// Spbench-learners contains the learners shipped with spbench. Spbench starts it with the name of a
// learner for each fit, and looks for it in its own folder.
//
//	spbench-learners NAME           serve spbench as this learner
//	spbench-learners NAME describe  print its parameters and decoders as JSON
//	spbench-learners -list          print name and source hashes (to fit, to predict) of each learner
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/plugins"
	"github.com/spbench/spbench/plugins/crf"
	"github.com/spbench/spbench/plugins/direct"
	"github.com/spbench/spbench/plugins/given"
	"github.com/spbench/spbench/plugins/hmm"
	"github.com/spbench/spbench/plugins/locpmap"
	"github.com/spbench/spbench/plugins/marginalpmap"
	"github.com/spbench/spbench/plugins/partclamp"
	"github.com/spbench/spbench/plugins/skeleton"
	"github.com/spbench/spbench/plugins/ssvm"
)

// learners has a function for each learner, by the name of its folder.
var learners = map[string]func() (learner.Info, func() learner.Learner){
	"crf": crf.Learner, "direct": direct.Learner, "given": given.Learner, "hmm": hmm.Learner,
	"locpmap": locpmap.Learner, "marginalpmap": marginalpmap.Learner,
	"partclamp": partclamp.Learner, "skeleton": skeleton.Learner, "ssvm": ssvm.Learner,
}

func main() {
	names := slices.Sorted(maps.Keys(learners))
	switch {
	case len(os.Args) == 2 && os.Args[1] == "-list":
		spbench.Harness = harness.Sources
		sources := spbench.Learners(plugins.Sources)
		for _, name := range names {
			fit, predict := sources.Learner(name)
			fmt.Println(name, fit, predict)
		}
	case len(os.Args) > 1 && learners[os.Args[1]] != nil:
		name := os.Args[1]
		os.Args = append([]string{os.Args[0] + " " + name}, os.Args[2:]...)
		serve.Main(learners[name]())
	default:
		fmt.Fprintf(os.Stderr, "usage: spbench-learners NAME, one of %s\n",
			strings.Join(names, ", "))
		os.Exit(2)
	}
}
