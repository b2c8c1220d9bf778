package suite

import "github.com/spbench/spbench/harness/internal/sandbox"

// A Sandbox confines the processes of learners.
type Sandbox struct {
	Kind sandbox.Kind `json:"kind,omitempty" short:"too" enum:"bubblewrap,landlock,none" help:"bubblewrap, landlock or none; by default the best that works where the suite is run"`
	// Paths are absolute, relative to the folder of the suite, or in the home folder (~/).
	Paths []string `json:"paths,omitempty" of:"path" help:"a list of more files, folders and devices for learners to use"`
	Pos   Pos      `json:"-"`
}
