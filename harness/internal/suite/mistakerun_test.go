package suite

// wrongRuns are mistakes in budget, seeds, curve and reveal.
var wrongRuns = []mistake{
	{"negative budget", "budget: {passes: -1}\n", `
1:18: passes is -1, must be in (0,inf)
    budget: {passes: -1}
                     ^
hint: passes: visits of instances / training instances; leave it out for no bound`},
	{"negative seconds", "budget: {seconds: -1m}\n", `
1:19: seconds is -60, must be in (0,inf)
    budget: {seconds: -1m}
                      ^
hint: seconds: wall time, a number of seconds, or units s, m and h: 90s, 5m, 1h30m; leave it out for no bound`},
	{"unit", "budget: {seconds: 5min}\n", `
1:19: seconds must be a number, not the text "5min"
    budget: {seconds: 5min}
                      ^
hint: seconds: wall time, a number of seconds, or units s, m and h: 90s, 5m, 1h30m; leave it out for no bound`},
	{"calls", "budget: {calls: 1.5}\n", `
1:17: calls must be a whole number, not the number 1.5
    budget: {calls: 1.5}
                    ^
hint: calls: calls of all oracles; leave it out for no bound`},
	{"empty budget", "budget: {}\n", `
1:9: budget must not be empty
    budget: {}
            ^
hint: keys: passes, visits, sweeps, calls, map, marginals, clamped, conditional, cpu_seconds, seconds, or leave budget out`},
	{"folds and a fraction", "tune: {fraction: 0.2, folds: 5}\n", `
1:7: tune has two of fraction, folds and on
    tune: {fraction: 0.2, folds: 5}
          ^
hint: leave all but one of them out`},
	{"folds and a part", "tune: {folds: 5, on: dev}\n", `
1:7: tune has two of fraction, folds and on
    tune: {folds: 5, on: dev}
          ^
hint: leave all but one of them out`},
	{"tune on the test set", "tune: {on: test}\n", `
1:12: on cannot be "test"
    tune: {on: test}
               ^
hint: values: dev`},
	{"refit of folds", "tune: {folds: 5, refit: true}\n", `
1:18: refit needs the key on beside it
    tune: {folds: 5, refit: true}
                     ^
hint: refit: fit the chosen parameters, and learners without candidates, to the training and the development set; by default to the training set alone`},
	{"seeds of a part", "tune: {on: dev}\nseeds: {tune: 2}\n", `
2:9: 2 tune seeds have no effect: no choice depends on them
    seeds: {tune: 2}
            ^
hint: leave them out, or tune a learner: tune: {fraction: 0.2}, and a list of values`},
	{"no seeds", "seeds: 0\n", `
1:8: seeds is 0, must be in [1,10000]
    seeds: 0
           ^
hint: seeds: how many, 1, 2, …, a list of them such as [20260101], or {split: …, learner: …, tune: …}`},
	{"empty seeds", "seeds: []\n", `
1:8: the list of seeds is empty
    seeds: []
           ^
hint: seeds: how many, 1, 2, …, a list of them such as [20260101], or {split: …, learner: …, tune: …}`},
	{"no split seeds", "seeds: {split: 0}\n", `
1:16: split is 0, must be in [1,10000]
    seeds: {split: 0}
                   ^
hint: split: seeds of splits, and of hidden and shown labels, how many or a list`},
	{"misspelt source of seeds", "seeds: {splits: 3}\n", `
1:9: unknown key "splits" in seeds
    seeds: {splits: 3}
            ^
hint: did you mean "split"?`},
	{"too many combinations of seeds", "seeds: {split: 1001, learner: 10}\n", `
1:8: 10010 combinations of seeds, the maximum is 10000
    seeds: {split: 1001, learner: 10}
           ^`},
	{"tune seeds without tuning", "seeds: {tune: 3}\ntune: {}\ndatasets: [chains]\nlearners: [crf]\n", `
1:9: 3 tune seeds have no effect: no choice depends on them
    seeds: {tune: 3}
            ^
hint: leave them out, or tune a learner: tune: {fraction: 0.2}, and a list of values`},
	{"half a seed", "seeds: [1, 2.5]\n", `
1:12: a seed must be a whole number, not the number 2.5
    seeds: [1, 2.5]
               ^
hint: seeds: how many, 1, 2, …, a list of them such as [20260101], or {split: …, learner: …, tune: …}`},
	{"seed twice", "seeds: [1, 2, 1]\n", `
1:15: duplicate seed
    seeds: [1, 2, 1]
                  ^`},
	{"many seeds", "seeds: 20260101\n", `
1:8: seeds is 20260101, must be in [1,10000]
    seeds: 20260101
           ^
hint: seeds: how many, 1, 2, …, a list of them such as [20260101], or {split: …, learner: …, tune: …}`},
	{"dense curve", "curve: {first: 1e-12, factor: 1.000000001}\n", `
1:8: the curve has 4.145e+10 checkpoints in the first million passes, the maximum is 10000
    curve: {first: 1e-12, factor: 1.000000001}
           ^
hint: a checkpoint is scored on the whole test set: a factor of 1.1 gives 24 of them each time the passes grow tenfold`},
	{"factor", "curve: {factor: 1}\n", `
1:17: factor is 1, must be in (1,inf)
    curve: {factor: 1}
                    ^
hint: factor: ratio of the passes of a checkpoint to the passes of the one before`},
	{"growth", "reveal: {forests: breath-first}\n", `
1:19: forests cannot be "breath-first"
    reveal: {forests: breath-first}
                      ^
hint: did you mean "breadth-first"?`},
	{"two protocols", "reveal: {parts: 3, forests: depth-first}\n", `
1:10: parts must be the only key of reveal
    reveal: {parts: 3, forests: depth-first}
             ^
hint: parts: number of parts, each hidden in turn`},
	{"reveal", "reveal: 1\n", `
1:9: reveal is 1, must be in [0,1)
    reveal: 1
            ^
hint: reveal: labels of a test instance to show and not to score: a share below 1, {parts: N} or {forests: breadth-first}; leave it out for none`},
}
