package sandbox

import (
	"errors"
	"fmt"
	"testing"
)

// TestRemembered checks that a failed trial is repeated, and an answer is kept.
func TestRemembered(t *testing.T) {
	answers := []error{fmt.Errorf("%w: no room", ErrUntried), errors.New("it does not"), nil}
	tries := 0
	works := remembered(func() error { tries++; return answers[tries-1] })
	if err := works(); !errors.Is(err, ErrUntried) {
		t.Error(err)
	}
	for range 2 {
		if err := works(); err != answers[1] || tries != 2 {
			t.Errorf("%v after %d tries", err, tries)
		}
	}
}
