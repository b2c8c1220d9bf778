package main

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A screen collects drawn text. It is no terminal.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// shows waits for the pattern.
func (s *screen) shows(t *testing.T, pattern string) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for range 200 {
		s.mu.Lock()
		seen := re.Match(s.text.Bytes())
		s.mu.Unlock()
		if seen {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.mu.Lock()
	drawn := s.text.String()
	s.mu.Unlock()
	t.Errorf("never drawn: %s; drawn was at last\n%q", pattern, drawn[max(0, len(drawn)-500):])
}

func fitCalled(label string) *plan.Fit {
	data := suite.Dataset{Label: "chains", Splits: make([]suite.Split, 1)}
	return &plan.Fit{Configuration: &plan.Configuration{Dataset: &plan.Dataset{Spec: &data, Metrics: []metric.Metric{{Name: "hamming"}}},
		Learner: &suite.Learner{Label: label}}}
}

// TestLive: a terminal shows the running fits, and the last results above the
// bar. Control sequences of a learner have no effect.
func TestLive(t *testing.T) {
	var s screen
	p := newProgress(&terminal{moving: &s, interactive: true})
	crf, evil := fitCalled("CRF"), fitCalled("evil\x1b[2J\u202e")
	p.observe(run.Event{Kind: run.Started, Fit: crf, Total: 9})
	s.shows(t, `chains seed \S+: CRF  0s`)
	p.observe(run.Event{Kind: run.Progress, Fit: crf, Passes: 3.25})
	s.shows(t, `CRF  \d+s  3.25 passes`)
	p.observe(run.Event{Kind: run.Started, Fit: evil, Total: 9})
	p.observe(run.Event{Kind: run.Progress, Fit: evil, Trial: 2})
	s.shows(t, `evil\\x1b\[2J\\u202e  \d+s  trial 2`)
	good := &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Passes: 7}
	p.observe(run.Event{Kind: run.Finished, Fit: crf, Record: good, Done: 1, Total: 9})
	s.shows(t,
		`1/9 chains seed \S+: CRF: 0s, 7 passes[^\n]*\n  chains seed \S+: evil[^\n]*\n1/9 fits `)
	p.observe(run.Event{Kind: run.Finished, Fit: evil,
		Record: &record.Fit{Outcome: record.Outcome{Kind: record.Crash,
			Reason: "died\x1b]0;title\x07 of it\nat once"}}, Done: 2, Total: 9})
	s.shows(t, `crash: died\\x1b\]0;title\\a of it\nat once\n`)
	s.mu.Lock()
	s.text.Reset()
	s.mu.Unlock()
	p.observe(run.Event{Kind: run.Note, Text: "a note"})
	s.mu.Lock()
	drawn := s.text.String()
	s.mu.Unlock()
	if strings.Contains(drawn, "evil") {
		t.Errorf("a fit that is over is still drawn: %q", drawn)
	}
	p.close()
	for _, r := range regexp.MustCompile(`\x1b[^A-Za-z]*[A-Za-z]`).FindAllString(s.text.String(),
		-1) {
		if !regexp.MustCompile(`^\x1b\[(\d+A|J)$`).MatchString(r) {
			t.Errorf("an order to the terminal that nobody gave: %q", r)
		}
	}
}

// TestPlain: without a terminal there is a line for each finished fit only.
func TestPlain(t *testing.T) {
	var s screen
	p := newProgress(&terminal{err: &s})
	crf := fitCalled("CRF")
	p.observe(run.Event{Kind: run.Started, Fit: crf, Total: 1})
	p.observe(run.Event{Kind: run.Progress, Fit: crf, Passes: 3})
	p.observe(run.Event{Kind: run.Finished, Fit: crf, Done: 1, Total: 1,
		Record: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Passes: 7}})
	p.close()
	if got := s.text.String(); !strings.HasSuffix(got, "CRF: 0s, 7 passes\n") ||
		strings.Count(got, "\n") != 1 {
		t.Errorf("printed %q", got)
	}
}

// TestSkipped: one line says that a learner does not apply to a dataset, for all seeds.
func TestSkipped(t *testing.T) {
	var s screen
	p := newProgress(&terminal{err: &s})
	for done := range 3 {
		p.observe(run.Event{Kind: run.Finished, Fit: fitCalled("CRF"), Done: 1 + done, Total: 3,
			Record: &record.Fit{Label: "CRF", Dataset: []string{"words", "words", "pictures"}[done],
				Outcome: record.Outcome{Kind: record.Skipped, Reason: "crf: a loop"}}})
	}
	p.close()
	if want, got := "CRF does not apply to words (a dash in the table): crf: a loop\n"+
		"CRF does not apply to pictures (a dash in the table): crf: a loop\n",
		s.text.String(); got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}
