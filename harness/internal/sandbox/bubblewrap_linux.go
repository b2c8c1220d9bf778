package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/stage"
)

// patience is the time for a trial of bubblewrap. A variable for tests.
var patience = 5 * time.Second

// bubblewrap is the path of the program.
var bubblewrap = sync.OnceValues(func() (string, error) {
	path, err := exec.LookPath("bwrap")
	if errors.Is(err, exec.ErrNotFound) {
		err = errors.New("there is no program bwrap: install bubblewrap")
	}
	return path, err
})

// bubblewrapWorks tries a sandbox and remembers the result.
var bubblewrapWorks = remembered(tryBubblewrap)

// tryBubblewrap tries a sandbox. It fails if users may not make namespaces, or if /proc is masked.
func tryBubblewrap() error {
	if _, err := bubblewrap(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", TrialPrefix)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUntried, err)
	}
	defer os.RemoveAll(dir)
	p := Policy{Kind: Bubblewrap, Private: dir}
	for _, folder := range p.Folders() {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return fmt.Errorf("%w: %w", ErrUntried, err)
		}
	}
	return p.try()
}

// try runs a program that does nothing.
func (p Policy) try() error {
	s := stage.Spec{Path: "/bin/sh", Argv: []string{"sh", "-c", ":"}}
	if err := p.wrap(&s); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.Path, withoutFilter(s.Argv[1:])...)
	cmd.Env = []string{}
	// A child of a killed bubblewrap may keep the output open forever, so kill the whole group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch text := strings.TrimSpace(string(said)); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%w: bubblewrap has not ended within %v", ErrUntried, patience)
	case !errors.As(err, &exit) && !errors.Is(err, fs.ErrNotExist) &&
		!errors.Is(err, fs.ErrPermission),
		// in the words of the C locale
		strings.Contains(strings.ToLower(text), syscall.EAGAIN.Error()):
		return fmt.Errorf("%w: %w: %s", ErrUntried, err, text)
	default:
		return fmt.Errorf("sandbox: bubblewrap does not work here: %w: %s", err, text)
	}
}

// wrap makes a stage become bubblewrap, which runs the program. The function is long: it is the list
// of bubblewrap's arguments, and their order counts.
func (p Policy) wrap(s *stage.Spec) error {
	program, err := bubblewrap()
	if err != nil {
		return err
	}
	line := []string{"bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"}
	if s.Filter = filter(false, false); len(s.Filter) > 0 {
		s.Pass = true
		line = append(line, "--seccomp", strconv.Itoa(stage.FilterFile))
	} else {
		// Without the filter, a new session keeps the learner from typing into the terminal. It
		// costs: the scheduler treats a session as a group of its own.
		line = append(line, "--new-session")
	}
	bind := func(how string, paths ...string) {
		for _, path := range paths {
			line = append(line, how, path, path)
		}
	}
	for _, folder := range system {
		if target, err := os.Readlink(folder); err == nil {
			line = append(line, "--symlink", target, folder)
		} else {
			bind("--ro-bind-try", folder)
		}
	}
	bind("--ro-bind-try", machine...)
	line = append(line, "--proc", "/proc", "--symlink", "/proc/self/fd", "/dev/fd")
	// Root could write these without any capability: settings of the kernel, such as core_pattern.
	bind("--ro-bind-try", "/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs",
		"/proc/acpi", "/proc/scsi")
	bind("--dev-bind", devices...)
	line = append(line, "--bind", p.Shared(), "/dev/shm", "--bind", p.Temp(), "/tmp")
	bind("--bind", p.Private)
	real, links := p.reads()
	for _, path := range real {
		if isDevice(path) {
			bind("--dev-bind", path)
		} else {
			bind("--ro-bind", path)
		}
	}
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil {
			line = append(line, "--symlink", target, link)
		}
	}
	line = append(line, "--remount-ro", "/", "--chdir", p.Home())
	line = append(line, "--")
	if p.Processes > 0 && countsApart() {
		line = append(line, "/bin/sh", "-c", boundProcesses, "sh", strconv.Itoa(p.Processes))
	}
	s.Argv = append(append(line, s.Path), s.Argv[1:]...)
	s.Path = program
	return nil
}

// boundProcesses is a script: it sets RLIMIT_NPROC to its first argument and becomes the program in
// the others. It runs inside the sandbox, since the sandbox's user namespace has its own count.
// Without such a namespace it sets nothing. Shells name the option -u or -p.
const boundProcesses = `n=$1; shift; read -r _ _ users < /proc/self/uid_map
[ "$users" = 4294967295 ] || ulimit -u $n 2>/dev/null || ulimit -p $n; exec "$@"`

// countsApart reports whether RLIMIT_NPROC counts each user namespace separately: since Linux 5.14.
var countsApart = sync.OnceValue(func() bool {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return false
	}
	n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return n == 2 && (major > 5 || major == 5 && minor >= 14)
})

// reads returns the paths in p.Read without links, outer folders first, and the links on the way to
// them that are outside them.
func (p Policy) reads() (real, links []string) {
	var met []string
	for _, path := range p.Read {
		to, through := Follow(path)
		real, met = append(real, to), append(met, through...)
	}
	slices.Sort(real) // a folder comes before its content
	real = slices.Compact(real)
	for _, link := range met {
		bound := func(folder string) bool { return below(folder, link) }
		if !inSystem(link) && !slices.ContainsFunc(real, bound) && !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return real, links
}

// withoutFilter removes the option for the filter from bubblewrap's arguments: a stage passes the
// filter.
func withoutFilter(argv []string) []string {
	if at := slices.Index(argv, "--seccomp"); at >= 0 {
		return slices.Delete(slices.Clone(argv), at, at+2)
	}
	return argv
}
