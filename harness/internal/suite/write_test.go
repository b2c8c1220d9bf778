package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A written tree reads back.
func TestWriteReadsBack(t *testing.T) {
	texts := []string{quickstart2,
		"about: \"- x: 'y' # \\\"z\\\" \\\\ é\\n\\tand more\"\nsuite: \"no\"\ndatasets: [chains]\nlearners: [{\"python3 learner.py\": {note: \"1e-3\", on: {chains: {lambda: .5}}}}, \"true\"]\nbudget: {seconds: 1m30s}\n"}
	files, err := filepath.Glob("../../../suites/*/suite.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d suites: %v", len(files), err)
	}
	for _, file := range files {
		text := must(os.ReadFile(file))(t)
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		r := &reader{Parser: yamltree.Parser{Source: yamltree.NewSource("suite.yaml", []byte(text))}}
		written := r.Tree([]byte(text)).Write()
		if got, want := marshal(t, mustParse(t, string(written))),
			marshal(t, mustParse(t, text)); got != want {
			t.Errorf("%s\nreads as\n%s\nwant\n%s", written, got, want)
		}
	}
}

const quickstart2 = "datasets:\n  - chains:\n      words: 9\n  - ocr\nlearners: [crf, {crf: {as: \"a, b: c\", lambda: [1e-2, 0.1]}}]\nmetrics: [zero-one, f1]\nreveal: 0.25\n"
