// Package sandbox restricts the process of a learner: it cannot read the labels that score it or
// the results of others, and it cannot reach other processes or the network. A [Policy] says what
// the process may touch. The kernel enforces it from the learner's first instruction on:
//
//   - [Bubblewrap] gives the learner namespaces of its own. Files that are not named do not exist, nor
//     do other processes, the shared memory of others, or a network. When the first process of the
//     sandbox ends, all others end too.
//   - [Landlock] is used without the program bwrap. The learner runs among the processes of the machine.
//     It cannot open files that are not named, and it cannot send signals or connect to abstract sockets
//     outside the sandbox.
//
// Both come with a filter of system calls (seccomp, on amd64 and arm64). It refuses sockets of
// families other than Unix, tracing, memory of other processes, shared memory of System V, and new
// namespaces. docs/containment.md lists the gaps of each.
package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/internal/stage"
)

// A Kind is a way to enforce a policy, as named in a suite.
type Kind string

// The kinds, from the weakest.
const (
	None       Kind = "none"
	Landlock   Kind = "landlock"
	Bubblewrap Kind = "bubblewrap"
)

// Kinds are all kinds, the best first.
var Kinds = []Kind{Bubblewrap, Landlock, None}

// A Policy is the set of things that a process and its children may touch.
type Policy struct {
	Kind Kind
	// Read are absolute paths of existing files and folders, readable and executable with
	// everything below them, besides those of the system. Character devices among them may also be
	// written and controlled. See [Grant].
	Read []string
	// Private is the only writable folder. It has Folders.
	Private string
	// Processes bounds the processes and threads in bubblewrap; 0: no limit. Root is not bound.
	Processes int
}

// Home returns the home and working directory of the process.
func (p Policy) Home() string { return filepath.Join(p.Private, "home") }

// Temp returns the folder seen as /tmp in a mount namespace.
func (p Policy) Temp() string { return filepath.Join(p.Private, "tmp") }

// Shared returns the folder seen as /dev/shm in a mount namespace.
func (p Policy) Shared() string { return filepath.Join(p.Private, "shm") }

// Folders returns the folders to make in the private folder.
func (p Policy) Folders() []string {
	all := []string{p.Home(), p.Temp(), p.Shared()}
	if p.Kind != Bubblewrap { // there is no mount namespace
		return all[:1]
	}
	return all
}

// String returns the name for records: the kind, and its gaps on this machine.
func (p Policy) String() string {
	if p.Kind == None {
		return string(None)
	}
	return string(p.Kind) + lacks(p.Kind)
}

// Apply makes a stage become its program under the policy, in the policy's home.
func (p Policy) Apply(s *stage.Spec) error {
	s.Dir = p.Home()
	switch p.Kind {
	case Landlock:
		return p.landlock(s)
	case Bubblewrap:
		return p.wrap(s)
	}
	return nil
}

// TrialPrefix begins the name of a folder for temporary files of a trial. The folder stays if the
// process is killed during the trial, which takes seconds.
const TrialPrefix = "spbench-sandbox-"

// ErrUntried means that a kind could not be tried because the machine lacks something for the
// moment.
var ErrUntried = errors.New("sandbox: it is not known whether bubblewrap works here")

// Best returns the best kind that works here, and why no better kind does. The error wraps
// ErrUntried if that is unknown.
func Best() (best Kind, why, err error) {
	for _, k := range Kinds {
		err := k.Works()
		switch {
		case err == nil:
			return k, why, nil
		case errors.Is(err, ErrUntried):
			return None, nil, err
		case why == nil:
			why = err
		}
	}
	return None, why, nil
}

// remembered returns a function that tries once, and again only while it gets ErrUntried.
func remembered(try func() error) func() error {
	var mu sync.Mutex
	var known bool
	var found error
	return func() error {
		mu.Lock()
		defer mu.Unlock()
		if !known {
			found = try()
			known = !errors.Is(found, ErrUntried)
		}
		return found
	}
}

// Try makes the sandbox again, around a program that does nothing, and returns why that fails.
func (p Policy) Try() error {
	if p.Kind == Bubblewrap {
		return p.try()
	}
	return p.Kind.Works()
}

// Works returns why a kind does not work here; nil: it works. The first call may start a process,
// later calls remember the result.
func (k Kind) Works() error {
	switch k {
	case None:
		return nil
	case Landlock:
		return landlockWorks()
	case Bubblewrap:
		return bubblewrapWorks()
	}
	return fmt.Errorf("sandbox: there is no sandbox %q; there are %s", string(k), names())
}

func names() string {
	var list []string
	for _, k := range Kinds {
		list = append(list, string(k))
	}
	return strings.Join(list, ", ")
}

// system are the folders of programs and their settings, readable and executable under every
// policy. /etc has no secrets from the user who runs the harness.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc",
	"/nix/store", "/run/current-system", "/run/opengl-driver", "/gnu/store"}

// machine are facts about the machine that runtimes read.
var machine = []string{"/sys/devices/system", "/sys/kernel/mm/transparent_hugepage"}

// devices may be read and written. Terminals are not among them.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// System returns the folders readable under every policy.
func System() []string { return system }

// Grant returns why no policy can make a path readable; nil if it can.
func Grant(path string) error {
	real := Resolved(path)
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return fmt.Errorf("sandbox: %w", err)
	case slices.Contains([]string{"/dev/mem", "/dev/kmem", "/dev/port"}, real):
		return fmt.Errorf("sandbox: %s is the memory of the machine", path)
	case info.Mode()&fs.ModeDevice != 0 && info.Mode()&fs.ModeCharDevice == 0:
		return fmt.Errorf("sandbox: %s is a block device, which has all files of a disk", path)
	case info.IsDir() && below("/dev/shm", real):
		return fmt.Errorf("sandbox: %s is memory that other processes share: `sandbox: "+
			"bubblewrap` gives each learner a /dev/shm of its own", path)
	case info.IsDir() && below("/dev", real):
		return fmt.Errorf("sandbox: %s is a folder of devices: name the devices instead", path)
	case below("/proc", real):
		return fmt.Errorf("sandbox: %s belongs to other processes", path)
	case real == "/sys":
		return fmt.Errorf("sandbox: %s shows the whole machine: name the needed files instead",
			path)
	}
	return nil
}

// isDevice reports whether a path is a character device.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
