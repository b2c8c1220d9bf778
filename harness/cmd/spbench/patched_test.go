package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

// The learners are binaries, so a changed harness does not change their hash.
const patchedSuite = `
suite: patched
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
train-loss: hamming-count
learners:
  - crf: {as: CRF}
  - ssvm: {as: S-SVM, decoders: [map]}
  - ssvm: {as: A against A, decoders: [map]}
decoders: [map, mpm]
budget: {passes: 5}
`

// patched builds spbench in a folder of its own, with a text of one source replaced.
func patched(t *testing.T, source, text, with string) string {
	t.Helper()
	path := must(filepath.Abs(filepath.Join("..", "..", "..", filepath.FromSlash(source))))(t)
	content, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(content, []byte(text)) {
		t.Fatalf("%s has no %q (%v)", source, text, err)
	}
	dir := t.TempDir()
	overlay := must(json.Marshal(map[string]map[string]string{"Replace": {path: filepath.Join(dir,
		"source.go")}}))(t)
	for name, content := range map[string][]byte{
		"source.go": bytes.Replace(content, []byte(text), []byte(with), 1), "overlay.json": overlay,
	} {
		putText(t, string(content), dir, name)
	}
	need(t, os.Symlink(filepath.Join(binariesDir(t), "spbench-learners"),
		filepath.Join(dir, "spbench-learners")))
	program := filepath.Join(dir, "spbench")
	if out, err := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o",
		program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// TestPatchedHarness: a changed spbench recognises stale results. If only the scoring changed, it
// scores again. No table mixes both.
func TestPatchedHarness(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	bin := binariesDir(t)
	dir := t.TempDir()
	putText(t, patchedSuite, dir, "suite.yaml")
	run := func(program string, args ...string) (out, said string, err error) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		return strings.Join(strings.Fields(stdout.String()), " "), stderr.String(), err
	}
	records := func() map[string]record.Fit {
		run := must(record.Latest(filepath.Join(dir, "results")))(t)
		fits, _, err := record.Load(run)
		need(t, err)
		byLabel := map[string]record.Fit{}
		for _, f := range fits {
			byLabel[f.Label] = f
		}
		return byLabel
	}
	own := filepath.Join(bin, "spbench")
	half := patched(t, "harness/internal/metric/ratio.go", "p.Labels), float64(n)",
		"p.Labels) / 2, float64(n)")

	table, said, err := run(own, "run", ".")
	if err != nil || strings.Contains(table, "not run") {
		t.Fatalf("%v\n%s%s", err, said, table)
	}
	before := records()
	if len(before) != 3 || before["S-SVM"].WeightsFile != before["A against A"].WeightsFile ||
		before["S-SVM"].Times.Fit != before["A against A"].Times.Fit {
		t.Errorf("%d rows, the equal ones do not share a fit", len(before))
	}
	table, said, err = run(half, "run", ".")
	if err != nil || !strings.Contains(said, "3 fits are scored again, not fitted") ||
		strings.Contains(table, "not run") {
		t.Fatalf("%v\n%s%s", err, said, table)
	}
	for label, is := range records() {
		was := before[label]
		if is.Key != was.Key || is.WeightsFile != was.WeightsFile ||
			is.Times.Fit != was.Times.Fit || len(is.Rows) != len(was.Rows) {
			t.Errorf("%s was fitted again", label)
		}
		for i := range is.Rows {
			if now, then := is.Rows[i].Metrics["hamming"],
				was.Rows[i].Metrics["hamming"]; now <= 0 || now != then/2 {
				t.Errorf("%s %s: %v, was %v, want half", label, is.Rows[i].Decoder, now, then)
			}
		}
	}
	row := before["CRF"].Rows[0].Key
	if _, said, err := run(own, "run", "."); err != nil ||
		!strings.Contains(said, "3 fits are scored again") || records()["CRF"].Rows[0].Key != row {
		t.Errorf("back: %v\n%s", err, said)
	}
	if out, said, err := run(half, "why", row[:12]); err != nil ||
		!strings.Contains(out, " row metric:hamming was ") ||
		!strings.Contains(out, "scores the row again") {
		t.Errorf("why: %v\n%s%s", err, said, out)
	}

	remark := patched(t, "harness/internal/run/schedule.go", "package run\n",
		"package run // a remark\n")
	if _, said, err := run(remark, "run", "."); err != nil ||
		strings.Contains(said, "scored again") {
		t.Errorf("a remark: %v\n%s", err, said)
	}
	another := patched(t, "sources.go", `"contract-"`, `"contract-0"`)
	if _, said, err := run(another, "run", "."); err == nil ||
		!strings.Contains(said, "spbench (3 fits): changed since these results were made") {
		t.Errorf("another fit side: %v\n%s", err, said)
	}
	if out, said, err := run(another, "why", row[:12]); err != nil ||
		!strings.Contains(out, " harness was ") ||
		!strings.Contains(out, "needs -rerun or -keep") {
		t.Errorf("why: %v\n%s%s", err, said, out)
	}
	if table, said, err := run(another, "run", ".", "-keep"); err != nil ||
		!strings.Contains(table, "by a different spbench than the latest") {
		t.Errorf("kept: %v\n%s%s", err, said, table)
	}
	if table, _, err := run(own, "table"); err != nil ||
		!strings.Contains(table, "by a different spbench than the latest") {
		t.Errorf("the mark is gone: %v\n%s", err, table)
	}
	var versions []string
	for _, program := range []string{own, half, another} {
		out, _, err := run(program, "version", "-sources")
		if err != nil || !strings.Contains(out, "go1.") {
			t.Errorf("version: %v\n%s", err, out)
		}
		versions = append(versions, out)
	}
	if versions[0] == versions[1] || versions[1] == versions[2] || versions[0] == versions[2] {
		t.Errorf("versions %q", versions)
	}
}
