package suite

const upTo40 = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40"

// wrongLists are mistakes in lists, grids and labels.
var wrongLists = []mistake{
	{"missing learners", "datasets: [chains]\n", `
1:1: a suite must have the key learners
    datasets: [chains]
    ^
hint: learners: a list of NAME, PATH, a command line, or NAME: {parameters}; a list of values is a grid`},
	{"empty datasets", "datasets: []\nlearners: [crf]\n", `
1:11: the list of datasets is empty
    datasets: []
              ^
hint: datasets: data to learn from and to test on: a list of NAME, PATH, or NAME: {arguments}`},
	{"empty learners", "datasets: [chains]\nlearners: []\n", `
2:11: the list of learners is empty
    learners: []
              ^
hint: learners: a list of NAME, PATH, a command line, or NAME: {parameters}; a list of values is a grid`},
	{"empty decoders", "decoders: []\n", `
1:11: the list of decoders is empty
    decoders: []
              ^
hint: decoders: a list of ways to predict with each fit (default map)`},
	{"empty grid", "learners:\n  - crf: {lambda: []}\n", `
2:19: the grid of "lambda" is empty
      - crf: {lambda: []}
                      ^
hint: give at least one value, or leave lambda out`},
	{"grid of grids", "learners:\n  - crf: {lambda: [[1]]}\n", `
2:20: lambda must be a value, a list of values or {log: [FROM, TO, COUNT]}, not a list
      - crf: {lambda: [[1]]}
                       ^`},
	{"huge grid", "learners:\n  - crf: {a: [" + upTo40 + "], b: [" + upTo40 + "], c: [" + upTo40 + "]}\n", `
2:5: with this grid there are more than 10000 learners
      - crf: {a: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20…
        ^`},
	{"pairs of many learners", "datasets: [chains]\nlearners:\n  - crf: {a: {log: [1, 1001, 1001]}}\n", `
2:1: 1001 learners are too many: all pairs are tested up to 1000 learners
    learners:
    ^
hint: add against: LABEL to test all learners against one, or tune: {} to choose between candidates`},
	{"learner's budget", "learners:\n  - crf: {budget: {passes: 3}}\n", `
2:11: a budget belongs to the suite: every learner gets the same
      - crf: {budget: {passes: 3}}
              ^
hint: write it beside learners`},
	{"label", "learners:\n  - crf: {lambda: 1}\n  - crf: {lambda: 2}\n", `
3:5: two learners have the label "crf" (first on line 2)
      - crf: {lambda: 2}
        ^
hint: add as: LABEL to one of them`},
	{"label of a grid", "learners:\n  - crf: {lambda: [1, 1.0]}\n", `
2:23: duplicate value in the grid: lambda=1
      - crf: {lambda: [1, 1.0]}
                          ^`},
	{"label of a dataset", "datasets: [chains, {ocr: {as: chains}}]\n", `
1:21: two datasets have the label "chains" (first on line 1)
    datasets: [chains, {ocr: {as: chains}}]
                        ^
hint: add as: LABEL to one of them`},
	{"label of a decoder", "decoders: [map, map]\n", `
1:17: two decoders have the label "map" (first on line 1)
    decoders: [map, map]
                    ^
hint: add as: LABEL to one of them`},
}
