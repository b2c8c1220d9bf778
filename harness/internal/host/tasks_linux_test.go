package host_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestProcesses: a learner with more processes than its limit has the outcome `processes`, ended or
// not, in each sandbox and by each mechanism.
func TestProcesses(t *testing.T) {
	const most = 60
	for _, by := range []string{"cgroup v2", "cgroup v1", "rlimit"} {
		for _, kind := range sandbox.Kinds {
			if kind.Works() != nil {
				continue
			}
			t.Run(by+"/"+string(kind), func(t *testing.T) {
				defer limitBy(by)()
				for _, test := range []struct {
					starts  uint64
					exceeds bool
				}{{3 * most, true}, {most / 4, false}} {
					l := loaded(t, host.Options{Processes: most,
						Sandbox: confine.Sandbox{Kind: kind}})
					r := request("starts processes")
					r.Seed = test.starts
					_, err := l.Fit(t.Context(), r, nothing)
					err = errors.Join(err, l.Close())
					if errors.Is(err, host.ErrProcesses) != test.exceeds ||
						(err != nil) != test.exceeds {
						t.Errorf("%d processes: %v", test.starts, err)
					}
					if seen := host.MostTasks(l); os.Getuid() != 0 && kind == sandbox.Bubblewrap &&
						seen > 2*most+1 {
						t.Errorf("%d processes: there were %d", test.starts, seen)
					}
				}
			})
		}
	}
}

// TestFiles checks the limit of open files for each process.
func TestFiles(t *testing.T) {
	for _, kind := range sandbox.Kinds {
		if kind.Works() != nil {
			continue
		}
		for files, most := range map[int]int{100: 100, 0: limit.DefaultFiles} {
			var stderr log
			l := open(t, "", host.Options{Files: files, Stderr: &stderr,
				Sandbox: confine.Sandbox{Kind: kind}})
			train(t, l, chains(3, 1))
			must(l.Fit(t.Context(), request("opens files"), nothing))(t)
			l.Close()
			var opened int
			if _, err := fmt.Sscanf(stderr.String(), "opened %d", &opened); err != nil ||
				opened < most/2 || opened > most {
				t.Errorf("%s: of %d files %d were opened: %v", kind, most, opened, err)
			}
		}
	}
}
