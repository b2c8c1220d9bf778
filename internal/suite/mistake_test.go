package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A mistake is a suite file and the error it must give: "WHERE WHAT", the line
// with a caret, and the hint.
type mistake struct{ name, text, want string }

// mistakes are those that a file makes by itself.
const upTo40 = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40"

var mistakes = []mistake{
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
keys: passes, visits, sweeps, calls, map, marginals, clamped, conditional, cpu_seconds, seconds`},
	{"key of an earlier format", "margin: hamming\n", `
1:1: unknown key "margin" in a suite
    margin: hamming
    ^
it is called train-loss`},
	{"a value twice in a grid", "learners: [crf: {lambda: [1, 2, 1.0]}]\n", `
1:33: 1 is here twice in the grid of "lambda"
    learners: [crf: {lambda: [1, 2, 1.0]}]
                                    ^`},
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
1:1: loss must be NAME, or NAME: {arguments}, not nothing
    loss:
    ^`},
	{"against nobody", "datasets: [chains]\nlearners: [crf, ssvm: {as: SVM}]\nagainst: ssvm\n", `
3:10: no learner to test the others against is called "ssvm"
    against: ssvm
             ^
did you mean "SVM"?`},
	{"nothing is equal", "datasets: [chains]\nlearners: [crf]\nrope: 0\n", `
3:7: rope is 0, must be positive
    rope: 0
          ^
leave rope out to declare no differences that do not matter`},
	{"placebo of nothing", "datasets: [chains]\nlearners: [crf, crf: {lambda: 1, as: p, aa: true}]\n", `
2:41: no row before "p" has its learner and parameters, so that it is no placebo
    learners: [crf, crf: {lambda: 1, as: p, aa: true}]
                                            ^
put the row that it repeats before it`},
	{"placebo with outputs", "datasets: [chains]\nlearners: [crf, crf: {as: p, aa: true, outputs: [mpm]}]\n", `
2:30: a placebo has the outputs of the row that it repeats
    learners: [crf, crf: {as: p, aa: true, outputs: [mpm]}]
                                 ^
leave outputs out`},
	{"placebo or not", "datasets: [chains]\nlearners: [crf, crf: {as: p, aa: 1}]\n", `
2:34: aa must be true or false, not the number 1
    learners: [crf, crf: {as: p, aa: 1}]
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
	{"huge grid", "learners:\n  - crf: {a: [" + upTo40 + "], b: [" + upTo40 + "]}\n", `
2:5: with this grid there are more than 1000 learners
      - crf: {a: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20…
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
2:23: 1 is here twice in the grid of "lambda"
      - crf: {lambda: [1, 1.0]}
                          ^`},
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
	{"size above the training set", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}\n", `
2:56: impossible size: 200 of 100 training instances
      - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}
                                                           ^`},
	{"sizes that fall", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}\n", `
2:56: sizes must ascend, 20 is not above 50
      - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}
                                                           ^
write sizes: [50, 100, 200]`},
	{"half a size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [1.5]}\n", `
2:52: a size must be a whole number, not the number 1.5
      - chains: {split: {train: 100, test: 5}, sizes: [1.5]}
                                                       ^`},
	{"one size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: 50}\n", `
2:51: sizes must be a list, not the number 50
      - chains: {split: {train: 100, test: 5}, sizes: 50}
                                                      ^`},
	{"sizes without a split", "datasets:\n  - ocr: {sizes: [50, 100]}\n", `
2:11: sizes is given without a split
      - ocr: {sizes: [50, 100]}
              ^
add split: {train: …, test: …}`},
	{"same fold", "datasets:\n  - ocr: {split: {train: [0, 3], test: [1, 3]}}\n", `
2:44: impossible split: fold 3 is in both train and test
      - ocr: {split: {train: [0, 3], test: [1, 3]}}
                                               ^`},
	{"fold twice", "datasets:\n  - ocr: {split: {train: [0, 0], test: [1]}}\n", `
2:30: impossible split: fold 0 is in train twice
      - ocr: {split: {train: [0, 0], test: [1]}}
                                 ^`},
	{"partial overlap", "datasets:\n  - ocr: {split: {train: [0], partial: [1], test: [1]}}\n", `
