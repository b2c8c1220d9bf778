package suite

// wrongKeys are keys that are not there or twice, and values of another kind.
var wrongKeys = []mistake{
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
	{"earlier name of the sandbox", "box: none\n", `
1:1: unknown key "box" in a suite
    box: none
    ^
it is called sandbox`},
	{"a value twice in a grid", "learners: [crf: {lambda: [1, 2, 1.0]}]\n", `
1:33: the grid has lambda=1 twice
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
              ^
datasets: what is learned from and tested on: a list of NAME, PATH, or NAME: {arguments}`},
	{"no text", "suite: [a]\n", `
1:8: suite must be a text, not a list
    suite: [a]
           ^
suite: name of the run folder: at most 64 letters, digits, -, _ and .; by default that of the file's folder`},
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
3:7: rope is 0, must be in (0,inf)
    rope: 0
          ^
rope: differences of the first metric up to it, as tables print them, do not matter; leave it out to declare none`},
	{"placebo of nothing", "datasets: [chains]\nlearners: [crf, crf: {lambda: 1, as: p, aa: true}]\n", `
2:41: no row before "p" has its learner and parameters, so that it is no placebo
    learners: [crf, crf: {lambda: 1, as: p, aa: true}]
                                            ^
put the row that it repeats before it`},
	{"placebo with decoders", "datasets: [chains]\nlearners: [crf, crf: {as: p, aa: true, decoders: [mpm]}]\n", `
2:30: a placebo has the decoders of the row that it repeats
    learners: [crf, crf: {as: p, aa: true, decoders: [mpm]}]
                                 ^
leave decoders out`},
	{"placebo or not", "datasets: [chains]\nlearners: [crf, crf: {as: p, aa: 1}]\n", `
2:34: aa must be true or false, not the number 1
    learners: [crf, crf: {as: p, aa: 1}]
                                     ^
aa: this row repeats an earlier one with other seeds`},
	{"no number", "budget: {passes: many}\n", `
1:18: passes must be a number, not the text "many"
    budget: {passes: many}
                     ^
passes: visits of instances / training instances; leave it out for no bound`},
	{"folder name", "suite: a/b\n", `
1:8: suite cannot be "a/b"
    suite: a/b
           ^
suite: name of the run folder: at most 64 letters, digits, -, _ and .; by default that of the file's folder`},
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
}

// wrongNumbers are numbers out of range or in words.
var wrongNumbers = []mistake{
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
}
