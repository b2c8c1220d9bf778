package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestUntried checks that a machine too busy or too full to try a sandbox is not one without a
// sandbox.
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
		t.Errorf("without a folder for temporary files the best sandbox is said: %v", err)
	}
	t.Setenv("TMPDIR", room)
	patience = time.Microsecond
	if _, _, err := Best(); !errors.Is(err, ErrUntried) {
		t.Errorf("without time to try it the best sandbox is said: %v", err)
	}
	patience = time.Minute
	if best, why, err := Best(); best != Bubblewrap || why != nil || err != nil {
		t.Errorf("%s, %v, %v", best, why, err)
	}
}

// A bubblewrap out of time ends with its children, also with one that holds its output.
func TestUntriedEndsChildren(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\nsleep 3600 & wait\n"
	if err := os.WriteFile(filepath.Join(dir, "bwrap"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	known := bubblewrap
	defer func(d time.Duration) { patience, bubblewrap = d, known }(patience)
	patience = 200 * time.Millisecond
	bubblewrap = func() (string, error) { return filepath.Join(dir, "bwrap"), nil }
	if err := tryBubblewrap(); !errors.Is(err, ErrUntried) {
		t.Errorf("%v, want %v", err, ErrUntried)
	}
}
