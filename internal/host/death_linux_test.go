package host_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"testing"
	"time"
)

// TestLearnerDiesWithHarness: even when the harness has no time to close it.
func TestLearnerDiesWithHarness(t *testing.T) {
	source := find(t, "names itself")
	cmd := exec.Command(source.Argv[0], "harness", source.Name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscanf(line, "learner %d", &pid); err != nil || !alive(t, pid) {
		t.Fatalf("%q: %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // "signal: killed"
	for start := time.Now(); alive(t, pid); time.Sleep(time.Millisecond) {
		if time.Since(start) > 3*time.Second {
			t.Fatal("the learner survived its harness")
		}
	}
}
