package suite

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// catalogue is what the mistakes below are held against.
func catalogue() Catalogue {
	return Catalogue{
		Datasets: []Entry{
			{Name: "chains", Params: []Param{{Name: "words", Type: "integer", Range: "[1,inf)"}, {Name: "noise", Type: "number"}, {Name: "extra"}}},
			{Name: "ocr"},
		},
		Features: []Entry{{Name: "linear", Accept: func(args []byte) error {
			if s := string(args); s != "{}" && s != `{"pairs":"potts"}` {
				return fmt.Errorf("feature: linear: arguments %s", args)
			}
			return nil
		}}},
		Losses:  []Entry{{Name: "hamming"}, {Name: "hamming-count"}},
		Metrics: []string{"hamming", "hamming-micro", "iou"},
		Outputs: []Entry{{Name: "map"}, {Name: "mpm"}, {Name: "perturb", Params: []Param{{Name: "draws", Type: "integer", Range: "[1,inf)"}}}},
		Learners: []Entry{
			{Name: "crf", Params: []Param{
				{Name: "lambda", Type: "number", Range: "(0,inf)"},
				{Name: "objective", Type: "string", Enum: []string{"joint", "marginal"}, Default: `"joint"`},
				{Name: "batch", Type: "integer", Range: "[1,100]", When: "objective=marginal"},
				{Name: "averaging", Type: "boolean"},
				{Name: "note", Type: "string"},
			}},
			{Name: "expected-loss", Params: []Param{{Name: "lambda", Type: "number"}}, Outputs: []Entry{{Name: "centre"}}},
		},
	}
}

