package run_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestProgramEdited: a command line whose program, script or neighbour is replaced during a run
// makes no record under the hash of the other program. In a sandbox scripts run from copies. Programs
// and, without a sandbox, scripts run in place, and the run stops.
func TestProgramEdited(t *testing.T) {
	for i, kind := range sandbox.Kinds {
		for j, edits := range []string{"script", "neighbour", "program", "executable script"} {
			if (i+j)%2 == 0 && !longtest.Enabled() {
				continue
			}
			t.Run(fmt.Sprint(kind, " ", edits), func(t *testing.T) {
				if err := kind.Works(); err != nil {
					t.Skipf("SKIPPED: %v", err)
				}
				t.Setenv("XDG_CACHE_HOME", t.TempDir())
				self := must(os.Executable())(t)
				dir := t.TempDir()
				put := func(name, text string) {
					next := filepath.Join(dir, ".next") // as editors do
					check(t, os.WriteFile(next, []byte(text), 0o755))
					check(t, os.Rename(next, filepath.Join(dir, name)))
				}
				// The honest learner trains in the first program; the other one ends at once.
				const first, other = "exec \"$1\" honest\n", "exit 3\n"
				line, name, text := "sh learner.sh "+self, "learner.sh", other
				switch put("learner.sh", first); edits {
				case "neighbour":
					put("learner.sh", ". \"${0%/*}/part.sh\"\n")
					put("part.sh", first)
					name = "part.sh"
				case "executable script":
					put("learner.sh", fmt.Sprintf("#!/bin/sh\n. \"${0%%/*}/part.sh\" %s\n", self))
					put("part.sh", "exec "+self+" honest\n")
					line, name = "./learner.sh", "part.sh"
				case "program":
					put("learner", string(must(os.ReadFile(self))(t)))
					line, name, text = "./learner honest", "learner", "#!/bin/sh\n"+other
				}
				planned := newPlan(t, dir, fmt.Sprintf(`
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
learners: [%q: {as: edited}]
seeds: {split: 1, learner: 3}
sandbox: {kind: %s, paths: [%s]}
`, line, kind, filepath.Dir(self)), plan.Options{SuiteDir: dir})
				store := newStore(t, planned)
				finished := 0
				_, err := run.Run(t.Context(), planned, store, run.Options{
					Observe: func(e run.Event) {
						if e.Kind == run.Finished {
							if finished++; finished == 2 {
								put(name, text)
							}
						}
					}})
				want := 3
				if kind == sandbox.None || edits == "program" {
					want = 2
					if !errors.Is(err, host.ErrHost) ||
						!strings.Contains(err.Error(), "is not as it was found") {
						t.Errorf("the run ends with %v", err)
					}
				} else {
					check(t, err)
				}
				fits := stored(t, store)
				for _, f := range fits {
					if f.Outcome.Kind != record.OK || f.WeightsFile == "" {
						t.Errorf("another program ran: %+v", f.Outcome)
					}
				}
				if len(fits) != want {
					t.Errorf("%d fits, want %d", len(fits), want)
				}
			})
		}
	}
}
