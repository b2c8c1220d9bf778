package main

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Every command of the README runs, and its table is the one that is printed,
// down to the hash of the evidence.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: runs the quickstart; not with -short")
	}
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	results := t.TempDir()
	var printed string
	for _, line := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		if line[1] == "go test ./..." {
			continue // this is it
		}
		cmd := exec.Command("sh", "-c", line[1])
		cmd.Dir = "../../.."
		cmd.Env = append(os.Environ(), "SPBENCH_RESULTS="+results)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line[1], err, stderr.String())
		}
		if len(out) == 0 {
			t.Errorf("%s prints nothing", line[1])
		}
		printed += string(out)
	}
	evidence := regexp.MustCompile(`(?m)^Evidence [0-9a-f]+`).FindString(string(text))
	switch {
	case evidence == "":
		t.Error("the README shows no table")
	case runtime.GOARCH != "amd64":
		t.Logf("the README's table was made on amd64; not compared on %s", runtime.GOARCH)
	case !strings.Contains(printed, evidence):
		t.Errorf("the README's table is of %s, the quickstart now prints %s", evidence,
			regexp.MustCompile(`Evidence [0-9a-f]+`).FindString(printed))
	}
}
