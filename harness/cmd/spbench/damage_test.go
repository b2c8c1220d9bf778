package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

var damages = flag.Int("damages", 5, "number of random damages in TestDamage")
var damageSeed = flag.Uint64("damage-seed", 4, "seed of the random damages in TestDamage")

const damagedSuite = `
suite: damaged
datasets:
  - chains: {words: 60, split: {train: 20, test: 20}}
  - blobs: {images: 20, split: {train: 8, test: 8}}
train-loss: hamming-count
learners: [crf: {lambda: [0.1, 0.01], objective: unary}, ssvm: {lambda: 0.1}]
tune: {fraction: 0.3}
against: ssvm
decoders: [map, mpm]
curve: {first: 1, factor: 2}
budget: {passes: 3}
seeds: 3
`

const damagedPublished = `
source: "Writer & Reader, Table 1"
metric: hamming
datasets: {chains: {data: chains, split: none}}
rows:
  ssvm: [{decoder: map, chains: {hamming: 45.0}}]
  crf: [{decoder: map, chains: {hamming: 50.0}}]
claims: {chains: [ssvm map < crf map]}
`

// readers are commands for reading a run folder, by name, with arguments. RUN is the folder, FIT the
// start of a fit's key.
var readers = map[string][][]string{
	"status": {{"RUN"}}, "runs": {{}},
	"table":  {{"RUN", "-notes", "full"}, {"RUN", "-format", "csv"}},
	"export": {{"RUN"}, {"RUN", "-what", "predictions"}, {"RUN", "-what", "shipped", "-o", "out"}},
	"verify": {{"RUN"}}, "claims": {{"RUN"}},
	"plot":    {{"RUN", "-o", "out.svg", "-dataset", "chains"}, {"RUN", "-dots", "-o", "out.svg"}},
	"picture": {{"RUN", "-dataset", "chains"}},
	"report":  {{"RUN", "-o", "out"}},
	"why":     {{"RUN"}, {"RUN", "FIT"}},
	"replay":  {{"RUN", "FIT"}}, "weights": {{"RUN", "FIT"}},
	"predict": {{"RUN", "FIT", "more.jsonl"}},
}

// others read no run folder, or write to it.
var others = []string{"run", "submit", "plan", "list", "describe", "new", "check",
	"data list", "data fetch", "data verify", "data check", "data convert", "audit", "version"}

// A damagedRun is a run folder to damage, and the outputs of commands before.
type damagedRun struct {
	dir, run, whole, key string
	hash                 string // of the result
	outputs              map[string]string
}

// TestDamage: each kind of file of a run folder is deleted and damaged, and so are random files. No
// command panics. None has another output without a name of the file. The advice of verify helps:
// the next run makes the same table, and a folder without damage.
func TestDamage(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	checkReaders(t)
	d := newDamagedRun(t)
	files := d.files(t)
	var kinds []string
	for kind := range files {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	random, all := rand.New(rand.NewPCG(8, *damageSeed)), 0
	for i, kind := range kinds {
		for j, how := range []string{"gone", "flip"} {
			if *damages > 5 || i%2 == j { // each kind once when time is short
				all++
				d.damage(t, files[kind][0], how, random, how == "gone")
			}
		}
	}
	for range *damages {
		kind := files[kinds[random.IntN(len(kinds))]]
		how := []string{"gone", "flip", "empty", "cut", "zeros", "doubled"}[random.IntN(6)]
		all++
		d.damage(t, kind[random.IntN(len(kind))], how, random, false)
	}
	t.Logf("%d damages of %d kinds of files", all, len(kinds))
}

// checkReaders reports a command missing from both lists.
func checkReaders(t *testing.T) {
	t.Helper()
	var o options
	for _, c := range newParser(&o, io.Discard, io.Discard).Model.Leaves(true) {
		name := strings.TrimPrefix(c.Path(), "spbench ")
		if readers[name] == nil && !slices.Contains(others, name) {
			t.Errorf("does the command %q read a run folder?", name)
		}
	}
}

func newDamagedRun(t *testing.T) *damagedRun {
	t.Helper()
	d := &damagedRun{dir: t.TempDir(), outputs: map[string]string{}}
	putText(t, damagedSuite, d.dir, "suite.yaml")
	putText(t, damagedPublished, d.dir, "published.yaml")
	for range 2 { // a second file of declarations
		if _, said, code := d.command(t, "run", "suite.yaml"); code != 0 {
			t.Fatal(said)
		}
		putText(t, strings.Replace(damagedPublished, "<", ">", 1), d.dir, "published.yaml")
	}
	d.run = must(record.Latest(filepath.Join(d.dir, "results")))(t)
	d.whole = filepath.Join(d.dir, "whole", filepath.Base(d.run))
	need(t, os.CopyFS(d.whole, os.DirFS(d.run)))
	fits, _, err := record.Load(d.run)
	need(t, err)
	at := slices.IndexFunc(fits, func(f record.Fit) bool { return f.Dataset == "chains" && f.Label == "ssvm" })
	d.key = fits[at].Key[:16]
	d.run, _ = filepath.Rel(d.dir, d.run)
	if out, said, code := d.command(t, "data", "convert", "chains", "more.jsonl"); code != 0 {
		t.Fatal(out, said)
	}
	for name, text := range d.each(t, nil) {
		d.outputs[name] = text
	}
	d.hash = d.resultHash(t)
	return d
}

// files returns the files of the run folder by kind.
func (d *damagedRun) files(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := fs.WalkDir(os.DirFS(d.whole), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			kind := strings.Split(filepath.ToSlash(name), "/")[0]
			kind, _, _ = strings.Cut(kind, "-")
			files[kind] = append(files[kind], name)
		}
		return err
	})
	need(t, err)
	return files
}

