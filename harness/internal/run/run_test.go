package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/runtest"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var check = testkit.Need

// setHashes sets the hashes of the sources of fits and scores until the test ends. "" keeps one.
func setHashes(t *testing.T, fit, score string) {
	if fit != "" {
		runtest.Set(t, &plan.HarnessHash, func() string { return fit })
	}
	if score != "" {
		runtest.Set(t, &plan.ScoreHash, func() string { return score })
	}
}

// newPlan plans a suite in dir. $NAME in its text is the command of the planted learner NAME.
func newPlan(t testing.TB, dir, text string, o plan.Options) *plan.Plan {
	t.Helper()
	self := must(os.Executable())(t)
	text = os.Expand(text, func(name string) string { return fmt.Sprintf("%q", self+" "+name) })
	s := must(suite.Parse(filepath.Join(dir, "suite.yaml"), []byte(text)))(t)
	return must(plan.New(t.Context(), s, o))(t)
}

// newStore makes a run folder of a plan.
func newStore(t *testing.T, planned *plan.Plan) *record.Store {
	t.Helper()
	store := must(record.Create(t.TempDir(), "test", planned.Text))(t)
	t.Cleanup(func() { store.Close() })
	return store
}

// stored returns the records of a run folder.
func stored(t testing.TB, store *record.Store) []record.Fit {
	t.Helper()
	fits, _, err := store.Load()
	check(t, err)
	return fits
}

// written returns the plan of a run folder, as a later process finds it.
func written(t *testing.T, store *record.Store) *plan.File {
	t.Helper()
	return must(plan.Read(must(record.Plan(store.Dir()))(t)))(t)
}

// noting returns an observer. It adds the notes of a run to said, one per line.
func noting(said *string) func(run.Event) {
	return func(e run.Event) {
		if e.Kind == run.Note {
			*said += e.Text + "\n"
		}
	}
}

// runSuite runs a suite and returns the records in the order of the plan.
func runSuite(t *testing.T, text string, o run.Options) []record.Fit {
	t.Helper()
	fits, _ := runStored(t, text, o)
	return fits
}

// runStored also returns the run folder.
func runStored(t *testing.T, text string, o run.Options) ([]record.Fit, *record.Store) {
	t.Helper()
	return runIn(t, t.TempDir(), text, plan.Options{}, o)
}

// runIn plans the suite in dir.
func runIn(t *testing.T, dir, text string, p plan.Options, o run.Options) ([]record.Fit,
	*record.Store) {
	t.Helper()
	planned := newPlan(t, dir, text, p)
	store := newStore(t, planned)
	must(run.Run(t.Context(), planned, store, o))(t)
	fits := stored(t, store)
	check(t, record.ReadStatistics(store.Dir(), fits))
	slices.SortFunc(fits, func(a, b record.Fit) int {
		return index(planned, a.Key) - index(planned, b.Key)
	})
	return fits, store
}

func index(p *plan.Plan, key string) int {
	return slices.IndexFunc(p.Fits, func(f *plan.Fit) bool { return f.Key == key })
}

// TestOutcomes: each way to end is one typed outcome, and affects only its own rows.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: outcomes
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners:
  - ${plain}: {as: plain}
  - ${honest}: {as: honest}
  - ${objective}: {as: objective}
  - ${bound}: {as: bound}
  - ${diverges}: {as: diverges}
  - ${panics}: {as: panics}
  - ${exits}: {as: exits}
  - ${refuses}: {as: refuses}
  - ${greedy}: {as: greedy}
  - ${certified}: {as: certified}
  - ${dual}: {as: dual}
  - ${huge}: {as: huge}
  - ${uncertified}: {as: uncertified}
  - ${past}: {as: past}
  - ${mystery}: {as: mystery}