// The first line of a mistake's text is "WHERE WHAT"; then come the line with a
// caret and the hint.
var mistakes = []struct{ name, text, want string }{
	// Syntax.
	{"bracket", "datasets: [chains\nlearners: [crf]\n", `
2:1: ',' or ']' must be specified
    learners: [crf]
    ^`},
	{"tab", "datasets:\n\t- chains\n", `
2:1: found character '	' that cannot start any token
     - chains
    ^`},
	{"anchor", "suite: &a x\nabout: *a\n", `
1:8: anchors and aliases are not part of a suite: write the value out
    suite: &a x
           ^`},
	{"merge", "budget: {<<: {passes: 1}}\n", `
1:10: anchors and aliases are not part of a suite: write the value out
    budget: {<<: {passes: 1}}
             ^`},
	{"tag", "suite: !!str x\n", `
1:8: tags are not part of a suite: quote a text instead
    suite: !!str x
           ^`},
	{"question", "? suite\n: x\n", `
1:1: keys after "?" are not part of a suite: write key: value
    ? suite
    ^`},
	{"directive", "%YAML 1.2\n---\nsuite: x\n", `
1:1: directives are not part of a suite
    %YAML 1.2
    ^`},
	{"documents", "suite: x\n---\nsuite: y\n", `
2:1: a suite is one document: write a file for each
    ---
    ^`},
	{"deep", "about: " + strings.Repeat("[", 40), `
1:40: nested deeper than 32 levels
    about: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                                           ^`},
	{"deep block", strings.Repeat("- ", 40), `
1:65: nested deeper than 32 levels
    …- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - 
                                                                 ^`},
	{"empty", "# nothing\n", `
1:1: the file is empty
    # nothing
    ^
it needs at least datasets and learners`},
	{"binary", "suite: a\x00b\n", `
1:9: the character U+0000 does not belong into a suite
    suite: a�b
            ^
delete it`},
	{"latin1", "suite: a\nabout: na\xefve\n", `
2:10: this is not UTF-8
    about: na�ve
             ^
save the file as UTF-8`},
	{"scalar", "chains\n", `
1:1: a suite must be a mapping (key: value), not the text "chains"
    chains
    ^`},
	// Keys and types.
	{"unknown key", "suite: x\ndatset: [chains]\nlearners: [crf]\n", `
2:1: unknown key "datset" in a suite
    datset: [chains]
    ^
did you mean "datasets"?`},
	{"unknown budget key", "budget: {memory: 3}\n", `
1:10: unknown key "memory" in budget
    budget: {memory: 3}
             ^
keys: passes, calls, seconds`},
	{"duplicate key", "loss: hamming\nseeds: 3\nloss: iou\n", `
3:1: the key "loss" is here twice (first on line 1)
    loss: iou
    ^
delete one of them`},
	{"duplicate parameter", "learners:\n  - crf: {lambda: 1, lambda: 2}\n", `
2:22: the key "lambda" is here twice (first on line 2)
      - crf: {lambda: 1, lambda: 2}
                         ^
delete one of them`},
	{"no list", "datasets: chains\nlearners: [crf]\n", `
1:11: datasets must be a list, not the text "chains"
    datasets: chains
              ^`},
	{"no text", "suite: [a]\n", `
1:8: suite must be a text, not a list
    suite: [a]
           ^`},
	{"nothing", "loss:\n", `
1:1: loss must be a text, not nothing
    loss:
    ^`},
	{"no number", "budget: {passes: many}\n", `
1:18: passes must be a number, not the text "many"
    budget: {passes: many}
                     ^`},
	{"folder name", "suite: a/b\n", `
1:8: the name "a/b" becomes part of a folder's name: letters, digits, -, _ and . only, at most 64
    suite: a/b
           ^`},
	{"beside", "learners:\n  - crf:\n    lambda: 0.1\n", `
3:5: "lambda" stands beside "crf" instead of inside it
        lambda: 0.1
        ^
indent it further, or write crf: {lambda: …}`},
	{"inside", "learners:\n  - crf: 0.1\n", `
2:10: what follows "crf" must be a mapping (key: value), not the number 0.1
      - crf: 0.1
             ^`},
	{"item", "learners:\n  - [crf]\n", `
2:5: a learner must be NAME, or NAME: {arguments}, not a list
      - [crf]
        ^`},
	{"metric twice", "loss: iou\nmetrics: [hamming, iou]\n", `
2:20: the metric "iou" is here twice (the loss is one of the metrics)
    metrics: [hamming, iou]
                       ^`},
	// Numbers.
	{"infinite", "reveal: .inf\n", `
1:9: ".inf" is no number that a suite can hold
    reveal: .inf
            ^
write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
	{"nan", "learners:\n  - crf: {lambda: [0.1, .NaN]}\n", `
2:25: ".NaN" is no number that a suite can hold
      - crf: {lambda: [0.1, .NaN]}
                            ^
write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
	{"huge", "learners:\n  - crf: {lambda: 1e999}\n", `
2:19: the number "1e999" is not finite: it is too large
      - crf: {lambda: 1e999}
                      ^`},
	{"octal", "seeds: 010\n", `
1:8: "010" is no number that a suite can hold
    seeds: 010
           ^
write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
	// Lists, grids, labels.
	{"missing learners", "datasets: [chains]\n", `
1:1: there are no learners
    datasets: [chains]
    ^
add a list learners:`},
	{"empty datasets", "datasets: []\nlearners: [crf]\n", `
1:11: the list of datasets is empty
    datasets: []
              ^`},
	{"empty learners", "datasets: [chains]\nlearners: []\n", `
2:11: the list of learners is empty
    learners: []
              ^`},
	{"empty outputs", "outputs: []\n", `
1:10: the list of outputs is empty
    outputs: []
             ^`},
	{"empty grid", "learners:\n  - crf: {lambda: []}\n", `
2:19: the grid of "lambda" is empty
      - crf: {lambda: []}
                      ^
give at least one value, or leave lambda out`},
	{"grid of grids", "learners:\n  - crf: {lambda: [[1]]}\n", `
2:20: lambda must be a value or a list of values, not a list
      - crf: {lambda: [[1]]}
                       ^`},
	{"huge grid", "learners:\n  - crf: {a: [" + strings.Repeat("1,", 40) + "1], b: [" + strings.Repeat("1,", 40) + "1]}\n", `
2:5: with this grid there are more than 1000 learners
      - crf: {a: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,…
        ^`},
	{"learner's budget", "learners:\n  - crf: {budget: {passes: 3}}\n", `
2:11: a budget belongs to the suite: every learner gets the same
      - crf: {budget: {passes: 3}}
              ^
write it beside learners`},
	{"label", "learners:\n  - crf: {lambda: 1}\n  - crf: {lambda: 2}\n", `
3:5: two learners are called "crf" (the first on line 2)
      - crf: {lambda: 2}
        ^
tell them apart with as: LABEL`},
	{"label of a grid", "learners:\n  - crf: {lambda: [1, 1.0]}\n", `
2:5: two learners are called "crf lambda=1" (the first on line 2)
      - crf: {lambda: [1, 1.0]}
        ^
tell them apart with as: LABEL`},
	{"label of a dataset", "datasets: [chains, {ocr: {as: chains}}]\n", `
1:21: two datasets are called "chains" (the first on line 1)
    datasets: [chains, {ocr: {as: chains}}]
                        ^
tell them apart with as: LABEL`},
	{"label of an output", "outputs: [map, map]\n", `
1:16: two outputs are called "map" (the first on line 1)
    outputs: [map, map]
                   ^
tell them apart with as: LABEL`},
	// Splits.
	{"no train", "datasets:\n  - chains: {split: {test: 5}}\n", `
2:21: impossible split: train is missing
      - chains: {split: {test: 5}}
                        ^
write split: {train: …, test: …}`},
	{"no test", "datasets:\n  - chains: {split: {train: 5}}\n", `
2:21: impossible split: test is missing
      - chains: {split: {train: 5}}
                        ^
write split: {train: …, test: …}`},
	{"negative", "datasets:\n  - chains: {split: {train: -5, test: 5}}\n", `
2:29: impossible split: train is -5, at least 1 instance is needed
      - chains: {split: {train: -5, test: 5}}
                                ^
a list names folds: [-5]`},
	{"same fold", "datasets:\n  - ocr: {split: {train: [0, 3], test: [1, 3]}}\n", `
2:44: impossible split: fold 3 is in both train and test
      - ocr: {split: {train: [0, 3], test: [1, 3]}}
                                               ^`},
	{"fold twice", "datasets:\n  - ocr: {split: {train: [0, 0], test: [1]}}\n", `
2:30: impossible split: fold 0 is in train twice
      - ocr: {split: {train: [0, 0], test: [1]}}
                                 ^`},
	{"negative fold", "datasets:\n  - ocr: {split: {train: [-1], test: [1]}}\n", `
2:27: impossible split: fold -1 is negative
      - ocr: {split: {train: [-1], test: [1]}}
                              ^`},
	{"no folds", "datasets:\n  - ocr: {split: {train: [], test: [1]}}\n", `
2:26: impossible split: train has no folds
      - ocr: {split: {train: [], test: [1]}}
                             ^`},
	{"mixed", "datasets:\n  - ocr: {split: {train: [1], test: 5}}\n", `
2:31: impossible split: one side counts instances, the other names folds
      - ocr: {split: {train: [1], test: 5}}
                                  ^
write two numbers of instances, or two lists of folds`},
	{"shape", "datasets:\n  - ocr: {split: half}\n", `
2:18: split must be a mapping (key: value), not the text "half"
      - ocr: {split: half}
                     ^`},
	{"side", "datasets:\n  - ocr: {split: {train: 0.5, test: 0.5}}\n", `
2:26: train must be a number of instances or a list of folds, not the number 0.5
      - ocr: {split: {train: 0.5, test: 0.5}}
                             ^`},
	{"split key", "datasets:\n  - ocr: {split: {trian: 5, test: 5}}\n", `
2:19: unknown key "trian" in split
      - ocr: {split: {trian: 5, test: 5}}
                      ^
did you mean "train"?`},
	// Budget, seeds, curve, reveal.
	{"negative budget", "budget: {passes: -1}\n", `
1:18: passes is -1, must be positive
    budget: {passes: -1}
                     ^
leave passes out for no bound`},
	{"negative seconds", "budget: {seconds: -1m}\n", `
1:19: seconds is -1m, must be positive
    budget: {seconds: -1m}
                      ^
leave seconds out for no bound`},
	{"unit", "budget: {seconds: 5min}\n", `
1:19: seconds: "5min" is no duration
    budget: {seconds: 5min}
                      ^
write a number of seconds, or units s, m and h: 90s, 5m, 1h30m`},
	{"calls", "budget: {calls: 1.5}\n", `
1:17: calls must be a whole number, not the number 1.5
    budget: {calls: 1.5}
                    ^`},
	{"empty budget", "budget: {}\n", `
1:9: the budget is empty
    budget: {}
            ^
give passes, calls or seconds, or leave budget out`},
	{"no seeds", "seeds: 0\n", `
1:8: seeds is 0, must be at least 1
    seeds: 0
           ^`},
	{"empty seeds", "seeds: []\n", `
1:8: the list of seeds is empty
    seeds: []
           ^`},
	{"half a seed", "seeds: [1, 2.5]\n", `
1:12: a seed must be a whole number, not the number 2.5
    seeds: [1, 2.5]
               ^`},
	{"seed twice", "seeds: [1, 2, 1]\n", `
1:15: seed 1 is here twice
    seeds: [1, 2, 1]
                  ^`},
	{"many seeds", "seeds: 20260101\n", `
1:8: 20260101 seeds, at most 1000 are possible
    seeds: 20260101
           ^
to use one seed of your choice write seeds: [20260101]`},
	{"factor", "curve: {factor: 1}\n", `
1:17: factor is 1, must be greater than 1
    curve: {factor: 1}
                    ^`},
	{"reveal", "reveal: 1\n", `
1:9: reveal is 1, must be at least 0 and below 1: what is revealed is not scored
    reveal: 1
            ^`},
	// Names and values, against the catalogue.
	{"dataset", with("datasets: [chain]"), `
1:12: unknown dataset "chain"
    datasets: [chain]
               ^
did you mean "chains"?`},
	{"far dataset", with("datasets: [conll]"), `
1:12: unknown dataset "conll"
    datasets: [conll]
               ^
datasets: chains, ocr`},
	{"argument", with("datasets: [{chains: {wrods: 3}}]"), `
1:22: dataset chains has no parameter "wrods"
    datasets: [{chains: {wrods: 3}}]
                         ^
did you mean "words"?`},
	{"no arguments", with("datasets: [{ocr: {words: 3}}]"), `
1:19: dataset ocr has no parameter "words"
    datasets: [{ocr: {words: 3}}]
                      ^
there are no parameters`},
	{"a list for a number", with("datasets: [{chains: {words: [3]}}]"), `
1:29: dataset chains: words must be an integer, not a list
    datasets: [{chains: {words: [3]}}]
                                ^`},
	{"feature map", with("features: linaer"), `
1:11: unknown feature map "linaer"
    features: linaer
              ^
did you mean "linear"?`},
	{"feature options", with("features: {linear: {pairs: half}}"), `
1:12: feature: linear: arguments {"pairs":"half"}
    features: {linear: {pairs: half}}
               ^`},
	{"metric", with("loss: haming"), `
1:7: unknown metric "haming"
    loss: haming
          ^
did you mean "hamming"?`},
	{"more metrics", with("metrics: [auc]"), `
1:11: unknown metric "auc"
    metrics: [auc]
              ^
metrics: hamming, hamming-micro, iou`},
	{"margin", with("margin: hamming-cuont"), `
1:9: unknown loss "hamming-cuont"
    margin: hamming-cuont
            ^
did you mean "hamming-count"?`},
	{"no margin", with("loss: iou"), `
1:7: learners cannot learn for the metric "iou": add margin: LOSS
    loss: iou
          ^
losses: hamming, hamming-count`},
	{"learner", with("learners: [cfr]"), `
1:12: unknown learner "cfr"
    learners: [cfr]
               ^
did you mean "crf"?`},
	{"parameter", with("learners: [{crf: {lamda: 1}}]"), `
1:19: learner crf has no parameter "lamda"
    learners: [{crf: {lamda: 1}}]
                      ^
did you mean "lambda"?`},
	{"range", with("learners: [{crf: {lambda: [1, 0]}}]"), `
1:31: learner crf: lambda is 0, must be in (0,inf)
    learners: [{crf: {lambda: [1, 0]}}]
                                  ^`},
	{"enum", with("learners: [{crf: {objective: margnal}}]"), `
1:30: learner crf: objective cannot be "margnal"
    learners: [{crf: {objective: margnal}}]
                                 ^
did you mean "marginal"?`},
	{"number", with("learners: [{crf: {lambda: small}}]"), `
1:27: learner crf: lambda must be a number, not the text "small"
    learners: [{crf: {lambda: small}}]
                              ^`},
	{"integer", with("learners: [{crf: {objective: marginal, batch: 1.5}}]"), `
1:47: learner crf: batch must be a whole number, not the number 1.5
    learners: [{crf: {objective: marginal, batch: 1.5}}]
                                                  ^`},
	{"boolean", with("learners: [{crf: {averaging: yes}}]"), `
1:30: learner crf: averaging must be true or false, not the text "yes"
    learners: [{crf: {averaging: yes}}]
                                 ^`},
	{"text", with("learners: [{crf: {note: 7}}]"), `
1:25: learner crf: note must be a text, not the number 7
    learners: [{crf: {note: 7}}]
                            ^
quote it: "7"`},
	{"condition", with("learners: [{crf: {batch: 5}}]"), `
1:19: learner crf: batch has a meaning only when objective is marginal, but it is joint
    learners: [{crf: {batch: 5}}]
                      ^`},
	{"condition in a grid", with("learners: [{crf: {objective: [marginal, joint], batch: 5}}]"), `
1:49: learner crf: batch has a meaning only when objective is marginal, but it is joint
    learners: [{crf: {objective: [marginal, joint], batch: 5}}]
                                                    ^`},
	{"output", with("outputs: [map, mpn]"), `
1:16: unknown output "mpn"
    outputs: [map, mpn]
                   ^
did you mean "mpm"?`},
	{"output's argument", with("outputs: [{perturb: {draws: 0}}]"), `
1:29: output perturb: draws is 0, must be in [1,inf)
    outputs: [{perturb: {draws: 0}}]
                                ^`},
	{"another's output", with("learners: [{crf: {outputs: [centre]}}]"), `
1:29: unknown output "centre"
    learners: [{crf: {outputs: [centre]}}]
                                ^
outputs: map, mpm, perturb`},
	{"first of several", with("margin: x\nloss: y\noutputs: [z]"), `
1:9: unknown loss "x"
    margin: x
            ^
losses: hamming, hamming-count`},
}

// with completes a suite that begins with the lines.
func with(lines string) string {
	for _, more := range []string{"datasets: [chains]", "learners: [crf]"} {
		if key, _, _ := strings.Cut(more, ":"); !strings.Contains(lines, key+":") {
			lines += "\n" + more
		}
	}
	return lines + "\n"
}

func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		s, err := Parse("suite.yaml", []byte(m.text))
		if err == nil {
			err = s.Check(catalogue())
		}
		want := "suite.yaml:" + strings.TrimPrefix(m.want, "\n")
		if err == nil || err.Error() != want {
			t.Errorf("%s: got\n%v\nwant\n%s", m.name, err, want)
		}
	}
}

func TestCheckAccepts(t *testing.T) {
	for _, text := range []string{
		with(""),
		with("datasets: [{chains: {words: 9e2, noise: -0.5, extra: [a, {b: 1}]}}, ocr]"),
		with("learners: [{crf: {objective: marginal, batch: [1, 100], averaging: true, note: \"7\"}}, expected-loss]\noutputs: [map, centre]"),
		with("learners: [{expected-loss: {outputs: [centre, mpm]}}]\nloss: iou\nmargin: hamming"),
		with("features: {linear: {pairs: potts}}"),
	} {
		if err := mustParse(t, text).Check(catalogue()); err != nil {
			t.Errorf("%s%v", text, err)
		}
	}
}

func TestExplain(t *testing.T) {
	s := mustParse(t, with("datasets: [{chains: {words: 3, split: {train: 2, test: 2}}}]"))
	cause := errors.New("3 words do not make 2 + 2")
	err := s.Explain(s.Datasets[0].Splits[0].Pos, cause)
	want := `dir/suite.yaml:1:39: 3 words do not make 2 + 2
    datasets: [{chains: {words: 3, split: {train: 2, test: 2}}}]
                                          ^`
	if err.Error() != want || !errors.Is(err, cause) {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(quickstart))
	for _, m := range mistakes {
		f.Add([]byte(m.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("suite.yaml", text)
		if err == nil {
			err = s.Check(catalogue())
		}
		var e *Error
		if err != nil && (!errors.As(err, &e) || !strings.HasPrefix(err.Error(), fmt.Sprintf("suite.yaml:%d:%d: ", e.Pos.Line, e.Pos.Column))) {
			t.Fatalf("an error without a place: %v", err)
		}
		if s != nil && (len(s.Datasets) == 0 || len(s.Learners) == 0 || len(s.Seeds) == 0 || len(s.Metrics) == 0) {
			t.Fatalf("an incomplete suite passes: %+v", s)
		}
	})
}
