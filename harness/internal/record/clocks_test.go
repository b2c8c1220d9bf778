package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestClocksApart: machines with clocks an hour apart share a folder. The line appended later
// counts, and no line is overlooked.
func TestClocksApart(t *testing.T) {
	for _, apart := range []time.Duration{-time.Hour, time.Hour} {
		t.Run(apart.String(), func(t *testing.T) {
			results := t.TempDir()
			shard := func(name string) *Store {
				t.Helper()
				s := must(CreateShard(results, "toy", []byte(plan), name))(t)
				t.Cleanup(func() { _ = s.Close() })
				return s
			}
			kinds := func() (text string) {
				t.Helper()
				fits := loaded(t, shardDir(t, results))
				for _, f := range fits {
					text += fmt.Sprintf("%s %s\n", f.Label, f.Outcome.Kind)
				}
				return text
			}
			failed := func(label string) Fit {
				f := sample(label)
				f.Label, f.Rows, f.Times.Rows = label, nil, nil
				f.Outcome, f.Ended = Outcome{Crash, "it died"}, ""
				return f
			}
			good := func(label string) Fit {
				f := sample(label)
				f.Label = label
				return f
			}
			other := shard("1of2") // of the machine with the other clock
			for _, label := range []string{"a", "b"} {
				at, err := other.appendTime(time.Now().Add(apart))
				if err == nil {
					err = other.appendAt(0, failed(label), at)
				}
				need(t, err)
			}
			files, err := filepath.Glob(filepath.Join(other.Dir(), recordsAll))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			touch := func() {
				t.Helper()
				at := time.Now().Add(apart)
				need(t, os.Chtimes(files[0], at, at))
			}
			touch()
			if got := kinds(); got != "a crash\nb crash\n" && got != "b crash\na crash\n" {
				t.Fatal(got)
			}
			need(t, shard("2of2").Append(0, good("a"))) // again, by the clock of this machine
			at, err := other.appendTime(time.Now().Add(apart))
			if err == nil {
				err = other.appendAt(0, good("b"), at)
			}
			need(t, err)
			touch()
			if got := kinds(); strings.Contains(got, "crash") || strings.Count(got, "\n") != 2 {
				t.Errorf("after both were done again:\n%s", got)
			}
		})
	}
}

// shardDir returns the one run folder in results.
func shardDir(t *testing.T, results string) string {
	t.Helper()
	runs, err := Runs(results)
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	return runs[0]
}
