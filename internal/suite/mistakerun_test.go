package suite

// wrongRuns are of budget, seeds, curve and reveal: how fits are run.
var wrongRuns = []mistake{
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
	{"no split seeds", "seeds: {split: 0}\n", `
1:16: split seeds is 0, must be at least 1
    seeds: {split: 0}
                   ^`},
	{"misspelt source of seeds", "seeds: {splits: 3}\n", `
1:9: unknown key "splits" in seeds
    seeds: {splits: 3}
            ^
did you mean "split"?`},
	{"too many combinations of seeds", "seeds: {split: 1001, learner: 10}\n", `
1:8: 10010 combinations of seeds, at most 10000 are possible
    seeds: {split: 1001, learner: 10}
           ^`},
	{"tune seeds without tuning", "seeds: {tune: 3}\ntune: {}\ndatasets: [chains]\nlearners: [crf]\n", `
1:9: 3 tune seeds, but no learner is tuned: they would draw nothing
    seeds: {tune: 3}
            ^
leave it out, or let a learner be tuned: tune: {fraction: 0.2}, and a list of values`},
	{"half a seed", "seeds: [1, 2.5]\n", `
1:12: a seed must be a whole number, not the number 2.5
    seeds: [1, 2.5]
               ^`},
	{"seed twice", "seeds: [1, 2, 1]\n", `
1:15: seed 1 is here twice
    seeds: [1, 2, 1]
                  ^`},
	{"many seeds", "seeds: 20260101\n", `
1:8: 20260101 seeds, at most 10000 are possible
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
