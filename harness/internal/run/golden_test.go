package run_test

import (
	"crypto/sha256"
	"encoding/json"

	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/runtest"
)

// golden is the suite of the golden fits: each learner on handwriting, on binary images with all
// kinds of supervision, on images with more labels and an approximate oracle, and on tags of words.
const golden = `
suite: golden
datasets:
  - chains: {words: 40, split: {train: 10, test: 10}}
  - blobs:
      {images: 24, rows: 4, columns: 4, standardise: true, as: binary, features: {linear: {pairs: potts}},
      split: {train: 6, boxes: 3, partial: 3, labels: 0.3, test: 8}}
  - blobs: {images: 16, rows: 3, columns: 4, labels: 3, as: labels, oracle: lbp, split: {train: 6, test: 8}}
  - file: {WORDS, as: tags}
learners:
  - crf: {lambda: LAMBDA, as: crf}
  - crf: {lambda: LAMBDA, solver: sgd, as: crf sgd}
  - direct: {lambda: LAMBDA, as: direct}
  - given
  - hmm
  - locpmap: {lambda: LAMBDA, as: locpmap}
  - marginalpmap: {lambda: LAMBDA, as: marginalpmap}
  - partclamp: {lambda: LAMBDA, as: partclamp}
  - skeleton: {lambda: LAMBDA, iterations: 5, as: skeleton}
  - ssvm: {lambda: LAMBDA, as: ssvm}
decoders: [map, icm, perturb: {draws: 10}]
metrics: [zero-one]
`

// goldenModes are the additions of suites to golden: λ, and keys of their own.
var goldenModes = map[string][2]string{
	"plain":  {"0.1", ""},
	"tuned":  {"[0.1, 0.01]", "budget: {passes: 10}\ntune: {fraction: 0.3, extend: 1}\n"},
	"curve":  {"0.1", "budget: {passes: 5}\ncurve: {first: 1, factor: 2}\nlimits: {threads: 2}\n"},
	"budget": {"0.1", "budget: {calls: 15, visits: 12}\n"},
}

// TestAround: the hash in contract.json is of the sources between a fit and its learner.
func TestAround(t *testing.T) {
	was := spbench.Sources().Around()
	for changes, edits := range map[bool][][]string{
		true: {
			{"harness/internal/data/prepare/mask.go", "share >= 0", "share > 0"},
			{"harness/learner/meter.go", ">= limit", "> limit"},
			{"harness/internal/wire/array.go", "package wire", "package wire\n\nfunc more() {}"},
		},
		false: {
			{"harness/internal/data/prepare/mask.go", "package prepare", "package prepare // a remark"},
			{"harness/decode/map.go", "_, err = s.MAP", "_, err = (s).MAP"},
			{"plugins/crf/run.go", "package crf", "package crf\n\nfunc (l *CRF) more() {}"},
		},
	} {
		for _, edit := range edits {
			if is := runtest.EditedTree(t, edit...).Around(); is != was != changes {
				t.Errorf("%q changes the hash: %v", edit, is != was)
			}
		}
	}
}

// TestGoldenFits: the golden fits have the bits in contract.json. With -update it writes the file.
// If the sources around fits have changed and any golden fit has other bits, it raises the version.
func TestGoldenFits(t *testing.T) {
	if !*runtest.Update {
		longtest.Skip(t)
	}
	if a := spbench.Arithmetic(); a != "" {
		t.Skipf("NOT TESTED: contract.json holds the bits of ordinary amd64, this is %s", a)
	}
	const path = "../../../contract.json"
	var c struct {
		Version int               `json:"version"`
		Sources string            `json:"sources"`
		Fits    map[string]string `json:"fits"`
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	check(t, err)
	learners, err := os.ReadDir("../../../plugins")
	for _, l := range learners {
		if l.IsDir() && !strings.Contains(golden, "\n  - "+l.Name()) {
			t.Errorf("no golden fit is by %s", l.Name())
		}
	}
	check(t, err)
	fits, sources, differ := goldenFits(t), spbench.Sources().Around(), []string{}
	for _, name := range slices.Sorted(maps.Keys(fits)) {
		if before, ok := c.Fits[name]; ok && before != fits[name] {
			differ = append(differ, name)
		}
	}
	if !*runtest.Update {
		if len(differ) > 0 || len(fits) != len(c.Fits) {
			t.Errorf("%d golden fits, %d in contract.json; other bits: %q\n"+
				"hint: go test ./harness/internal/run -run TestGoldenFits -update", len(fits), len(c.Fits), differ)
		}
		return
	}
	if sources != c.Sources && len(differ) > 0 {
		c.Version++
		t.Logf("version %d: other bits: %q", c.Version, differ)
	}
	c.Sources, c.Fits = sources, fits
	if text, err = json.MarshalIndent(c, "", "  "); err == nil {
		err = os.WriteFile(path, append(text, '\n'), 0o644)
	}
	check(t, err)
}

// goldenFits makes the golden fits and returns a digest of each; "unsupported" if a learner refuses
// the task. About 30 CPU s.
func goldenFits(t *testing.T) map[string]string {
	digests := map[string]string{}
	_, words := labelsIn(t, "O")
	for mode, with := range goldenModes {
		text := strings.NewReplacer("LAMBDA", with[0], "WORDS", words).Replace(golden) + with[1]
		for _, f := range runSuite(t, text, run.Options{Workers: 2}) {
			name := strings.Join([]string{f.Label, f.Dataset, mode}, ", ")
			switch digests[name] = digest(t, &f); f.Outcome.Kind {
			case record.Skipped:
				digests[name] = "unsupported"
			case record.OK, record.Budget:
			default:
				t.Fatalf("%s: %+v", name, f.Outcome)
			}
		}
	}
	return digests
}

// digest returns a hash of the reproducible parts of a fit.
func digest(t *testing.T, f *record.Fit) string {
	t.Helper()
	facts := []any{
		f.WeightsFile,
		f.Params,
		f.Validation,
		f.Outcome.Kind,
		f.Ended,
		f.Counts,
		f.Passes,
		f.Checkpoints,
		f.Audit,
	}
	for _, trial := range f.Trials {
		facts = append(
			facts, trial.Params, trial.Round, trial.Outcome.Kind, trial.Loss, trial.Counts,
		)
	}
	for _, row := range f.Rows {
		facts = append(
			facts, row.Label, row.Outcome.Kind, row.Metrics, row.Instances, row.NotConverged,
		)
	}
	text := must(json.Marshal(facts))(t)
	return fmt.Sprintf("%.8x", sha256.Sum256(text))
}
