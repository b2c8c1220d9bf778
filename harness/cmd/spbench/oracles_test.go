package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestReadmeOfOracles: the README of the suite oracles shows the output of its run. This checks the
// rows of fast oracles.
func TestReadmeOfOracles(t *testing.T) {
	t.Parallel()
	switch {
	case !longtest.Enabled():
		t.Skip("slow: set SPBENCH_LONG=1 to run it")
	case runtime.GOARCH != "amd64":
		t.Skip("SKIPPED: the table was made on amd64")
	}
	text := must(os.ReadFile("../../../suites/oracles/README.md"))(t)
	bin := binariesDir(t)
	spbench := func(args ...string) []byte {
		cmd := exec.Command(filepath.Join(bin, "spbench"), args...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, stderr.String())
		}
		return out
	}
	results := t.TempDir()
	flags := []string{"-results", results, "-plugins", bin}
	// cells of the README, by column
	rows := map[string]string{"icm": "icm", "one sweep": "icm, one sweep"}
	whole := must(os.ReadFile("../../../suites/oracles/suite.yaml"))(t)
	part := strings.Replace(string(whole), "[exact, expansion, trw, lbp, gibbs, mean-field, icm,",
		"[icm,", 1)
	suite := filepath.Join(t.TempDir(), "suite.yaml")
	if err := os.WriteFile(suite, []byte(part), 0o644); err != nil || part == string(whole) {
		t.Fatal("the suite has other oracles", err)
	}
	spbench(append([]string{"run", suite}, flags...)...)
	var table struct {
		Columns []struct{ Dataset string }
		Rows    []struct {
			Label, Decoder string
			Cells          []struct{ Mean, Error *float64 }
		}
	}
	need(t, json.Unmarshal(spbench(append([]string{"table", "-format", "json"}, flags...)...),
		&table))
	// in the order of the README
	learners := []string{"BCFW", "subgradient", "perceptron", "P&M", "likelihood",
		"likelihood by SGD", "part & clamp"}
	found := 0
	for c, column := range table.Columns {
		name := rows[strings.TrimSuffix(strings.TrimPrefix(column.Dataset, "grids ("), ")")]
		line := "| " + name + " |"
		for _, label := range learners {
			for _, row := range table.Rows {
				if row.Label != label || row.Decoder != "map" {
					continue
				}
				if cell := row.Cells[c]; cell.Mean == nil {
					line += " – |"
				} else {
					line += fmt.Sprintf(" %.1f ± %.1f |", 100**cell.Mean, 100**cell.Error)
				}
			}
		}
		if found++; !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("the run says\n%s\nand the README does not", line)
		}
	}
	if found != len(rows) {
		t.Errorf("%d columns", found)
	}
}