// command runs spbench.
func (d *damagedRun) command(t *testing.T, args ...string) (out, said string, code int) {
	t.Helper()
	cmd := program(binariesDir(t), d.dir, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// each runs each reading command, or those of only, and returns the outputs.
func (d *damagedRun) each(t *testing.T, only []string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, calls := range readers {
		if only != nil && !slices.Contains(only, name) {
			continue
		}
		for _, args := range calls {
			args = append(strings.Fields(name), args...)
			for i, a := range args {
				args[i] = strings.NewReplacer("RUN", d.run, "FIT", d.key).Replace(a)
			}
			out, said, code := d.command(t, args...)
			if code < 0 || code > 2 || strings.Contains(said, "goroutine ") {
				t.Errorf("%s: exit code %d: %s", args, code, said)
			}
			text := fmt.Sprint(code, "\n", out, said)
			for i, a := range args {
				if a == "-o" {
					written, _ := os.ReadFile(filepath.Join(d.dir, args[i+1]))
					text += string(written)
					_ = os.Remove(filepath.Join(d.dir, args[i+1]))
				}
			}
			all[strings.Join(args, " ")] = text
		}
	}
	return all
}

// silent are outputs free to change without a name of the file. For runs list this is size and
// time. Without its declaration a rope, control or claim is declared late.
func silent(kind, how, command string) bool {
	return strings.HasPrefix(command, "runs") || kind == "declared" && how == "gone" ||
		kind == "logs" && strings.HasPrefix(command, "report") || kind == "suite.yaml" ||
		kind == "records" // not run
}

// damage damages a file of the run folder, checks the commands, and repairs it by a run.
func (d *damagedRun) damage(t *testing.T, name, how string, random *rand.Rand, all bool) {
	t.Helper()
	defer func() {
		need(t, os.RemoveAll(filepath.Join(d.dir, d.run)))
		need(t, os.CopyFS(filepath.Join(d.dir, d.run), os.DirFS(d.whole)))
	}()
	path := filepath.Join(d.dir, d.run, name)
	content := must(os.ReadFile(path))(t)
	if how = damageFile(t, path, content, how, random); how == "" {
		return
	}
	kind, _, _ := strings.Cut(strings.Split(name, "/")[0], "-")
	only := []string{"table", "verify", "report"}
	if all {
		only = nil
	}
	short := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	short = short[:min(len(short), 20)]
	for command, text := range d.each(t, only) {
		if text != d.outputs[command] && !silent(kind, how, command) && !strings.Contains(text, short) {
			t.Errorf("%s %s: %s changes silently:\n%s\nwas\n%s", name, how, command, text,
				d.outputs[command])
		}
	}
	d.advised(t)
	if _, said, code := d.command(t, "run", "suite.yaml"); code != 0 {
		t.Errorf("%s %s: run: exit code %d: %s", name, how, code, said)
	}
	if out, _, code := d.command(t, "verify", d.run); code != 0 {
		t.Errorf("%s %s: after a run: %s", name, how, out)
	}
	if hash := d.resultHash(t); hash != d.hash {
		t.Errorf("%s %s: after a run the result hash is %s, was %s", name, how, hash, d.hash)
	}
}

// damageFile changes a file and returns how; "" if its content stays.
func damageFile(t *testing.T, path string, content []byte, how string, random *rand.Rand) string {
	t.Helper()
	if how == "gone" || len(content) == 0 {
		need(t, os.Remove(path))
		return "gone"
	}
	is := slices.Clone(content)
	at := random.IntN(len(is))
	switch how {
	case "flip":
		is[at] ^= 1 << random.IntN(8)
	case "empty":
		is = nil
	case "cut":
		is = is[:at]
	case "zeros":
		clear(is[at:min(at+64, len(is))])
	case "doubled":
		is = append(is, is...)
	}
	if bytes.Equal(is, content) {
		return ""
	}
	need(t, os.WriteFile(path, is, 0o666))
	return how
}

var damagedLine = regexp.MustCompile(`(?m)^(\S*records-\S*\.jsonl):(\d+): `)
var damagedFile = regexp.MustCompile(`(?m)(\S*(?:plan|declared-\S*)\.json): .*damaged`)

// advised follows the messages: it deletes damaged lines of records, and plans and declarations.
func (d *damagedRun) advised(t *testing.T) {
	t.Helper()
	out, said, _ := d.command(t, "verify", d.run)
	for _, m := range damagedFile.FindAllStringSubmatch(out+said, -1) {
		need(t, os.RemoveAll(filepath.Join(d.dir, m[1])))
	}
	lines := map[string]map[string]bool{}
	for _, m := range damagedLine.FindAllStringSubmatch(out, -1) {
		if lines[m[1]] == nil {
			lines[m[1]] = map[string]bool{}
		}
		lines[m[1]][m[2]] = true
	}
	for name, damaged := range lines {
		var kept []string
		text := must(os.ReadFile(filepath.Join(d.dir, name)))(t)
		for i, line := range strings.SplitAfter(string(text), "\n") {
			if !damaged[fmt.Sprint(i+1)] {
				kept = append(kept, line)
			}
		}
		putText(t, strings.Join(kept, ""), d.dir, name)
	}
}

// resultHash returns the result hash under the table.
func (d *damagedRun) resultHash(t *testing.T) string {
	t.Helper()
	out, said, _ := d.command(t, "table", d.run)
	_, hash, ok := strings.Cut(out, "Result hash ")
	if !ok {
		t.Error(out, said)
	}
	return hash[:min(12, len(hash))]
}
