package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/examine"
	"github.com/spbench/spbench/harness/internal/export"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

// TestPages: the commands of each page in docs/ run in order, in a folder of its own. A shown
// output is part of the real output, and a shown benchmark exists. A block of YAML, Python or
// JSON lines after a line with `suite.yaml`, `NAME.py` or `NAME.jsonl` becomes that file, and one of
// text after a line with `templates`.
func TestPages(t *testing.T) {
	t.Parallel()
	bin := binariesDir(t)
	pages, err := filepath.Glob("../../../docs/*.md")
	if err != nil || len(pages) < 4 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, name := range pages {
		page := must(os.ReadFile(name))(t)
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			dir, more := t.TempDir(), []string(nil)
			switch filepath.Base(name) {
			case "install.md":
				t.Skip("TestInstall runs its commands")
			case "cluster.md":
				more = []string{startSlurm(t).env()}
			case "fairness.md":
				longtest.Program(t, "awk", func(string) bool { return true })
			case "images.md":
				putImages(t, dir)
				page = bytes.ReplaceAll(page, []byte("superpixels: 200"), []byte("superpixels: 20"))
				putText(t, "MARKOV\n2\n2 2\n1\n2 0 1\n4\n2 1 1 3\n", dir, "grid.uai")
			case "learners.md": // TestLearnerTutorial has the steps in a checkout
				longtest.Skip(t)
				page = []byte(strings.Replace(string(page), section(t, page, learnerSteps), "", 1))
			case "text.md":
				for _, part := range []string{"train", "dev", "test"} {
					putText(t, "Ada B-PER\nsleeps O\n\nRome B-LOC\n", dir, part+".conll")
					putText(t, strings.ReplaceAll("1 Ada _ PROPN _ _ _ _ _ _\n\n"+
						"1 Rome _ PROPN _ _ _ _ _ _\n2 is _ AUX _ _ _ _ _ _\n", " ", "\t"),
						dir, part+".conllu")
				}
			case "tutorial.md":
				longtest.Skip(t)
			case "tutorial-images.md":
				longtest.Skip(t)
				if _, err := exec.LookPath("python3"); err != nil {
					t.Skip("SKIPPED: there is no python3 to draw the pictures")
				}
			case "python.md":
				longtest.Skip(t)
				more = pythonEnvironment(t, bin, dir)
			case "performance.md": // benchmarks in the sources, each once; those of whole fits exist
				longtest.Skip(t)
				dir, more = "../../..", []string{"GOFLAGS=-mod=mod -benchtime=1x " + os.Getenv("GOFLAGS")}
				page = bytes.ReplaceAll(page, []byte(" -count 8 "), []byte(" "))
				page = regexp.MustCompile(`-bench (\S+) (./(plugins|harness/network))`).ReplaceAll(page,
					[]byte("-list 'Benchmark.*$1' $2"))
			}
			runPage(t, bin, dir, string(page), more...)
		})
	}
}

