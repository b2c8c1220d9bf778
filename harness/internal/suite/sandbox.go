package suite

import "github.com/spbench/spbench/harness/internal/sandbox"

// A Sandbox is what the processes of learners are kept in.
type Sandbox struct {
	Kind sandbox.Kind `json:"kind,omitempty" short:"too" enum:"bubblewrap,landlock,none" help:"bubblewrap, landlock or none; by default the best that works where the suite is run"`
	// Paths are absolute, from the suite's folder, or from the home folder where they begin with ~/.
	Paths []string `json:"paths,omitempty" of:"path" help:"a list of files, folders and devices that learners may use besides those of the system and their own"`
	Pos   Pos      `json:"-"`
}
