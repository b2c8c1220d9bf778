package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

var (
	hamming = table.Metric{Name: "hamming",
		Doc: "share of wrong variables, mean over instances (macro)", Percent: true}
	micro = table.Metric{Name: "hamming-micro", Doc: "share of wrong variables, pooled (micro)",
		Percent: true, Micro: true}
)

// A line is a row of a made-up run: the error rate it has on average and what
// its fits take.
type line struct {
	label, decoder         string
	error, seconds, passes float64
}

var lines = []line{
	{"independent", "map", 0.2710, 0.61, 41},
	{"CRF", "map", 0.1535, 2.14, 63},
	{"CRF", "mpm", 0.1521, 2.14, 63},
	{"S-SVM (BCFW)", "map", 0.1583, 1.22, 30},
	{"S-SVM (BCFW)", "mpm", 0.1840, 1.22, 30},
	{"perturb&MAP", "perturb", 0.1570, 3.90, 30},
	{"marg. perturb&MAP", "map", 0.1544, 11.3, 30},
	{"marg. perturb&MAP", "perturb", 0.1527, 11.3, 30},
}

// run makes the entries of all lines for some seeds on instances words of 4 to
// 9 letters. Where drawn, each seed has its own split; else the words, and how
// hard each is, are the same for all seeds and lines.
func run(dataset string, seeds, instances int, drawn bool) []table.Entry {
	var entries []table.Entry
	for l, row := range lines {
		for seed := 1; seed <= seeds; seed++ {
			e := table.Entry{Planned: table.Planned{Dataset: dataset, Seed: record.Seed(uint64(seed)), Train: 300, Test: instances}, Label: row.label, Decoder: row.decoder,
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Times: record.Times{Process: record.Usage{Sandbox: record.BestSandbox}, Fit: record.Clock{Wall: record.Number(row.seconds * (1 + 0.01*float64(seed))), CPU: record.Number(row.seconds)}}, Passes: record.Number(row.passes), Counts: sp.Counts{Visits: int64(300 * row.passes), MAP: int64(300 * row.passes)}, Ended: "converged"},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
			switch row.label {
			case "CRF":
				e.Fit.Audit = audited("likelihood", 3.5, 1e-6)
			case "S-SVM (BCFW)":
				e.Fit.Ended, e.Fit.Audit = "limit", audited("hinge", 2, 0.02+0.002*float64(seed))
			}
			words := pcg(1, 0)
			if drawn {
				e.Split = seed - 1
				words = pcg(1, e.Seed.Learner)
				e.Fit.Test = tested(seed, instances)
			}
			noise := pcg(2, uint64(100*l+seed))
			var s record.Statistics
			for range instances {
				n, hard := 4+words.IntN(6), 0.4+1.2*words.Float64()
				e.Variables += n
				wrong := 0
				for range n {
					if 0.5*words.Float64()+0.5*noise.Float64() < row.error*hard {
						wrong++
					}
				}
				s.Num, s.Den = append(s.Num, float64(wrong)), append(s.Den, float64(n))
			}
			score(&e, s)
			entries = append(entries, e)
		}
	}
	return entries
}

// fitted is a fit that ended well, with decoder map.
func fitted(label string, of table.Planned) table.Entry {
	ok := record.Outcome{Kind: record.OK}
	return table.Entry{Planned: of, Label: label, Decoder: "map", Fit: &record.Fit{Outcome: ok},
		Row: record.Row{Outcome: ok}}
}

// tested names the test instances of a split that shares none with another.
func tested(split, n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("%d-%d", split, i))
	}
	return ids
}

// audited is the audit of a fit with that objective and relative gap.
func audited(kind string, objective, gap float64) *record.Audit {
	return &record.Audit{Kind: kind, Objective: record.Number(objective),
		Bound: record.Number(objective * (1 - gap))}
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

// fail gives the entries of a line on a dataset another outcome.
func fail(entries []table.Entry, label, decoder string, seed uint64, kind record.OutcomeKind,
	reason string) {
	for i := range entries {
		e := &entries[i]
		if e.Label == label && (decoder == "" || e.Decoder == decoder) &&
			(seed == 0 || e.Seed.Learner == seed) {
			e.Fit.Outcome = record.Outcome{Kind: kind, Reason: reason}
			e.Row.Metrics, e.Row.Instances = nil, nil
			if kind != record.Skipped {
				e.Fit.Ended, e.Fit.Audit = "", nil
			}
		}
	}
}

// annotated makes a table with its notes.
func annotated(title string, entries []table.Entry, opt table.Options) (*table.Table, error) {
	return beside(title, entries, opt, nil)
}

// beside is annotated with the numbers of a paper.
func beside(title string, entries []table.Entry, opt table.Options, p *suite.Published) (*table.Table,
	error) {
	tab, err := claims.Build(title, entries, opt, p)
	if err == nil {
		notes.Add(tab)
	}
	return tab, err
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var ok = testkit.Need

// says checks that each of wants is in text.
func says(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// fails checks that the error says want.
func fails[T any](_ T, err error) func(t *testing.T, want string) {
	return func(t *testing.T, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// notesOf returns the notes of a table in one text.
func notesOf(tab *table.Table) string {
	var full []string
	for i, text := range tab.Notes {
		if tab.Levels[i] != table.Brief {
			full = append(full, text)
		}
	}
	return strings.Join(full, "\n")
}

// flat returns text with single spaces.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// atEnd is the end of a fit with a value.
func atEnd(name string, v record.Number) []record.Checkpoint {
	return []record.Checkpoint{{Values: record.Values{{Name: name, Number: v}}}}
}