// putImages puts photographs, masks with a void row, scores of a network and lists into dir.
func putImages(t *testing.T, dir string) {
	const h, w = 12, 16
	lists, folds := [2]string{}, "image,fold\n"
	for _, folder := range []string{"photos", "masks", "logits"} {
		need(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
	}
	for n := range 12 {
		name, r := string(rune('a'+n)), rand.New(rand.NewPCG(uint64(n), 1))
		photo, mask := image.NewGray(image.Rect(0, 0, w, h)), image.NewGray(image.Rect(0, 0, w, h))
		scores := []byte("\x93NUMPY\x01\x00\x40\x00{'descr': '<f4', 'fortran_order': False, " +
			"'shape': (12, 16, 2), }")
		for i := range h * w {
			cat := 0.0
			if x, y := i%w-4-n%5, i/w-6; x*x+y*y < 20 {
				cat = 1
			}
			photo.Pix[i], mask.Pix[i] = uint8(50*(1+cat)+99*r.Float64()), uint8(cat)
			for _, sign := range []float64{-1, 1} {
				score := float32(sign*(cat-0.5) + r.NormFloat64())
				scores = binary.LittleEndian.AppendUint32(scores, math.Float32bits(score))
			}
			if i < w {
				mask.Pix[i] = 255
			}
		}
		for folder, m := range map[string]image.Image{"photos": photo, "masks": mask} {
			var text bytes.Buffer
			need(t, png.Encode(&text, m))
			putText(t, text.String(), dir, folder, name+".png")
		}
		putText(t, string(scores), dir, "logits", name+".npy")
		lists[n/8] += name + "\n"
		folds += name + "," + []string{strconv.Itoa(n % 2), ""}[n/8] + "\n"
	}
	putText(t, lists[0], dir, "train.txt")
	putText(t, lists[1], dir, "test.txt")
	putText(t, folds, dir, "logits", "folds.csv")
}

// pythonEnvironment returns the variables of a shell in dir. PATH has the page's own environment, then
// the system's Python. CHECKOUT is the checkout.
func pythonEnvironment(t *testing.T, bin, dir string) []string {
	python := longtest.Program(t, "python3", func(path string) bool {
		return exec.Command(path, "-c", "import ensurepip, grpc, numpy, google.protobuf").Run() == nil
	})
	path := []string{filepath.Join(dir, "env", "bin"), bin, filepath.Dir(python), os.Getenv("PATH")}
	return []string{"PATH=" + strings.Join(path, string(os.PathListSeparator)),
		"CHECKOUT=" + must(filepath.Abs("../../.."))(t)}
}

func runPage(t *testing.T, bin, dir, page string, more ...string) {
	env := append(goEnvironment(t, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")),
		"SPBENCH_RESULTS="+filepath.Join(dir, "results"))
	env = append(env, more...)
	n := 0
	for _, block := range regexp.MustCompile("(?s)([^\n]*)\n\n```(\\w*)\n(.*?)```").FindAllStringSubmatch(page, -1) {
		before, kind, text := block[1], block[2], block[3]
		file := regexp.MustCompile("`(suite\\.yaml|templates|\\w+\\.py|\\w+\\.jsonl)`").
			FindStringSubmatch(before)
		if file != nil && slices.Contains([]string{"yaml", "python", "jsonl", "text"}, kind) {
			putText(t, text, dir, file[1])
		}
		for _, part := range regexp.MustCompile(`(?m)^\$ `).Split(text, -1)[1:] {
			command, shown, _ := strings.Cut(part, "\n")
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir, cmd.Env = dir, env
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v\n%s%s", command, err, out, stderr.String())
			}
			if runtime.GOARCH == "amd64" &&
				!strings.Contains(string(out), strings.TrimSpace(shown)) {
				t.Errorf("%s prints\n%swithout\n%s", command, out, shown)
			}
			if strings.Contains(command, " -bench ") && os.Getenv("SPBENCH_DATA") != "" &&
				!strings.Contains("\n"+string(out), "\nBenchmark") {
				t.Errorf("%s finds no benchmark:\n%s", command, out)
			}
			n++
		}
	}
	t.Logf("%d commands", n)
}

// TestChecksPage: the table of docs/learners.md lists the checks.
func TestChecksPage(t *testing.T) {
	page := must(os.ReadFile("../../../docs/learners.md"))(t)
	for _, c := range examine.Laws() {
		if row := "| `" + c.Name + "` | " + c.Doc + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("docs/learners.md has no line\n%s", row)
		}
	}
}

// TestResultsPage: the tables of docs/files.md list all exported fields and all fields of
// records.
func TestResultsPage(t *testing.T) {
	page := must(os.ReadFile("../../../docs/files.md"))(t)
	for _, c := range slices.Concat(export.Columns(export.Score{}),
		export.Columns(export.Prediction{}), export.Columns(export.Weight{})) {
		if row := "| `" + c.Name + "` | " + c.Help + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("docs/files.md has no line\n%s", row)
		}
	}
	for _, line := range []any{record.Fit{}, record.Row{}, record.Audit{}, record.Trial{},
		record.Checkpoint{}} {
		for i, fields := 0, reflect.TypeOf(line); i < fields.NumField(); i++ {
			name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
			if name != "-" && !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("docs/files.md says nothing of the field %s of a %s", name,
					fields.Name())
			}
		}
	}
}
