package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
)

// A page has 1 MB of logs however many fits talk, those of failed fits before others, and none of a fit that it does not show.
func TestReadLogs(t *testing.T) {
	dir := t.TempDir()
	need(t, os.Mkdir(filepath.Join(dir, "logs"), 0o777))
	var fits []record.Fit
	for i := range 200 {
		f := record.Fit{Key: fmt.Sprintf("%064d", i), Dataset: "d", Label: "l", Seed: record.Seed(uint64(i)), Outcome: record.Outcome{Kind: record.OK}}
		if i >= 190 {
			f.Outcome.Kind = record.Crash
		}
		if i == 1 { // the last one of the fit that is first
			f.Seed, f.Times.Appended = record.Seed(0), time.Unix(1, 0)
		}
		fits = append(fits, f)
		putText(t, strings.Repeat("x", 12_000)+"\n", dir, "logs", f.Key+".log")
	}
	logs := must(readLogs(dir, fits))(t)
	size, whole := 0, 0
	for i, f := range fits {
		text := strings.Join(logs[f.Key], "\n")
		if f.Outcome.Failed() && len(text) != 12_000 {
			t.Errorf("fit %d failed, and %d bytes of its log are there", i, len(text))
		}
		if len(text) == 12_000 {
			whole++
		} else if want := "left out, since a page has 1024 kB of logs: 000000000000… in logs of the run folder"; i > 0 && text != want {
			t.Errorf("fit %d: %q, want %q", i, text, want)
		}
		size += len(text)
	}
	if logs[fits[0].Key] != nil {
		t.Error("the log of a superseded fit")
	}
	if size > logBytes+200*100 || whole != logBytes/12_001 {
		t.Errorf("%d bytes, %d logs", size, whole)
	}
}
