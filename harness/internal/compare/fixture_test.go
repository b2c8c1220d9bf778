package compare_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

var (
	hamming = table.Metric{Name: "hamming", Percent: true}
	micro   = table.Metric{Name: "hamming-micro", Percent: true, Micro: true}
)

// run makes the entries of eight rows for some seeds on instances words of 4 to 9 letters. Where
// drawn, each seed has its own split; else all have the same words.
func run(dataset string, seeds, instances int, drawn bool) (entries []table.Entry) {
	for _, label := range []string{"CRF", "S-SVM", "perturb&MAP", "independent"} {
		for _, decoder := range []string{"map", "mpm"} {
			for seed := 1; seed <= seeds; seed++ {
				e := table.Entry{Planned: table.Planned{Dataset: dataset, Seed: record.Seed(uint64(seed)), Train: 300, Test: instances}, Label: label, Decoder: decoder,
					Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
					Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
				words := rand.New(rand.NewPCG(1, 0))
				if drawn {
					e.Split, words = seed-1, rand.New(rand.NewPCG(1, e.Seed.Learner))
					for i := range instances {
						e.Fit.Test = append(e.Fit.Test, fmt.Sprintf("%d-%d", seed, i))
					}
				}
				noise := rand.New(rand.NewPCG(2, uint64(100*len(entries))))
				var s record.Statistics
				for range instances {
					s.Den = append(s.Den, float64(4+words.IntN(6)))
				}
				s.Num = chance(s.Den, noise)
				score(&e, s)
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// score sets the statistics of both Hamming losses and their values.
func score(e *table.Entry, s record.Statistics) {
	macro, num, den := 0.0, 0.0, 0.0
	for i := range s.Num {
		macro += s.Num[i] / s.Den[i] / float64(len(s.Num))
		num, den = num+s.Num[i], den+s.Den[i]
	}
	e.Row.Metrics = map[string]record.Number{"hamming": record.Number(macro), "hamming-micro": record.Number(num / den)}
	e.Row.Instances = map[string]record.Statistics{"hamming": s, "hamming-micro": s}
}
