package table_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scenes are the tables that are kept in testdata.
var scenes = map[string]func() (*table.Table, error){
	"quickstart": func() (*table.Table, error) {
		return annotated("quickstart: Generated handwriting-like words, every learner that comes with spbench.",
			run("chains", 3, 500, true), table.Options{Metrics: []table.Metric{hamming}})
	},
	"seeds": func() (*table.Table, error) {
		e := run("ocr", 3, 400, false)
		for i := range e {
			e[i].Fit.Times.Concurrent = true
			e[i].Fit.Warnings = []string{"lambda was chosen at the edge of the values tried"}
			if e[i].Label != "CRF" && e[i].Label != "independent" {
				e[i].Fit.Outcome.Kind, e[i].Fit.Ended = record.Budget, "budget"
				e[i].Fit.Warnings = nil
			}
		}
		fail(e, "S-SVM (BCFW)", "mpm", 0, record.Skipped,
			"a max-margin learner has no probabilities")
		fail(e, "perturb&MAP", "", 2, record.Crash,
			"panic: index out of range [26] with length 26\n\tgoroutine 1 [running]")
		fail(e, "perturb&MAP", "", 3, record.OOM, "used 1.1 GB of 1 GB")
		return annotated("ocr-fold", e, table.Options{Metrics: []table.Metric{hamming, micro},
			Digits: 2})
	},
	"datasets": func() (*table.Table, error) {
		e := append(run("ocr", 5, 200, false), run("chains", 10, 300, true)...)
		e = append(e, run("tiny", 1, 4, false)...)
		fail(e, "marg. perturb&MAP", "", 0, record.Timeout, "no answer within 20m0s")
		for i := range e {
			if e[i].Label == "S-SVM (BCFW)" && e[i].Dataset == "chains" && e[i].Seed.Learner < 3 {
				e[i].Fit.Audit = audited("hinge", 2, 0.36)
			}
		}
		return annotated("Three datasets", e, table.Options{Metrics: []table.Metric{hamming}})
	},
	"losses": func() (*table.Table, error) {
		e := append(run("words", 3, 200, true), run("masks", 5, 200, true)...)
		s := &suite.Suite{Metrics: metricsNamed("hamming", "hamming-micro"), Datasets: []suite.Dataset{
			{Label: "words"}, {Label: "masks", Loss: &metricsNamed("right")[0]}}}
		for i := range e {
			if wrong := e[i].Row.Instances["hamming"]; e[i].Dataset == "masks" {
				right := record.Statistics{Den: wrong.Den}
				for j := range wrong.Num {
					right.Num = append(right.Num, wrong.Den[j]-wrong.Num[j])
				}
				e[i].Row.Metrics["right"], e[i].Row.Instances["right"] = 1-e[i].Row.Metrics["hamming"], right
				delete(e[i].Row.Metrics, "hamming")
				delete(e[i].Row.Instances, "hamming")
			}
		}
		right, pooled := hamming, micro
		pooled.Neutral = true
		right.Name, right.Doc, right.Higher = "right", "share of right variables", true
		return annotated("Two losses", e,
			table.Options{Metrics: []table.Metric{hamming, pooled, right}, Suite: s})
	},
	"published": func() (*table.Table, error) {
		e := append(run("small", 10, 200, true), run("large", 10, 50, true)...)
		fail(e, "perturb&MAP", "", 2, record.Crash, "boom")
		p, s := papers("split: {train: [0], test: [1, 2]}")
		return beside("A paper's table, again", e,
			table.Options{Metrics: []table.Metric{hamming}, Suite: s}, p)
	},
	"awkward": func() (*table.Table, error) {
		e := run("a|b_c", 2, 50, false)
		for i := range e {
			if e[i].Label == "perturb&MAP" {
				e[i].Label = `50% *x* ~y~ $z_1$ {\w} #^<é>`
			}
			if e[i].Label == "CRF" {
				e[i] = table.Entry{Planned: table.Planned{Dataset: e[i].Dataset, Seed: e[i].Seed}, Label: "CRF", Decoder: e[i].Decoder}
			}
		}
		fail(e, "independent", "", 0, record.Crash,
			`exit status 2: "no | file" in C:\x_y & <b>*</b>`)
		return annotated(`Suite "x|y" & 100 %_`, e, table.Options{Metrics: []table.Metric{hamming}})
	},
}

// metricsNamed returns metrics without arguments.
func metricsNamed(names ...string) (list []suite.Metric) {
	for _, name := range names {
		list = append(list, suite.Metric{Spec: suite.Spec{Name: name}, Label: name})
	}
	return list
}

// TestGolden: text and JSON hold all that a table says, and one scene with awkward names shows how the
// other formats write it.
func TestGolden(t *testing.T) {
	for scene, build := range scenes {
		formats := []string{"text", "json"}
		if scene == "awkward" {
			formats = grid.Formats()
		}
		tab := must(build())(t)
		for _, format := range formats {
			t.Run(scene+"/"+format, func(t *testing.T) {
				golden(t, filepath.Join("testdata", scene+"."+format),
					[]byte(write(t, tab, format, layout.Style{})))
			})
		}
	}
}

var number = regexp.MustCompile(`\d+(\.\d+)?(e[-+]\d+)?`)

// nearly reports whether two texts have the same words, and numbers that differ only as builds for
// other processors may round.
func nearly(a, b []byte) bool {
	if !bytes.Equal(number.ReplaceAll(a, nil), number.ReplaceAll(b, nil)) {
		return false
	}
	these, those := number.FindAll(a, -1), number.FindAll(b, -1)
	for i := range these {
		x, _ := strconv.ParseFloat(string(these[i]), 64)
		y, _ := strconv.ParseFloat(string(those[i]), 64)
		if math.Abs(x-y) > 1e-12*math.Abs(x) {
			return false
		}
	}
	return len(these) == len(those)
}

// golden compares got with a file of testdata, on ordinary amd64 bit for bit; a difference is left beside it
// with the ending .got.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		ok(t, os.WriteFile(name, got, 0o666))
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if !bytes.Equal(got, want) && !(spbench.Arithmetic() != "" && nearly(got, want)) {
		if err := os.WriteFile(name+".got", got, 0o666); err != nil {
			t.Error(err)
		}
		t.Errorf("%s differs from %s.got", name, name)
	}
}
