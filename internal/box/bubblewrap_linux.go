package box

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long the program may take to show that it works.
const patience = 5 * time.Second

// bubblewrap is the path of the program.
var bubblewrap = sync.OnceValues(func() (string, error) {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return "", fmt.Errorf("box: there is no program bwrap: install bubblewrap: %w", err)
	}
	return path, nil
})

// bubblewrapWorks tries a box: where users may not make namespaces, or /proc is masked, there is none.
var bubblewrapWorks = sync.OnceValue(func() error {
	if _, err := bubblewrap(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "spbench-box-")
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	defer os.RemoveAll(dir)
	p := Policy{Kind: Bubblewrap, Private: dir}
	for _, folder := range p.Folders() {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return fmt.Errorf("box: %w", err)
		}
	}
	argv, err := p.Wrap([]string{"/bin/sh", "-c", ":"}, -1)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = []string{}
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("box: bubblewrap does not work here: %w: %s", err, strings.TrimSpace(string(said)))
	}
	return nil
})

// Wrap returns the command line that runs another one, whose program is a path, in the box of [Bubblewrap]; of other kinds, argv itself. What
// system calls are allowed is read from the descriptor seccomp; below 0: all are.
func (p Policy) Wrap(argv []string, seccomp int) ([]string, error) {
	if p.Kind != Bubblewrap {
		return argv, nil
	}
	program, err := bubblewrap()
	if err != nil {
		return nil, err
	}
	line := []string{program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"}
	for _, folder := range system {
		if target, err := os.Readlink(folder); err == nil {
			line = append(line, "--symlink", target, folder)
		} else {
			line = append(line, "--ro-bind-try", folder, folder)
		}
	}
	for _, folder := range machine {
		line = append(line, "--ro-bind-try", folder, folder)
	}
	line = append(line, "--proc", "/proc", "--dev", "/dev",
		"--bind", p.Shared(), "/dev/shm", "--bind", p.Temp(), "/tmp", "--bind", p.Private, p.Private)
	for _, path := range p.Read {
		line = append(line, "--ro-bind", path, path)
	}
	line = append(line, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", p.Home())
	if seccomp >= 0 {
		line = append(line, "--seccomp", strconv.Itoa(seccomp))
	}
	return append(append(line, "--"), argv...), nil
}

// Exec makes the calling process the program argv[0] under the policy, with that environment; it returns only where it
// fails. The caller has locked its thread.
func (p Policy) Exec(program string, argv, env []string) error {
	switch p.Kind {
	case Landlock:
		if err := p.Restrict(); err != nil {
			return err
		}
	case Bubblewrap:
		seccomp, err := handOver(filterBytes())
		if err != nil {
			return err
		}
		argv, err = p.Wrap(append([]string{program}, argv[1:]...), seccomp)
		if err != nil {
			return err
		}
		program = argv[0]
	}
	return fmt.Errorf("box: %s: %w", program, syscall.Exec(program, argv, env))
}

// handOver returns a descriptor, which the next program inherits, from which bytes can be read; -1 for none.
func handOver(bytes []byte) (fd int, err error) {
	if len(bytes) == 0 {
		return -1, nil
	}
	var ends [2]int
	if err := unix.Pipe2(ends[:], 0); err != nil { // inherited: both, so that one is closed
		return -1, fmt.Errorf("box: %w", err)
	}
	n, err := unix.Write(ends[1], bytes) // far less than a pipe holds
	if err = errors.Join(err, unix.Close(ends[1])); err != nil || n < len(bytes) {
		return -1, fmt.Errorf("box: %d of %d bytes of the filter: %w", n, len(bytes), err)
	}
	return ends[0], nil
}