budget: {calls: 37}
`, run.Options{})
	want := []struct {
		label  string
		kind   record.OutcomeKind
		reason string
	}{
		{"plain", record.OK, ""},
		{"honest", record.OK, ""},
		{"objective", record.Protocol, "reports the objective"},
		{"bound", record.Protocol, "lower bound"},
		{"diverges", record.Diverged, "NaN"},
		{"panics", record.Crash, "planted"},
		{"exits", record.Crash, "exit status 3"},
		{"refuses", record.Skipped, "unsupported"},
		{"greedy", record.Budget, ""},
		{"certified", record.OK, ""},
		{"dual", record.Protocol, "from its dual variables the harness finds"},
		{"huge", record.Diverged, "overflow"},
		{"uncertified", record.OK, ""},
		{"past", record.OK, ""},
		{"mystery", record.OK, ""},
	}
	for i, w := range want {
		f := fits[i]
		if f.Label != w.label || f.Outcome.Kind != w.kind ||
			!strings.Contains(f.Outcome.Reason, w.reason) {
			t.Errorf("%s ended in %+v, want %s %q", f.Label, f.Outcome, w.kind, w.reason)
		}
		if good := f.Outcome.Good(); good != (len(f.Rows) == 1) {
			t.Errorf("%s: %d rows", f.Label, len(f.Rows))
		}
	}
	if n := fits[8].Counts.Calls(); n != 37 {
		t.Errorf("a budget of 37 calls ended after %d", n)
	}
	if want := `one label by decoder map: it predicts label "a" for every variable, but the test set has several`; !slices.Contains(fits[0].Warnings, want) {
		t.Errorf("warnings %q", fits[0].Warnings)
	}
	if f := fits[12]; !strings.Contains(fmt.Sprint(f.Warnings), "nothing certifies") ||
		f.Audit == nil || f.Audit.Bound == f.Audit.Bound {
		t.Errorf("a bound without a certificate: %q, %+v", f.Warnings, f.Audit)
	}
	if a := fits[1].Audit; a == nil || a.Gap != a.Objective-a.Bound {
		t.Errorf("audit of the honest one: %+v", a)
	}
	// Oracle calls past the task are not counted, and give a warning.
	for i, f := range fits {
		said := slices.ContainsFunc(f.Warnings, func(w string) bool {
			return strings.HasPrefix(w, sp.Unmetered)
		})
		if past := f.Label == "past"; said != past || past && f.Counts.Calls() > 0 {
			t.Errorf("%s: %d calls, warnings %q", want[i].label, f.Counts.Calls(), f.Warnings)
		}
	}
	// An objective unknown to the harness is not audited. That is no failure.
	if f := fits[14]; f.Audit == nil || f.Audit.Kind != "mystery" || f.Audit.Reported != -1 ||
		f.Audit.Objective == f.Audit.Objective || f.Audit.Bound == f.Audit.Bound ||
		!strings.Contains(fmt.Sprint(f.Warnings), `not audited, since the harness knows no objective "mystery"`) {
		t.Errorf("audit of an unknown objective: %+v, warnings %q", f.Audit, f.Warnings)
	}
}

// TestApproximateOracleAccusesNobody: with an approximate oracle no objective or bound of an
// objective counts as wrong. A bound denied by its own dual variables still does. Predictions from
// weights without pair scores need no oracle and get no warning.
func TestApproximateOracleAccusesNobody(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	fits := runSuite(t, `
suite: approximate
datasets: [blobs: {images: 6, rows: 14, columns: 14, labels: 3, split: {train: 3, test: 3}, features: {linear: {pairs: potts}}}]
learners:
  - ${objective}: {as: objective}
  - ${bound}: {as: bound}
  - ${certified}: {as: certified}
  - ${dual}: {as: dual}
