package suite

// wrongKeys are unknown, missing and duplicate keys, and values of a wrong type.
var wrongKeys = []mistake{
	{"unknown key", "suite: x\ndatset: [chains]\nlearners: [crf]\n", `
2:1: unknown key "datset" in a suite
    datset: [chains]
    ^
hint: did you mean "datasets"?`},
	{"unknown budget key", "budget: {memory: 3}\n", `
1:10: unknown key "memory" in budget
    budget: {memory: 3}
             ^
hint: keys: passes, visits, sweeps, calls, map, marginals, clamped, conditional, cpu_seconds, seconds`},
	{"key of an earlier format", "margin: hamming\n", `
1:1: unknown key "margin" in a suite
    margin: hamming
    ^
hint: this key is now called train-loss`},
	{"earlier name of the sandbox", "box: none\n", `
1:1: unknown key "box" in a suite
    box: none
    ^
hint: this key is now called sandbox`},
	{"a value twice in a grid", "learners: [crf: {lambda: [1, 2, 1.0]}]\n", `
1:33: duplicate value in the grid: lambda=1
    learners: [crf: {lambda: [1, 2, 1.0]}]
                                    ^`},
	{"duplicate key", "loss: hamming\nseeds: 3\nloss: iou\n", `
3:1: duplicate key "loss" (first on line 1)
    loss: iou
    ^
hint: delete one of them`},
	{"duplicate parameter", "learners:\n  - crf: {lambda: 1, lambda: 2}\n", `
2:22: duplicate key "lambda" (first on line 2)
      - crf: {lambda: 1, lambda: 2}
                         ^
hint: delete one of them`},
	{"no list", "datasets: chains\nlearners: [crf]\n", `
1:11: datasets must be a list, not the text "chains"
    datasets: chains
              ^
hint: datasets: data to learn from and to test on: a list of NAME, PATH, or NAME: {arguments}`},
	{"no text", "suite: [a]\n", `
1:8: suite must be a text, not a list
    suite: [a]
           ^
hint: suite: name of the run folder: at most 64 letters, digits, -, _ and .; by default that of the file's folder`},
	{"nothing", "loss:\n", `
1:1: loss must be NAME, or NAME: {arguments}, not nothing
    loss:
    ^`},
	{"two losses", "loss: [hamming, f1]\n", `
1:7: loss must be one metric, not a list
    loss: [hamming, f1]
          ^
hint: more metrics go under metrics:`},
	{"against nobody", "datasets: [chains]\nlearners: [crf, ssvm: {as: SVM}]\nagainst: ssvm\n", `
3:10: against: no learner has the label "ssvm"
    against: ssvm
             ^
hint: did you mean "SVM"?`},
	{"nothing is equal", "datasets: [chains]\nlearners: [crf]\nrope: 0\n", `
3:7: rope is 0, must be in (0,inf)
    rope: 0
          ^
hint: rope: the largest difference of the first metric without practical importance, as tables print it; leave it out for none`},
	{"a rope of two units", "datasets: [chains, blobs: {loss: iou}]\nlearners: [crf]\nrope: 1\n", `
3:7: rope is in the unit of one loss, but datasets have the losses hamming and iou
    rope: 1
          ^
hint: leave it out, or give all datasets one loss`},
	{"no number", "budget: {passes: many}\n", `
1:18: passes must be a number, not the text "many"
    budget: {passes: many}
                     ^
hint: passes: visits of instances / training instances; leave it out for no bound`},
	{"folder name", "suite: a/b\n", `
1:8: suite cannot be "a/b"
    suite: a/b
           ^
hint: suite: name of the run folder: at most 64 letters, digits, -, _ and .; by default that of the file's folder`},
	{"beside", "learners:\n  - crf:\n    lambda: 0.1\n", `
3:5: "lambda" stands beside "crf" instead of inside it
        lambda: 0.1
        ^
hint: indent it further, or write crf: {lambda: …}`},
	{"inside", "learners:\n  - crf: 0.1\n", `
2:10: what follows "crf" must be a mapping (key: value), not the number 0.1
      - crf: 0.1
             ^`},
	{"item", "learners:\n  - [crf]\n", `
2:5: a learner must be NAME, or NAME: {arguments}, not a list
      - [crf]
        ^`},
	{"metric twice", "loss: iou\nmetrics: [hamming, iou]\n", `
2:20: duplicate metric "iou" (the loss is one of the metrics)
    metrics: [hamming, iou]
                       ^`},
}

// wrongNumbers are numbers out of range or in words.
var wrongNumbers = []mistake{
	{"infinite", "reveal: .inf\n", `
1:9: ".inf" is not a decimal number
    reveal: .inf
            ^
hint: write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
	{"nan", "learners:\n  - crf: {lambda: [0.1, .NaN]}\n", `
2:25: ".NaN" is not a decimal number
      - crf: {lambda: [0.1, .NaN]}
                            ^
hint: write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
	{"huge", "learners:\n  - crf: {lambda: 1e999}\n", `
2:19: the number "1e999" is not finite: it is too large
      - crf: {lambda: 1e999}
                      ^`},
	{"octal", "seeds: 010\n", `
1:8: "010" is not a decimal number
    seeds: 010
           ^
hint: write a decimal number such as 10, 0.01 or 1e-2, or quote a text`},
}
