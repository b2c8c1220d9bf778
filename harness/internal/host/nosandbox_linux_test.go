package host_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestSandboxFails checks that a bubblewrap that stops working is trouble of the machine, whatever
// a learner prints. A working one is not.
func TestSandboxFails(t *testing.T) {
	works(t, sandbox.Bubblewrap)
	broken := os.Getenv("BROKEN") // if this file exists, bubblewrap does not work
	if broken == "" {
		bwrap := must(exec.LookPath("bwrap"))(t)
		dir := t.TempDir()
		write(t, filepath.Join(dir, "bwrap"),
			"#!/bin/sh\n[ ! -e "+dir+
				"/broken ] || { echo 'bwrap: out of them' >&2; exit 1; }\nexec "+bwrap+` "$@"`,
			0o755)
		again := exec.Command(os.Args[0], "-test.run=^TestSandboxFails$", "-test.v")
		again.Env = append(os.Environ(), "BROKEN="+dir+"/broken", "PATH="+dir+":"+os.Getenv("PATH"))
		if out, err := again.CombinedOutput(); err != nil ||
			!strings.Contains(string(out), "--- PASS") {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	liar := write(t, filepath.Join(t.TempDir(), "learner.sh"),
		`echo "bwrap: out of them" >&2; cd /; rm -rf "$TMPDIR"/*; exit 1`, 0o644)
	source := sourceOf(t, "sh "+liar)
	start := func() error {
		l, err := host.Open(t.Context(), source,
			host.Options{Sandbox: confine.Sandbox{Kind: sandbox.Bubblewrap}})
		if err == nil {
			err = l.Close()
		}
		return err
	}
	if err := start(); !errors.Is(err, host.ErrStart) || errors.Is(err, host.ErrHost) {
		t.Errorf("a learner that says that its sandbox failed: %v", err)
	}
	write(t, broken, "", 0o644)
	if err := start(); !errors.Is(err, host.ErrHost) || errors.Is(err, host.ErrStart) ||
		!strings.Contains(err.Error(), "the sandbox cannot be made") {
		t.Errorf("a sandbox that failed: %v", err)
	}
}