decoders: [map, spy]
`, run.Options{})
	for _, f := range fits {
		want := record.OK
		if f.Label == "dual" {
			want = record.Protocol
		}
		if f.Outcome.Kind != want {
			t.Errorf("%s ended in %+v, want %s", f.Label, f.Outcome, want)
		}
		if a := f.Audit; a == nil || a.Objective == a.Objective || a.Gap == a.Gap {
			t.Errorf("%s: audit %+v", f.Label, a)
		}
		if !strings.Contains(strings.Join(f.Warnings, "\n"), "not audited") {
			t.Errorf("%s: warnings %q", f.Label, f.Warnings)
		}
		if slices.ContainsFunc(
			f.Warnings, func(w string) bool { return strings.Contains(w, "decoder map") && !strings.HasPrefix(w, "one label") },
		) {
			t.Errorf("%s: warnings %q", f.Label, f.Warnings)
		}
	}
}

// TestTuningIsFair: tuning gives every learner the same number of trials on the same part of the
// training set, picks the best, and warns at the edge. It shows no scored label: a learner that
// predicts the labels in its input does as badly as all zeros.
func TestTuningIsFair(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: tuning
datasets: [chains: {words: 80, split: {train: 30, test: 30}}]
learners:
  - ${plain}: {as: one, shift: [-50, 0, 50]}
  - ${honest}: {as: two, also: [1, 2, 3]}
  - ${greedy}: {as: three, shift: [1]}
decoders: [spy, map]
tune: {fraction: 0.3}
budget: {calls: 5}
seeds: 2
`, run.Options{Workers: 2})
	if len(fits) != 6 {
		t.Fatalf("%d fits, want 6", len(fits))
	}
	splits := map[uint64]string{}
	for _, f := range fits {
		if !f.Outcome.Good() {
			t.Fatalf("%s: %+v", f.Label, f.Outcome)
		}
		trials := map[string]int{"one": 3, "two": 3, "three": 0}[f.Label]
		if len(f.Trials) != trials {
			t.Errorf("%s: %d trials, want %d", f.Label, len(f.Trials), trials)
		}
		if trials == 0 {
			continue
		}
		if old, ok := splits[f.Seed.Tune]; ok && old != f.Validation {
			t.Errorf("%s, seed %s: validated on another split", f.Label, f.Seed)
		}
		splits[f.Seed.Tune] = f.Validation
		first := f.Trials[0]
		for _, trial := range f.Trials {
			// Tuning scores decoder spy, which is the same for all candidates.
			if trial.Loss != first.Loss || trial.Loss < 0.5 {
				t.Errorf(
					"%s: trial %s has loss %v: it has seen labels", f.Label, trial.Params, trial.Loss,
				)
			}
		}
		if string(f.Params) != string(first.Params) {
			t.Errorf("%s: %s was chosen, want the first of equals", f.Label, f.Params)
		}
		if strings.Contains(strings.Join(f.Warnings, "\n"), "at the edge of") {
			t.Errorf("%s: %q though no candidate was better than another", f.Label, f.Warnings)
		}
		if loss := f.Rows[0].Metrics["hamming"]; loss < 0.5 {
			t.Errorf("%s: loss %v on the test set: it has seen labels", f.Label, loss)
		}
	}
	if splits[1] == splits[2] {
		t.Error("two seeds are validated on the same split")
	}
}

// TestProtocolsAreOfDecoders: each decoder has its own protocol. Part by part, the spy sees other
// labels in each round and is wrong everywhere, and every variable is scored once. A row without a
// protocol shows no labels.
func TestProtocolsAreOfDecoders(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: protocols
datasets: [blobs: {images: 60, rows: 2, columns: 4, labels: 9, split: {train: 30, test: 30}}]
learners: [${plain}: {as: plain}]
decoders:
  - spy
  - spy: {reveal: {parts: 3}, as: in parts}
  - spy: {reveal: 0.5, as: half}
  - spy: {reveal: {forests: depth-first}, as: forests}
metrics: [hamming-micro]
`, run.Options{})
	var pixels [4]float64
	for i, row := range fits[0].Rows {
		s := row.Instances["hamming-micro"]
		wrong := 0.0
		for j := range s.Den {
			pixels[i] += s.Den[j]
			wrong += s.Num[j]
		}
		if wrong < 0.8*pixels[i] {
			t.Errorf(
				"%s: %v of %v pixels are wrong: it has seen what is scored", row.Label, wrong, pixels[i],
			)
		}
	}
	if pixels[0] != pixels[1] || pixels[0] != pixels[3] || pixels[2] < pixels[0]/3 ||
		pixels[2] > 2*pixels[0]/3 {
		t.Errorf(
			"pixels scored: %v; in parts and forests each is scored once, half of them where half are shown",
			pixels,
		)
	}
	keys := map[string]bool{}
	for _, row := range fits[0].Rows {
		keys[row.Key] = true
	}
	if len(keys) != 4 {
		t.Errorf("%d keys for four protocols", len(keys))
	}
}
