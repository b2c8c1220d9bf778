package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

var (
	scaleFits = flag.Int("scale.fits", 1600,
		"fits of the run folder that the tests of scale make")
	scalePasses = flag.Int("scale.passes", 10,
		"passes of the fits that they are made from; quickstart has 150")
	scaleDir = flag.String("scale.dir", "",
		"folder to make it in, where it stays; default: one that goes")
)

// A scaled is a simulated run folder of quickstart with many seeds.
type scaled struct {
	dir     string // working directory, with suite.yaml and results
	run     string // run folder
	fits    int
	plugins string
}

// scale makes a run folder of about n fits from one real seed of quickstart. Each fit has its own
// keys, statistics, predictions and weights, and is written by the real store.
func scale(t *testing.T, fits int) *scaled {
	t.Helper()
	s := &scaled{dir: *scaleDir, plugins: binariesDir(t)}
	if s.dir == "" {
		s.dir = t.TempDir()
	} else { // keep the learners: keys contain their builds
		bin := filepath.Join(s.dir, "bin")
		need(t, os.CopyFS(bin, os.DirFS(s.plugins)))
		s.plugins = bin
	}
	text := must(os.ReadFile("../../../suites/quickstart/suite.yaml"))(t)
	const perSeed = 16 // learners × datasets
	write := func(seeds int) {
		t.Helper()
		edited := strings.Replace(string(text), "seeds: 3", fmt.Sprintf("seeds: %d", seeds), 1)
		edited = strings.Replace(edited, "budget: {passes: 150}",
			fmt.Sprintf("budget: {passes: %d}", *scalePasses), 1)
		putText(t, edited, s.dir, "suite.yaml")
	}
	write(1)
	spbench(t, s.dir, "run", "suite.yaml", "-results", "one", "-workers", "2")
	write(fits / perSeed)
	one := must(record.Latest(filepath.Join(s.dir, "one")))(t)
	s.multiply(t, one)
	return s
}

