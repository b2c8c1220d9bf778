package host

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// scarce are the errors by which a machine says that it has no more of something, whoever asked for it.
var scarce = []error{
	syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO,
	syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ETXTBSY,
}

func isScarce(err error) bool {
	return slices.ContainsFunc(scarce, func(kind error) bool { return errors.Is(err, kind) })
}

// trouble is a failure of this machine with what can be done about it.
func trouble(what string, err error, remedy string) error {
	return fmt.Errorf("%w: %s: %w: %s", ErrHost, what, err, remedy)
}

func noFolder(base string, err error) error {
	return trouble("no folder for temporary files in "+base, err, "make room there, or set TMPDIR to another folder")
}

func cacheTrouble(dir string, err error) error {
	return trouble("learners are not copied to the cache "+dir, err, "make room there, or set XDG_CACHE_HOME to another folder")
}

// startError is an error before the program was executed: of its file, unless the machine is to blame.
func startError(err error) error {
	switch {
	case errors.Is(err, ErrHost):
		return err
	case isScarce(err):
		return trouble("no process can be started", err, "end other programs, or raise what bounds this one (ulimit -a)")
	}
	return fmt.Errorf("%w: %w", ErrStart, err)
}

// execError is an error of executing the program, whose file is there and is executable: of the program only if the system
// says so of it.
func (s *Source) execError(err error) error {
	var failure *stage.Failure
	if !errors.As(err, &failure) || !failure.OfProgram() {
		return trouble("no process can be started", err, "end other programs, or raise what bounds this one (ulimit -a)")
	}
	if failure.Errno != syscall.EACCES || checkExecutable(s.Path) != nil {
		return startError(err)
	}
	remedy := "its file system is mounted noexec, or a folder on the way is closed: move it"
	if s.copied != "" {
		remedy = noexecRemedy
	}
	return trouble("a program that is executable may not be executed", err, remedy)
}

const noexecRemedy = "the file system of the cache is mounted noexec, or a folder on the way is closed: set XDG_CACHE_HOME to another folder"

// Trouble returns an ErrHost if learners have no room for temporary files now. It is asked before a learner is blamed for
// its death; what that learner itself has left there is deleted by then.
func Trouble() error {
	p, err := newPrivate()
	if err != nil {
		return err
	}
	defer p.remove()
	err = os.WriteFile(filepath.Join(p.dir, "room"), make([]byte, 64<<10), 0o666)
	if err == nil {
		var socket net.Listener
		if socket, err = net.Listen("unix", filepath.Join(p.dir, "socket")); err == nil {
			err = socket.Close()
		}
	}
	if err != nil {
		return noFolder(filepath.Dir(p.dir), err)
	}
	return nil
}

// sandboxTrouble returns an ErrHost if the sandbox of a learner that did not come up cannot be made, of which what was said before its
// handshake may have told; but the learner can say the same. So it is made anew, without it.
func (l *Learner) sandboxTrouble() error {
	policy := l.process.policy
	if policy.Kind != sandbox.Bubblewrap || handshakeForm.MatchString(l.process.stdout.text()) {
		return nil
	}
	p, err := newPrivate()
	if err != nil {
		return err
	}
	defer p.remove()
	policy.Private = p.dir
	if err := p.furnish(policy); err != nil {
		return noFolder(p.dir, err)
	}
	if err := policy.Try(); err != nil {
		return trouble("the sandbox cannot be made", err, "run it again when it can, or say `sandbox: landlock`")
	}
	return nil
}
