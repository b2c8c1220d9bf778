package serve

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/learner"
)

// started reports whether the harness started this process.
var started = os.Getenv(wire.CookieKey) == wire.CookieValue

// handshake is the stream for the address of the service. All other output goes to standard error,
// also from init functions of other packages: one foreign line would break the handshake.
var handshake = os.Stdout

func init() {
	if started {
		os.Stdout = os.Stderr
	}
}

// Main is the main function of a learner. It serves the harness until the harness ends the process.
// new returns a new learner with default hyper-parameters at each call.
//
// Started by hand, the program introduces itself. With the argument "describe" it prints its
// description as JSON.
func Main(info learner.Info, new func() learner.Learner) {
	if !started {
		os.Exit(byHand(info, new, os.Args[1:]))
	}
	// A main function may have moved its standard output. In calls it goes to standard error again.
	s := newSession(info, new, func() { os.Stdout = os.Stderr })
	fmt.Fprintln(os.Stderr, "learner:", wire.Serve(s, handshake))
	os.Exit(1)
}

// byHand answers a person and returns the exit code.
func byHand(info learner.Info, new func() learner.Learner, args []string) int {
	if len(args) == 1 && args[0] == "describe" {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		if err := out.Encode(describe(info, new())); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	fmt.Fprintf(os.Stderr, "%s is a learner of spbench: %s\n"+
		"spbench starts it by itself. To see its parameters and decoders: %s describe\n", info.Name,
		info.Doc, os.Args[0])
	return 2
}
