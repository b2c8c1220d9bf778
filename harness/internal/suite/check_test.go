package suite

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/param"
)

// catalogue is the catalogue for the mistakes below.
func catalogue() Catalogue {
	return Catalogue{
		"dataset": {
			{Name: "chains", Params: []param.Parameter{{Name: "words", Type: "integer", Range: "[1,inf)"},
				{Name: "noise", Type: "number"}, {Name: "extra"}}},
			{Name: "ocr"},
		},
		"feature map": {{Name: "linear", Accept: func(args []byte) error {
			if s := string(args); s != "{}" && s != `{"pairs":"potts"}` {
				return fmt.Errorf("feature: linear: arguments %s", args)
			}
			return nil
		}}},
		"loss":   {{Name: "hamming"}, {Name: "hamming-count"}},
		"metric": {{Name: "hamming"}, {Name: "hamming-micro"}, {Name: "iou"}},
		"decoder": {{Name: "map"}, {Name: "mpm"}, {Name: "perturb",
			Params: []param.Parameter{{Name: "draws", Type: "integer", Range: "[1,inf)"}}},
			{Name: Best, Params: []param.Parameter{}}},
		"oracle": {{Name: "exact", Params: []param.Parameter{}}, {Name: "lbp",
			Params: []param.Parameter{{Name: "sweeps", Type: "integer", Range: "[1,inf)"}}}, {Name: "icm"}},
		"learner": {
			{Name: "crf", Params: []param.Parameter{
				{Name: "lambda", Type: "number", Range: "(0,inf)"},
				{Name: "objective", Type: "string", Enum: []string{"joint", "marginal"},
					Default: json.RawMessage(`"joint"`)},
				{Name: "batch", Type: "integer", Range: "[1,100]", When: "objective=marginal"},
				{Name: "averaging", Type: "boolean"},
				{Name: "note", Type: "string"},
			}},
			{Name: "expected-loss", Params: []param.Parameter{{Name: "lambda", Type: "number"}},
				Decoders: []param.Entry{{Name: "centre"}}},
		},
	}
}

// with adds the missing required keys to the lines of a suite.
func with(lines string) string {
	for _, more := range []string{"datasets: [chains]", "learners: [crf]"} {
		if key, _, _ := strings.Cut(more, ":"); !strings.Contains(lines, key+":") {
			lines += "\n" + more
		}
	}
	return lines + "\n"
}

func TestCheckAccepts(t *testing.T) {
	for _, text := range []string{
		with(""),
		with("datasets: [{chains: {words: 9e2, noise: -0.5, extra: [a, {b: 1}]}}, ocr]"),
		with("learners: [{crf: {objective: marginal, batch: [1, 100], averaging: true, note: \"7\"}}, expected-loss]\ndecoders: [map, centre]"),
		with("learners: [{expected-loss: {decoders: [centre, mpm]}}]\nloss: iou\ntrain-loss: hamming"),
		with("features: {linear: {pairs: potts}}"),
	} {
		if err := mustParse(t, text).Check(catalogue()); err != nil {
			t.Errorf("%s%v", text, err)
		}
	}
}
