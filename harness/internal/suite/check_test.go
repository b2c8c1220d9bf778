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
		Datasets: []param.Entry{
			{Name: "chains", Params: []param.Parameter{{Name: "words", Type: "integer", Range: "[1,inf)"},
				{Name: "noise", Type: "number"}, {Name: "extra"}}},
			{Name: "ocr"},
		},
		Features: []param.Entry{{Name: "linear", Accept: func(args []byte) error {
			if s := string(args); s != "{}" && s != `{"pairs":"potts"}` {
				return fmt.Errorf("feature: linear: arguments %s", args)
			}
			return nil
		}}},
		Losses:  []param.Entry{{Name: "hamming"}, {Name: "hamming-count"}},
		Metrics: []param.Entry{{Name: "hamming"}, {Name: "hamming-micro"}, {Name: "iou"}},
		Decoders: []param.Entry{{Name: "map"}, {Name: "mpm"}, {Name: "perturb",
			Params: []param.Parameter{{Name: "draws", Type: "integer", Range: "[1,inf)"}}},
			{Name: Best, Params: []param.Parameter{}}},
		Oracles: []param.Entry{{Name: "exact", Params: []param.Parameter{}}, {Name: "lbp",
			Params: []param.Parameter{{Name: "sweeps", Type: "integer", Range: "[1,inf)"}}}, {Name: "icm"}},
		Learners: []param.Entry{
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

// wrongNames are names and values missing in the catalogue.
var wrongNames = []mistake{
	{"dataset", "datasets: [chain]", `
1:12: unknown dataset "chain"
    datasets: [chain]
               ^
hint: did you mean "chains"?`},
	{"far dataset", "datasets: [conll]", `
1:12: unknown dataset "conll"
    datasets: [conll]
               ^
hint: datasets: chains, ocr`},
	{"argument", "datasets: [{chains: {wrods: 3}}]", `
1:22: dataset chains has no parameter "wrods"
    datasets: [{chains: {wrods: 3}}]
                         ^
hint: did you mean "words"?`},
	{"no arguments", "datasets: [{ocr: {words: 3}}]", `
1:19: dataset ocr has no parameter "words"
    datasets: [{ocr: {words: 3}}]
                      ^
hint: there are no parameters`},
	{"a list for a number", "datasets: [{chains: {words: [3]}}]", `
1:29: dataset chains: words must be a whole number, not a list
    datasets: [{chains: {words: [3]}}]
                                ^`},
	{"feature map", "features: linaer", `
1:11: unknown feature map "linaer"
    features: linaer
              ^
hint: did you mean "linear"?`},
	{"feature options", "features: {linear: {pairs: half}}", `
1:12: feature: linear: arguments {"pairs":"half"}
    features: {linear: {pairs: half}}
               ^`},
	{"metric", "loss: haming", `
1:7: unknown metric "haming"
    loss: haming
          ^
hint: did you mean "hamming"?`},
	{"more metrics", "metrics: [auc]", `
1:11: unknown metric "auc"
    metrics: [auc]
              ^
hint: metrics: hamming, hamming-micro, iou`},
	{"train-loss", "train-loss: hamming-cuont", `
1:13: unknown loss "hamming-cuont"
    train-loss: hamming-cuont
                ^
hint: did you mean "hamming-count"?`},
	{"no train-loss", "loss: iou", `
1:7: learners cannot learn for the metric "iou": add train-loss: LOSS
    loss: iou
          ^
hint: losses: hamming, hamming-count`},
	{"learner", "learners: [cfr]", `
1:12: unknown learner "cfr"
    learners: [cfr]
               ^
hint: did you mean "crf"?`},
	{"parameter", "learners: [{crf: {lamda: 1}}]", `
1:19: learner crf has no parameter "lamda"
    learners: [{crf: {lamda: 1}}]
                      ^
hint: did you mean "lambda"?`},
	{"range", "learners: [{crf: {lambda: [1, 0]}}]", `
1:31: learner crf: lambda is 0, must be in (0,inf)
    learners: [{crf: {lambda: [1, 0]}}]
                                  ^`},
	{"enum", "learners: [{crf: {objective: margnal}}]", `
1:30: learner crf: objective cannot be "margnal"
    learners: [{crf: {objective: margnal}}]
                                 ^
hint: did you mean "marginal"?`},
	{"number", "learners: [{crf: {lambda: small}}]", `
1:27: learner crf: lambda must be a number, not the text "small"
    learners: [{crf: {lambda: small}}]
                              ^`},
	{"integer", "learners: [{crf: {objective: marginal, batch: 1.5}}]", `
1:47: learner crf: batch must be a whole number, not the number 1.5
    learners: [{crf: {objective: marginal, batch: 1.5}}]
                                                  ^`},
	{"boolean", "learners: [{crf: {averaging: yes}}]", `
1:30: learner crf: averaging must be true or false, not the text "yes"
    learners: [{crf: {averaging: yes}}]
                                 ^`},
	{"text", "learners: [{crf: {note: 7}}]", `
1:25: learner crf: note must be a text, not the number 7
    learners: [{crf: {note: 7}}]
                            ^
hint: quote it: "7"`},
	{"condition", "learners: [{crf: {batch: 5}}]", `
1:19: learner crf: batch has an effect only if objective is marginal, but it is joint
    learners: [{crf: {batch: 5}}]
                      ^`},
	{"condition in a grid", "learners: [{crf: {objective: [marginal, joint], batch: 5}}]", `
1:49: learner crf: batch has an effect only if objective is marginal, but it is joint
    learners: [{crf: {objective: [marginal, joint], batch: 5}}]
                                                    ^`},
	{"decoder", "decoders: [map, mpn]", `
1:17: unknown decoder "mpn"
    decoders: [map, mpn]
                    ^
hint: did you mean "mpm"?`},
	{"decoder's argument", "decoders: [{perturb: {draws: 0}}]", `
1:30: decoder perturb: draws is 0, must be in [1,inf)
    decoders: [{perturb: {draws: 0}}]
                                 ^`},
	{"another's decoder", "learners: [{crf: {decoders: [centre]}}]", `
1:30: unknown decoder "centre"
    learners: [{crf: {decoders: [centre]}}]
                                 ^
hint: decoders: map, mpm, perturb, best`},
	{"first of several", "train-loss: x\nloss: y\ndecoders: [z]", `
1:13: unknown loss "x"
    train-loss: x
                ^
hint: losses: hamming, hamming-count`},
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
