package run_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
)

// replay makes a fit again, under the key of the record that it is compared with.
func replay(t *testing.T, w *plan.File, rec *record.Fit, o plan.Options) *record.Fit {
	t.Helper()
	past := must(plan.Reopen(w, rec.Dataset, o))(t)
	scratch := must(record.Create(t.TempDir(), "replay", []byte("{}")))(t)
	defer scratch.Close()
	again := must(run.Replay(t.Context(), past, rec, scratch))(t)
	return again
}

// TestReplayDiffers: a replay reveals a learner that is not reproducible, and a tampered record. A
// second crash counts as the same, under a different process id.
func TestReplayDiffers(t *testing.T) {
	t.Parallel()
	fits, store := runStored(t, `
suite: differs
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners:
  - ${moody}: {as: moody}
  - ${plain}: {as: plain}
  - ${panics}: {as: panics}
`, run.Options{})
	w := written(t, store)
	moody, plain, panics := &fits[0], &fits[1], &fits[2]
	lines := record.Differences(*moody, *replay(t, w, moody, plan.Options{}))
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "weights_file: was ") {
		t.Errorf("a learner that depends on its process: %q", lines)
	}
	if lines := record.Differences(*panics, *replay(t, w, panics, plan.Options{})); len(lines) > 0 {
		t.Errorf("a learner that crashes: %q", lines)
	}
	plain.Rows = slices.Clone(plain.Rows)
	plain.Rows[0].Metrics = map[string]record.Number{"hamming": 0}
	lines = record.Differences(*plain, *replay(t, w, plain, plan.Options{}))
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "decoder map metrics hamming: was 0, is 0.") {
		t.Errorf("a record that was tampered with: %q", lines)
	}
}

// TestChanges: changes since a fit are listed part by part, with the reason if something is gone.
func TestChanges(t *testing.T) {
	t.Parallel()
	w, fits, _ := reopened(t)
	for i := range fits {
		if changes := reuse.Changes(w, &fits[i], nil, plan.Options{}); len(changes) > 0 {
			t.Errorf("fit %d: %+v", i, changes)
		}
	}
	rec := fits[0]
	rec.Identity = maps.Clone(rec.Identity)
	rec.Identity["build"], rec.Identity["data"] = "another", "others"
	delete(rec.Identity, "labels") // as an older version might lack it
	changes := reuse.Changes(w, &rec, nil, plan.Options{})
	if len(changes) != 3 || changes[0].Part != "build" || changes[0].Was != "another" || changes[0].Is != fits[0].Identity["build"] ||
		changes[1].Part != "data" || changes[1].Was != "others" ||
		changes[1].Is != rec.DatasetHash ||
		changes[2] != (reuse.Change{Part: "labels", Is: "0"}) {
		t.Errorf("changes %+v", changes)
	}
	rec = fits[0]
	rec.Learner, rec.Dataset = "no/such/learner", "gone"
	changes = reuse.Changes(w, &rec, nil, plan.Options{})
	if len(changes) != 2 || changes[0].Part != "build" || !strings.Contains(changes[0].Reason.Error(), "no such learner") ||
		changes[1].Part != "data" ||
		!strings.Contains(changes[1].Reason.Error(), `no dataset "gone"`) {
		t.Errorf("changes %+v", changes)
	}
}
