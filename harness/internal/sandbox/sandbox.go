// Package sandbox keeps the process of a learner away from what is none of its business: the labels that it is scored by, the
// results of others, the processes and the network of the machine. A [Policy] says what a process may touch, and is
// enforced by the kernel, before the first instruction of the learner:
//
//   - by [Bubblewrap] in namespaces of its own: files that are not named do not exist, nor do other processes, other
//     people's shared memory or a network, and with the first process of the sandbox all others end;
//   - by [Landlock], where that program is missing, among the processes of the machine: files that are not named cannot be opened,
//     signals and sockets by abstract names go no further than the sandbox.
//
// Both come with a filter of system calls (seccomp, on amd64 and arm64) against sockets of any other family than Unix's, tracing,
// memory of other processes, shared memory of System V, and the making of namespaces. What each does not hold is said in
// docs/containment.md.
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

// A Kind is a way to enforce a policy, as a suite names it.
type Kind string

// The kinds, from the weakest.
const (
	None       Kind = "none"
	Landlock   Kind = "landlock"
	Bubblewrap Kind = "bubblewrap"
)

// Kinds are all kinds, the best first.
var Kinds = []Kind{Bubblewrap, Landlock, None}

// A Policy is what a process and its children may touch.
type Policy struct {
	Kind Kind
	// Read are files, and folders with all below them, that may be read and executed beside those of the system, and character
	// devices, which may be written and controlled as well: absolute paths of what there is, see [Grant].
	Read []string
	// Private is the folder that may be written, the only one, with the folders Home, Temp and Shared in it.
	Private string
	// Processes is how many there may be in bubblewrap at once, threads counted; 0: no limit. Root is not bound.
	Processes int
}

// Home returns where a process starts, which it is told is its home.
func (p Policy) Home() string { return filepath.Join(p.Private, "home") }

// Temp returns what is /tmp in a mount namespace.
func (p Policy) Temp() string { return filepath.Join(p.Private, "tmp") }

// Shared returns what is /dev/shm in a mount namespace.
func (p Policy) Shared() string { return filepath.Join(p.Private, "shm") }

// Folders returns what is to be made in the private folder.
func (p Policy) Folders() []string { return []string{p.Home(), p.Temp(), p.Shared()} }

// String names what holds, for records: the kind, with what it leaves open on this machine.
func (p Policy) String() string {
	if p.Kind == None {
		return string(None)
	}
	return string(p.Kind) + lacks(p.Kind)
}

// Apply has a stage become its program under the policy, in its home.
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

// TrialPrefix begins the name of a folder for temporary files where a sandbox is tried. If the
// process is killed meanwhile, its folder stays. Trials take seconds.
const TrialPrefix = "spbench-sandbox-"

// ErrUntried marks that a kind could not be tried for want of something that the machine has at other times.
var ErrUntried = errors.New("sandbox: it is not known whether bubblewrap works here")

// Best returns the best kind that works here, and why no better one does; an error, which wraps ErrUntried, where that is not known.
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

// remembered returns a function that tries once, and again only while it could not.
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

// Try makes the sandbox anew, around a program that does nothing, and says why that fails.
func (p Policy) Try() error {
	if p.Kind == Bubblewrap {
		return p.try()
	}
	return p.Kind.Works()
}

// Works reports why a kind does not work here; nil: it does. The first call may start a process, later ones remember.
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

// system are the folders of programs and their settings, which every policy lets read and execute, where they are there.
// /etc has what is no secret to the user who runs the harness.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc",
	"/nix/store", "/run/current-system", "/run/opengl-driver", "/gnu/store"}

// machine are what runtimes ask of the machine that they run on.
var machine = []string{"/sys/devices/system", "/sys/kernel/mm/transparent_hugepage"}

// devices may be read and written. A terminal is none of them.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// System returns the folders that every policy lets read.
func System() []string { return system }

// Grant says why a policy cannot let a path be read.
func Grant(path string) error {
	real := Resolved(path)
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return fmt.Errorf("sandbox: %w", err)
	case slices.Contains([]string{"/dev/mem", "/dev/kmem", "/dev/port"}, real):
		return fmt.Errorf("sandbox: %s is the memory of the machine", path)
	case info.Mode()&fs.ModeDevice != 0 && info.Mode()&fs.ModeCharDevice == 0:
		return fmt.Errorf("sandbox: %s is a block device, with all files on it", path)
	case info.IsDir() && below("/dev/shm", real):
		return fmt.Errorf("sandbox: %s is memory that other processes share: `sandbox: bubblewrap` gives each learner a /dev/shm of its own", path)
	case info.IsDir() && below("/dev", real):
		return fmt.Errorf("sandbox: %s is a folder of devices: name those that are needed", path)
	case below("/proc", real):
		return fmt.Errorf("sandbox: %s is of other processes", path)
	case real == "/sys":
		return fmt.Errorf("sandbox: %s is all of the machine: name what is needed of it", path)
	}
	return nil
}

// isDevice reports whether there is a character device at a path.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
