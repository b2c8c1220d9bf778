//go:build !linux

package box

import (
	"errors"
	"fmt"
	"syscall"
)

var errHere = fmt.Errorf("box: on this system there is none: %w", errors.ErrUnsupported)

func landlockWorks() error { return errHere }

func bubblewrapWorks() error { return errHere }

// Restrict does nothing: no kind but [None] works here.
func (p Policy) Restrict() error { return nil }

// Wrap returns argv.
func (p Policy) Wrap(argv []string, _ int) ([]string, error) { return argv, nil }

// Exec makes the calling process the program under no policy.
func (p Policy) Exec(program string, argv, env []string) error {
	if p.Kind != None {
		return errHere
	}
	return fmt.Errorf("box: %s: %w", program, syscall.Exec(program, argv, env))
}
