//go:build !linux

package sandbox

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/stage"
)

var errHere = fmt.Errorf("sandbox: there is none on this system: %w", errors.ErrUnsupported)

func landlockWorks() error { return errHere }

func bubblewrapWorks() error { return errHere }

func lacks(Kind) string { return "" }

func (p Policy) landlock(*stage.Spec) error { return errHere }

func (p Policy) wrap(*stage.Spec) error { return errHere }

func (p Policy) try() error { return errHere }
