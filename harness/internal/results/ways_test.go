package results_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/testkit"
)

// honest is a suite before anybody has looked at its rows.
const honest = `
suite: honest
datasets: [chains: {as: words}, chains: {words: 99, as: more}]
loss: hamming
metrics: [zero-one]
learners: [a: {lambda: 1, as: A}, b: {as: B}, c: {as: C}, d: {as: D}]
decoders: [map]
seeds: 3
`

// A world has a folder of made-up runs. No learner runs: the error of a row on an instance is drawn
// from its learner, decoder, data, split and instance.
type world struct {
	*testing.T
	results string
	runs    []string
	edit    func(w *plan.File, f *record.Fit) // of each fit; nil: none
	plan    func(w *plan.File)                // of each plan; nil: none
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

// run runs a suite as spbench run does: declarations before the first fit. It returns the table.
func (w *world) run(text string) *table.Table {
	w.Helper()
	s := must(suite.Parse("suite.yaml", []byte(text)))(w)
	p := &plan.File{Suite: s, Data: map[string]string{}, Groups: map[string]string{},
		Overlap: map[string]float64{}, TestOverlap: map[string]float64{}}
	for i := range s.Datasets {
		d := &s.Datasets[i]
		p.Data[d.Label] = record.Key(map[string]string{"data": d.Name + string(d.Args)})
		p.Groups[d.Label], p.Overlap[d.Label], p.TestOverlap[d.Label] = "writer", 0.3, 0.3
		for split, seed := range slices.Concat(s.Seeds.All, s.Seeds.Split) {
			p.Repeats = append(p.Repeats, plan.Repeat{Dataset: d.Label, Split: split,
				Seed: record.Seed(seed), Train: 40, Test: 40, Variables: 40, Groups: 20})
		}
	}
	if w.plan != nil {
		w.plan(p)
	}
	store := must(record.Create(w.results, s.Name, must(json.Marshal(p))(w)))(w)
	defer store.Close()
	if err := results.Declare(store.Dir(), w.runs, nil); err != nil {
		w.Fatal(err)
	}
	for i := range s.Learners {
		for _, r := range p.Repeats {
			f := w.fit(p, &s.Learners[i], r)
			if err := store.Append(0, f); err != nil {
				w.Fatal(err)
			}
		}
	}
	w.runs = append(w.runs, store.Dir())
	return w.table(store.Dir())
}

func (w *world) table(dir string) *table.Table {
	w.Helper()
	warn := func(texts ...string) {
		if texts != nil {
			w.Log(texts)
		}
	}
	return must(results.ReadTable(dir, warn, results.TableOptions{}))(w).Table
}

// fit makes up a fit.
func (w *world) fit(p *plan.File, l *suite.Learner, r plan.Repeat) record.Fit {
	identity := map[string]string{"learner": l.Name, "params": string(l.Args),
		"data": p.Data[r.Dataset], "seed": r.Seed.String()}
	f := record.Fit{Key: record.Key(identity), Identity: identity, Dataset: r.Dataset,
		DatasetHash: p.Data[r.Dataset], Split: r.Split, Seed: r.Seed, Learner: l.Name,
		Label:  l.Label,
		Params: l.Args, Outcome: record.Outcome{Kind: record.OK}, Ended: "converged", Passes: 40}
	for i := range r.Test {
		f.Test = append(f.Test, fmt.Sprint(i))
		if p.Groups[r.Dataset] != "" {
			f.Groups = append(f.Groups, fmt.Sprint(i%r.Groups))
		}
	}
	for i := range l.Decoders {
		d := &l.Decoders[i]
		row := record.Row{Key: record.Key(map[string]string{"fit": f.Key, "decoder": d.Label}),
			Decoder: d.Name, Label: d.Label, Args: d.Args, Outcome: record.Outcome{Kind: record.OK},
			Metrics: map[string]record.Number{}, Instances: map[string]record.Statistics{}}
		for _, m := range p.Suite.AllMetrics() {
			s, sum := record.Statistics{}, 0.0
			for i := range r.Test {
				id := fmt.Sprint(d.Name, m.Name, r.Dataset, r.Seed, i)
				s.Num, s.Den = append(s.Num, rate(l, id)), append(s.Den, 1)
				sum += s.Num[i]
			}
			row.Metrics[m.Label] = record.Number(sum / float64(r.Test))
			row.Instances[m.Label] = s
		}
		f.Rows = append(f.Rows, row)
	}
	if w.edit != nil {
		w.edit(p, &f)
	}
	f.Times.Rows = make([]record.Clock, len(f.Rows))
	return f
}

var copies = regexp.MustCompile(`,?"(clone|near)":\d+,?`)

// rate returns an error rate that is higher for later names of learners. The parameter clone makes
// an equal learner, near one that is nearly so.
func rate(l *suite.Learner, id string) float64 {
	draw := func(text string) float64 {
		h := fnv.New64a()
		h.Write([]byte(text + id))
		return rand.New(rand.NewPCG(h.Sum64(), 0)).Float64()
	}
	args := string(l.Args)
	v := 0.2 + 0.005*float64(l.Name[0]-'a') + 0.1*draw(l.Name+copies.ReplaceAllString(args, ""))
	if strings.Contains(args, "near") {
		v += 1e-3 * (draw(args) - 0.5)
	}
	return v
}

// said are all short notes and footnotes of a table.
func said(t *table.Table) string {
	texts := slices.Clone(t.Footnotes)
	for i, text := range t.Notes {
		if t.Levels[i] <= table.Short {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// TestWays: ways to flatter a row after a look at the rows of an honest suite, or from the
// start. Each is prevented, or short notes name it.
func TestWays(t *testing.T) {
	t.Parallel()
	looked := &world{T: t, results: t.TempDir()}
	was := looked.run(honest)
	if late := said(was); strings.Contains(late, "eclared") {
		t.Errorf("before a look: %s", late)
	}
	replace := func(pairs ...string) []string {
		return []string{strings.NewReplacer(pairs...).Replace(honest)}
	}
	var mine []string
	for _, lambda := range []string{".1", ".3", "2", "10", "30"} {
		own := "d: {as: D}, a: {as: mine, lambda: " + lambda + "}]"
		mine = append(mine, replace("d: {as: D}]", own)...)
	}
	ten := strings.NewReplacer(", chains: {words: 99, as: more}", "", "seeds: 3", "seeds: 10",
		"metrics: [zero-one]\n", "").Replace(honest)
	for _, way := range []struct {
		name string
		then []string                            // suites after the honest one; the last is shown
		plan func(p *plan.File)                  // changes all plans but that of the honest one
		edit func(w *plan.File, f *record.Fit)   // the same of fits
		want string                              // in short notes, a pattern
		also func(t *testing.T, is *table.Table) // nil: nothing
		hash bool                                // changes
	}{
		{name: "1 first metric swapped after a look",
			then: replace("loss: hamming", "loss: zero-one", "[zero-one]", "[hamming]"),
			want: `after 12 scored rows of these data: metrics zero-one, hamming; loss zero-one\.
` +
				`Left out after 12 scored rows of these data: loss hamming; ` +
				`metrics hamming, zero-one\.`},
		{name: "2 decoder swapped after a look", then: replace("[map]", "[mpm]"),
			want: `after 12 scored rows of these data: decoders mpm\.
Left out after 12 scored rows of these data: decoders map\.`},
		{name: "3 groups deleted from a copy of the file", then: replace(), hash: true,
			plan: func(p *plan.File) { clear(p.Groups) },
			want: "groups none\\.\nLeft out after 12 scored rows of these data: groups by writer"},
		{name: "4 rivals left out", then: replace("b: {as: B}, ", "", ", d: {as: D}", ""),
			want: `^[^D]*Left out after 12 scored rows of these data: rows B, D\.`},
		{name: "5 a dataset left out", then: replace(", chains: {words: 99, as: more}", ""),
			want: `Left out after 12 scored rows of these data: datasets more\.`},
		{name: "6 seeds that suit", then: replace("seeds: 3", "seeds: {split: [1, 3]}"),
			want: `after 12 scored rows of these data: splits 2\.
Left out after 12 scored rows of these data: splits 3\.`},
		{name: "7 a rope and a control after a look",
			then: replace("seeds: 3", "seeds: 3\nrope: 5\nagainst: A"),
			want: `after 12 scored rows of these data: control A; rope 5\.`},
		{name: "8 five learners with shipped results, the last one shown", then: mine,
			want: `after 24 scored rows of these data: rows mine\.
Left out after 24 scored rows of these data: rows mine \(another\)\.`},
		{name: "9 a grid of near-equal values",
			then: replace("b: {as: B}", "b: {lambda: [.01, .0100001, .0100002], as: B}",
				"c: {as: C}", "c: {lambda: [.01, .1, 1], as: C}", "seeds: 3", "seeds: 3\ntune: {}"),
			want: `Candidates that differ by a factor of at least 1\.05: B \(1 of 3\)\.`},
		{name: "10 more decoders for mine",
			then: replace("lambda: 1, as: A",
				"lambda: 1, as: A, decoders: [map, mpm, lbp, icm, trw, best]",
				"seeds: 3", "seeds: 3\ntune: {}"),
			want: `Decoders to choose from: 5 \(A\), 1 \(B, C and D\)\.`},
		{name: "11 near copies of my row", then: []string{ten, strings.Replace(ten,
			"as: A}", "as: A}, a: {lambda: 1, near: [1, 2, 3, 4, 5, 6], as: near}", 1)},
			want: `Near copies, which all count in the correction: A map, near near=1 map, near near=2`},
		{name: "12 clones", then: []string{ten, strings.Replace(ten,
			"as: A}", "as: A}, a: {lambda: 1, clone: 1, as: clone}", 1)},
			want: `Equal on every test instance, and counted once in the tests: A.* and clone`},
		{name: "13 a rival that crashes on one split",
			then: replace("suite: honest", "suite: crash"),
			edit: func(_ *plan.File, f *record.Fit) {
				if f.Label == "B" && f.Split == 1 {
					f.Outcome, f.Rows = record.Outcome{Kind: record.Crash, Reason: "it fell"}, nil
				}
			},
			want: `it fell`,
			also: func(t *testing.T, is *table.Table) {
				if c := is.Rows[1].Cells[0]; c.Good != 2 || c.Best || c.Note == 0 {
					t.Errorf("%+v", c)
				}
			}},
		{name: "14 other passes on one dataset",
			then: replace("lambda: 1, as: A", "lambda: 1, as: A, on: {words: {passes: 6}}"),
			want: `Unlike other rows, A has passes 6 on words\.`},
		{name: "15 three documents as groups", then: replace("suite: honest", "suite: three"),
			plan: func(p *plan.File) {
				for i := range p.Repeats {
					p.Repeats[i].Groups = 3
				}
			},
			want: `groups count as 3 of one size: below ten`},
		{name: "16 another first decoder", then: replace("[map]", "[mpm, map]"),
			want: `after 12 scored rows of these data: decoders mpm; baseline decoder mpm\.`},
		{name: "17 a choice beside the question dropped", then: append(replace("seeds: 3",
			"seeds: 3\nsensitivity: {groups: without}"), honest),
			want: `Left out after 12 scored rows of these data: sensitivity\.`},
		{name: "18 other passes for all", then: replace("seeds: 3", "seeds: 3\nbudget: {passes: 7}"),
			want: `after 12 scored rows of these data: budget\.`},
		{name: "19 another rule of tuning", then: append(replace("lambda: 1,", "lambda: [1, 2],",
			"seeds: 3", "seeds: 3\ntune: {}"), replace("lambda: 1,", "lambda: [1, 2],", "seeds: 3",
			"seeds: 3\ntune: {folds: 3}")...),
			want: `scored rows of these data: tuning\.`},
		{name: "20 a rival as a variant of another row",
			then: replace("b: {as: B}", "b: {as: B, variant: {of: C, choice: passes}}"),
			want: `: B \(C, passes\)\.(\n.*)*after 12 scored rows of these data: (.*; )?variants B[.;]`,
			also: func(t *testing.T, is *table.Table) {
				if len(is.Pairs()) != 2*3 || len(is.Conclusions) != 2*3 {
					t.Errorf("%d pairs, %d conclusions", len(is.Pairs()), len(is.Conclusions))
				}
			}},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			w := &world{T: t, results: t.TempDir(), runs: slices.Clone(looked.runs)}
			w.plan, w.edit = way.plan, way.edit
			is := was
			for _, text := range way.then {
				is = w.run(text)
			}
			if text := said(is); !regexp.MustCompile(way.want).MatchString(text) {
				t.Errorf("no %s in\n%s", way.want, text)
			}
			if way.hash && is.ResultHash == was.ResultHash {
				t.Error("the same result hash")
			}
			if way.also != nil {
				way.also(t, is)
			}
		})
	}
}

// TestForeignDeclarations: declarations in another form change nothing.
func TestForeignDeclarations(t *testing.T) {
	w := &world{T: t, results: t.TempDir()}
	was, name := said(w.run(honest)), filepath.Join(w.runs[0], "declared-0.json")
	if err := os.WriteFile(name, []byte(`{"": "older", "rope": "older"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if is := said(w.table(w.runs[0])); is != was {
		t.Errorf("%s\nwant\n%s", is, was)
	}
}