// multiply copies the fits of one seed in run folder one to all seeds of the suite.
func (s *scaled) multiply(t *testing.T, one string) {
	t.Helper()
	parsed := must(suite.Read(filepath.Join(s.dir, "suite.yaml")))(t)
	planned := must(plan.New(context.Background(), parsed, plan.Options{}))(t)
	models, _, err := record.Load(one)
	if err == nil {
		err = record.ReadStatistics(one, models)
	}
	for i := range models {
		for j := range models[i].Rows {
			if row := &models[i].Rows[j]; err == nil {
				row.Predictions, err = record.ReadPredictions(one, row)
			}
		}
	}
	need(t, err)
	type place struct{ dataset, label string }
	at := map[place]*record.Fit{}
	for i := range models {
		at[place{models[i].Dataset, models[i].Label}] = &models[i]
	}
	store, err := record.Create(filepath.Join(s.dir, "results"), planned.Suite.Name, planned.Text)
	if err == nil {
		err = keepTexts(store.Dir(), planned.Suite, nil)
	}
	need(t, err)
	s.run, s.fits = store.Dir(), len(planned.Fits)
	var workers sync.WaitGroup
	for w := range 2 {
		workers.Go(func() {
			for i := w; i < len(planned.Fits); i += 2 {
				f := planned.Fits[i]
				rec, err := varied(store, one, f, parsed,
					at[place{f.Dataset.Spec.Label, f.Learner.Label}], uint64(i))
				if err == nil {
					err = store.Append(0, rec)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	workers.Wait()
	need(t, store.Close())
}

// varied returns an outcome of f, made from another seed of its learner with a few changed numbers
// and labels.
func varied(store *record.Store, one string, f *plan.Fit, s *suite.Suite, model *record.Fit,
	seed uint64) (record.Fit, error) {
	rec, random := *model, rand.New(rand.NewPCG(seed, 1))
	rec.Key, rec.Identity, rec.Suite, rec.Split, rec.Seed = f.Key, f.Identity(), s.Name, f.Split,
		f.Seed
	if model.WeightsFile != "" {
		w, err := record.Weights(one, model.WeightsFile)
		if err == nil {
			w[0] += random.Float64()
			rec.WeightsFile, err = store.PutWeights(w)
		}
		if err != nil {
			return rec, err
		}
	}
	rec.Rows, rec.Audit = nil, nil // of other weights
	for i := range model.Rows {
		row := model.Rows[i]
		row.Key = rowKey(f, s, &f.Learner.Decoders[i], row.Score)
		row.Metrics, row.Instances = map[string]record.Number{}, map[string]record.Statistics{}
		for name, was := range model.Rows[i].Instances {
			is := record.Statistics{Num: append(record.Numbers{}, was.Num...), Den: was.Den}
			for range 20 {
				at := random.IntN(len(is.Num))
				is.Num[at] = float64(random.IntN(1 + int(is.Den[at])))
			}
			sum := 0.0
			for j := range is.Num {
				sum += is.Num[j] / is.Den[j]
			}
			row.Metrics[name], row.Instances[name] = record.Number(sum/float64(len(is.Num))), is
		}
		if was := row.Predictions; was != nil {
			p, at := *was, random.IntN(len(was.Labels))
			p.Labels = slices.Clone(p.Labels)
			p.Labels[at] = slices.Clone(p.Labels[at])
			p.Labels[at][0] = int32(random.IntN(2))
			row.Predictions = &p
		}
		rec.Rows = append(rec.Rows, row)
	}
	if n := len(rec.Checkpoints); n > 0 && len(rec.Rows) > 0 {
		rec.Checkpoints = slices.Clone(rec.Checkpoints)
		rec.Checkpoints[n-1].Loss = rec.Rows[0].Metrics["hamming"]
	}
	return rec, nil
}

// rowKey returns the key of a decoder of f as package run makes it. With a different key, run would
// score f again.
func rowKey(f *plan.Fit, s *suite.Suite, out *suite.Decoder, score string) string {
	metrics, err := json.Marshal(s.Metrics)
	if err != nil {
		panic(err)
	}
	return record.Key(map[string]string{
		"fit": f.Key, "decoder": out.Name + string(out.Args), "metrics": string(metrics),
		"score": score,
	})
}

// TestScale: with 10⁴ fits no command needs 500 MB. A table takes at most 8 times the CPU time of a
// list of runs, and a report 25 times, on any machine.
func TestScale(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	s := scale(t, *scaleFits)
	done := "%d of %d fits were up to date"
	unit := 0.0 // CPU seconds of the first command
	for _, test := range []struct {
		name  string
		args  []string
		says  string
		times float64 // the CPU seconds of runs; 0 for no limit
	}{
		{"runs", []string{"runs", "-results", "results"}, fmt.Sprintf("%d/%d", s.fits, s.fits), 0},
		{"table", []string{"table", s.run}, "Result hash", 8},
		{"run", []string{"run", "suite.yaml"}, fmt.Sprintf(done, s.fits, s.fits), 0},
		{"report", []string{"report", s.run}, "report.html", 25},
		{"verify", []string{"verify", s.run}, "", 0},
		{"run of ten", []string{"run", "suite.yaml"}, fmt.Sprintf(done, s.fits-10, s.fits), 0},
	} {
		if test.name == "run of ten" {
			s.forget(t, 10)
		}
		out, took, memory := s.measure(t, test.args...)
		if !strings.Contains(out, test.says) {
			t.Errorf("%s does not say %q:\n%s", test.name, test.says, out)
		}
		s.limit(t, test.name, memory)
		if unit == 0 {
			unit = took.Seconds()
		}
		most := test.times * unit
		// Beside other tests a command takes up to a third more: it has three tries.
		for try := 1; try < 3 && test.times > 0 && took.Seconds() > most; try++ {
			_, again, _ := s.measure(t, test.args...)
			took = min(took, again)
		}
		if test.times > 0 && took.Seconds() > most {
			t.Errorf("%s takes %.2f CPU seconds, more than %.2f", test.name, took.Seconds(), most)
		}
		t.Logf("%s of %d fits: %.2f CPU s, %.0f MB", test.name, s.fits, took.Seconds(),
			float64(memory)/1e6)
	}
}

// limit reports an error if a command used more than 90 MB, as any does, plus 41 kB for each fit it
// reads.
func (s *scaled) limit(t *testing.T, name string, memory int64) {
	t.Helper()
	if limit := 90e6 + 41e3*float64(s.fits); float64(memory) > limit {
		t.Errorf("%s of %d fits takes %.0f MB, more than %.0f", name, s.fits, float64(memory)/1e6,
			limit/1e6)
	}
}

// forget removes the last n lines of the records, as after an interruption.
func (s *scaled) forget(t *testing.T, n int) {
	t.Helper()
	name := filepath.Join(s.run, "records-0.jsonl")
	text := must(os.ReadFile(name))(t)
	end := len(text)
	for range n {
		end = bytes.LastIndexByte(text[:end-1], '\n') + 1
	}
	need(t, os.Truncate(name, int64(end)))
}

// measure runs spbench. It returns its output, CPU time and peak memory in bytes, 0 if unknown.
func (s *scaled) measure(t *testing.T, args ...string) (out string, took time.Duration,
	memory int64) {
	t.Helper()
	cmd := program(s.plugins, s.dir, args...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	need(t, cmd.Start())
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, text.String())
			}
			return text.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
				memory
		case <-time.After(5 * time.Millisecond):
			memory = max(memory, peak(cmd.Process.Pid))
		}
	}
}

// peak returns the peak memory of a process. For an ended process, the system may report that of
// its parent.
func peak(pid int) (bytes int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscan(after, &bytes)
	return bytes << 10
}
