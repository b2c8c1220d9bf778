package host

import (
	"bytes"
	"io"
	"os"
	"syscall"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// checkExecutable returns why a program cannot be executed in bubblewrap, which reports it badly:
// it passes unknown formats to a shell.
func (p *process) checkExecutable() error {
	if p.policy.Kind != sandbox.Bubblewrap {
		return nil
	}
	if err := syscall.Access(p.program, 1); err != nil { // to execute
		errno, _ := err.(syscall.Errno)
		return stage.Executing(p.program, errno)
	}
	f, err := os.Open(p.program)
	if err != nil {
		return nil // it may be executable but not readable
	}
	defer f.Close()
	start := make([]byte, 7)
	n, _ := io.ReadFull(f, start)
	script := bytes.HasPrefix(start, []byte("#!"))
	// version
	program := n == len(start) && bytes.HasPrefix(start, []byte("\x7fELF")) && start[6] == 1
	if !script && !program {
		return stage.Executing(p.program, syscall.ENOEXEC)
	}
	return nil
}
