package box

import (
	"errors"
	"testing"
	"time"
)

// TestUntried: a machine that is too busy to try a box, or has no room, is not one on which there is none.
func TestUntried(t *testing.T) {
	if err := bubblewrapWorks(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	known := bubblewrapWorks
	defer func(d time.Duration) { patience, bubblewrapWorks = d, known }(patience)
	bubblewrapWorks = remembered(tryBubblewrap)
	room := t.TempDir()
	t.Setenv("TMPDIR", "/nowhere")
	if _, _, err := Best(); !errors.Is(err, ErrUntried) {
		t.Errorf("without a folder for temporary files the best box is said: %v", err)
	}
	t.Setenv("TMPDIR", room)
	patience = time.Microsecond
	if _, _, err := Best(); !errors.Is(err, ErrUntried) {
		t.Errorf("without time to try it the best box is said: %v", err)
	}
	patience = time.Minute
	if best, why, err := Best(); best != Bubblewrap || why != nil || err != nil {
		t.Errorf("%s, %v, %v", best, why, err)
	}
}
