package suite

import (
	"bytes"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/spbench/spbench/harness/internal/schematest"
)

// compile returns the schema of a catalogue after checking it.
func compile(t *testing.T, c Catalogue) *jsonschema.Schema {
	t.Helper()
	text := must(Schema(c))(t)
	return schematest.Compile(t, text)
}

// valid checks the text of a suite against a schema. ok is false if the text is not YAML.
func valid(t *testing.T, s *jsonschema.Schema, text string) (err error, ok bool) {
	t.Helper()
	r := &reader{Parser: yamltree.Parser{Source: yamltree.NewSource("suite.yaml", []byte(text))}}
	root := r.Tree([]byte(text))
	if root == nil {
		return nil, false
	}
	canonical := yamltree.JSON(root)
	doc := must(jsonschema.UnmarshalJSON(bytes.NewReader(canonical)))(t)
	return s.Validate(doc), true
}

// TestSchemaAccepts: the schema accepts suites that the reader accepts.
func TestSchemaAccepts(t *testing.T) {
	s := compile(t, catalogue())
	for _, text := range []string{
		with(""),
		with("datasets: [{chains: {words: 9e2, noise: -0.5, extra: [a, {b: 1}], as: x, sizes: [1, 2], split: {train: 5, test: 3}}}, ocr, ./own.jsonl, {other.npz: {split: {train: [0], test: [1]}}}]"),
		with("datasets: [{chains: {oracle: [exact, icm]}}, ocr]\noracle: {lbp: {sweeps: 3, as: short}}"),
		with("learners: [{crf: {objective: marginal, batch: [1, 100], averaging: true, note: \"7\"}}, expected-loss, python3 x.py, {./a: {b: 1}}]\ndecoders: [map, centre]"),
		with("learners: [{crf: {lambda: {log: [1, 2, 3]}, note: [a, b], on: {chains: {averaging: true}}, decoders: [{perturb: {draws: 3, as: p, reveal: {parts: 2}}}]}}, {crf: {as: C}}]\nloss: iou\ntrain-loss: hamming"),
		with("features: {linear: {pairs: potts}}\nbudget: [{passes: 1.5, seconds: 1h30m}, {map: 1e6, cpu_seconds: 5}]\nlimits: {seconds: 5m, memory: 1GB, threads: 2, processes: 300, files: 100}\nsandbox: {kind: landlock, paths: [~/.local]}\nseeds: {split: 2, learner: [3, 4]}\ncurve: {}\nreveal: 0.5\nquick: true\nrope: 1\nagainst: crf"),
		with("tune: {on: dev, refit: true, choose: once}\ndatasets: [{chains: {split: {train: 3, dev: 4, test: 5}}}]"),
		with("tune: {folds: 5}"),
		with("datasets: [{./a.npz: {path: {train: a, test: b}, sizes: [5], split: {train: 7}}}]"),
		with("tune: {fraction: 0.5, extend: 2, over: [lambda]}\nlearners: [{crf: {lambda: [1, 2]}}]\nmetrics: [{iou: {as: y}}]\nseeds: [1, 2]"),
	} {
		if _, err := Parse("suite.yaml", []byte(text)); err != nil {
			t.Errorf("the reader refuses %s%v", text, err)
		}
		if err, _ := valid(t, s, text); err != nil {
			t.Errorf("%s%v", text, err)
		}
	}
}

// beyond lists the mistakes that a schema cannot find: they depend on several values, or on the
// content of a text.
var beyond = []string{
	"label", "label of a dataset", "label of a decoder", "folds and a fraction", "folds and a part", "seeds of a part",
	"too many combinations of seeds",
	"tune seeds without tuning", "dense curve",
	"no train", "no test", "size above the training set", "sizes that fall", "sizes without a split", "same fold", "partial overlap", "boxes overlap",
	"boxes counted", "mixed",
	"metric twice", "feature options", "no train-loss",
	"condition", "condition in a grid",
	"another's decoder", "no span",
	"a value between that is none",
	"tuned over nothing", "tuned over a value", "unequal grids beside an axis", "a budget twice",
	"an exception of no dataset",
	"an exception that is a value", "an exception of no parameter", "an exception out of range",
	"an exception to an axis",
	"an axis of one dataset", "more effort on one dataset",
}

// TestSchemaRefuses: the schema refuses what the reader refuses, except for the mistakes in beyond.
func TestSchemaRefuses(t *testing.T) {
	s := compile(t, catalogue())
	var accepted []string
	n := 0
	for _, m := range slices.Concat(wrongLists, wrongRuns, wrongSplits, wrongKeys, wrongNumbers,
		wrongNames, gridMistakes, axisMistakes) {
		err, ok := valid(t, s, with(m.text))
		if !ok || m.name == "missing learners" { // with adds learners
			continue
		}
		if n++; err == nil {
			accepted = append(accepted, m.name)
		}
	}
	if !slices.Equal(accepted, beyond) {
		t.Errorf("%d mistakes; the schema accepts\n%q\nwant\n%q", n, accepted, beyond)
	}
}