2:52: impossible split: fold 1 is in both partial and test
      - ocr: {split: {train: [0], partial: [1], test: [1]}}
                                                       ^`},
	{"boxes overlap", "datasets:\n  - ocr: {split: {train: [0], boxes: [2, 1], partial: [1], test: [3]}}\n", `
2:56: impossible split: fold 1 is in both boxes and partial
      - ocr: {split: {train: [0], boxes: [2, 1], partial: [1], test: [3]}}
                                                           ^`},
	{"boxes counted", "datasets:\n  - ocr: {split: {train: [0], boxes: 7, test: [3]}}\n", `
2:31: impossible split: one part counts instances, the other names folds
      - ocr: {split: {train: [0], boxes: 7, test: [3]}}
                                  ^
write numbers of instances, or lists of folds`},
	{"box for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}\n", `
2:49: labels is a share: instances with boxes are a part of their own
      - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}
                                                    ^
write split: {train: …, boxes: …, test: …}`},
	{"words for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}\n", `
2:49: labels must be a number, not the text "most"
      - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}
                                                    ^`},
	{"labels of a rotation", "datasets:\n  - ocr: {split: {rotate: train-one, labels: 0.5}}\n", `
2:19: impossible split: rotate excludes all other keys
      - ocr: {split: {rotate: train-one, labels: 0.5}}
                      ^`},
	{"labels of nothing", "datasets:\n  - ocr: {split: {train: [0], labels: 0.5, test: [1]}}\n", `
2:31: labels says how much is known of the partial instances, but there are none
      - ocr: {split: {train: [0], labels: 0.5, test: [1]}}
                                  ^
write split: {train: …, partial: …, labels: …, test: …}`},
	{"rotation", "datasets:\n  - ocr: {split: {rotate: trainone}}\n", `
2:27: impossible split: rotate is "trainone"
      - ocr: {split: {rotate: trainone}}
                              ^
did you mean "train-one"?`},
	{"rotation and parts", "datasets:\n  - ocr: {split: {rotate: train-one, test: [1]}}\n", `
2:19: impossible split: rotate excludes all other keys
      - ocr: {split: {rotate: train-one, test: [1]}}
                      ^`},
	{"tuning on everything", "tune: {fraction: 1}\n", `
1:18: fraction is 1, must be below 1: the rest is what candidates are fitted to
    tune: {fraction: 1}
                     ^`},
	{"endless tuning", "tune: {fraction: 0.2, extend: 3}\n", `
1:31: extend must be 0, 1 or 2 rounds, not the number 3
    tune: {fraction: 0.2, extend: 3}
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
2:31: impossible split: one part counts instances, the other names folds
      - ocr: {split: {train: [1], test: 5}}
                                  ^
write numbers of instances, or lists of folds`},
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
give passes, visits, sweeps, calls, cpu_seconds or seconds, or leave budget out`},
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
	{"dense curve", "curve: {first: 1e-12, factor: 1.000000001}\n", `
1:8: the curve has 4.145e+10 checkpoints in the first million passes, at most 10000 are possible
    curve: {first: 1e-12, factor: 1.000000001}
           ^
a checkpoint is scored on the whole test set: a factor of 1.1 gives 24 of them each time the passes grow tenfold`},
	{"factor", "curve: {factor: 1}\n", `
1:17: factor is 1, must be greater than 1
    curve: {factor: 1}
                    ^`},
	{"growth", "reveal: {forests: breath-first}\n", `
1:19: unknown growth "breath-first"
    reveal: {forests: breath-first}
                      ^
did you mean "breadth-first"?`},
	{"two protocols", "reveal: {parts: 3, forests: depth-first}\n", `
1:9: reveal is a share such as 0.25, {parts: N} or {forests: breadth-first}
    reveal: {parts: 3, forests: depth-first}
            ^`},
	{"reveal", "reveal: 1\n", `
1:9: reveal is 1, must be at least 0 and below 1: what is revealed is not scored
    reveal: 1
            ^`},
}

func TestMistakes(t *testing.T) {
	for _, m := range slices.Concat(mistakes, wrongNames) {
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
	for _, m := range slices.Concat(mistakes, wrongNames) {
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
