package plan

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	sources "github.com/spbench/spbench"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/runtest"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// grid returns an instance with a cycle.
func grid(k int) sp.Instance {
	edges := []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}
	return sp.Instance{K: k, Node: sp.Rows{N: 4}, Edges: edges}
}

// sourcesOf returns the keys of fits and the sources of rows of a small suite. Their names are
// LEARNER/DATASET/MODE, with /DECODER for a row.
func sourcesOf(t *testing.T) (fits, rows map[string]string) {
	t.Helper()
	chain := sp.Instance{K: 3, Node: sp.Rows{N: 4}, Edges: sp.ChainEdges(4)}
	datasets := map[string]*Dataset{
		"words": {Spec: &suite.Dataset{}, Data: &data.Dataset{Instances: []sp.Instance{chain}}},
		"pixels": {
			Spec: &suite.Dataset{},
			Data: &data.Dataset{Instances: []sp.Instance{chain, grid(2)}},
		},
		"segments": {
			Spec: &suite.Dataset{},
			Data: &data.Dataset{Instances: []sp.Instance{grid(3)}},
		},
		"loopy": {
			Spec: &suite.Dataset{Oracle: &suite.Spec{Name: "lbp"}},
			Data: &data.Dataset{Instances: []sp.Instance{grid(3)}},
		},
	}
	fits, rows = map[string]string{}, map[string]string{}
	for _, mode := range []string{"plain", "tuned", "curve"} {
		s := &suite.Suite{
			Metrics: []suite.Metric{
				{Spec: suite.Spec{Name: "hamming"}},
				{Spec: suite.Spec{Name: "log-loss"}},
			},
		}
		s.TrainLoss.Name = "hamming-count"
		if mode == "curve" {
			s.Curve.First = 1
		}
		p := &Plan{Suite: s, Learners: map[string]*Learner{}}
		for _, name := range []string{"crf", "ssvm", "skeleton"} {
			fit, predict := SourceTree().Learner(name)
			p.Learners[name] = &Learner{
				Source: find.Source{Name: name, Identity: "source:" + fit, Predict: predict},
			}
			l := suite.Learner{
				Spec: suite.Spec{Name: name},
				Decoders: []suite.Decoder{
					{Spec: suite.Spec{Name: "map"}},
					{Spec: suite.Spec{Name: "icm"}},
				},
			}
			if mode == "tuned" {
				l.Candidates = make([]suite.Spec, 2)
			}
			s.Learners = append(s.Learners, l)
		}
		for name, c := range datasets {
			c.Spec.Features.Name, c.Measured = "linear", s.Metrics
			for i := range s.Learners {
				l := &s.Learners[i]
				f := newConfiguration(
					p, c, 0, &Split{}, l, newIdentityTexts(p, c),
				).fit(record.Seed(1))
				cell := l.Name + "/" + name + "/" + mode
				fits[cell] = f.Key
				for j := range l.Decoders {
					rows[cell+"/"+l.Decoders[j].Name] = f.ScoreSources(&l.Decoders[j])
				}
			}
		}
	}
	return fits, rows
}

// TestStaleAfterEdits: an edit of the sources makes exactly those fits and rows stale that may
// change. Two edits of one test have different fits and rows. Each test reads all sources, so only
// the first ones are quick.
func TestStaleAfterEdits(t *testing.T) {
	const all, chosen = `.`, `tuned|curve` // decoder and metric chose in the second
	added := func(file, list, entry, code string) []string {
		at := strings.LastIndex(file, "/")
		return []string{
			file,
			list,
			list + entry,
			file[:at] + "/added.go",
			"",
			"package " + path.Base(file[:at]) + "\n\n" + code,
		}
	}
	plant := func(t *testing.T, edits []string) (fits, rows map[string]string) {
		built := runtest.EditedTree(t, edits...)
		runtest.Set(t, &SourceTree, func() *sources.Tree { return built })
		return sourcesOf(t)
	}
	fits, rows := plant(t, nil)
	for i, test := range []struct {
		name       string
		edits      []string
		fits, rows string // that are stale, as regular expressions; "" for none
	}{
		{"remarks, names of files, and what no row uses", []string{
			"harness/oracle/chain.go", "package oracle", "// A remark.\npackage oracle",
			"harness/decode/map.go", "type maximum struct{}", "type maximum struct{} // another",
			"plugins/crf/run.go", "package crf", "package crf // crf",
			"harness/internal/host/state.go", "package host", "/* host */ package host",
			"plugins/ssvm/bcfw.go plugins/ssvm/frankwolfe.go", "", "",
			"harness/internal/metric/ratio.go harness/internal/metric/share.go", "", "",
			"go.mod", "google.golang.org/grpc v", "google.golang.org/grpc v9",
			"go.mod", "go-yaml v", "go-yaml v9",
			"harness/internal/metric/iou.go", "return", "return ;return",
			"harness/oracle/trw.go", "package oracle",
			"package oracle\n\nfunc (s *TRW) more() {}",
			"harness/loss/registry.go", "Hamming{Mean: true}, nil}", "Hamming{true}, nil}",
		}, "", ""},
		{"oracle binary and prediction of skeleton", []string{"harness/oracle/binary.go",
			"cut: NewCut()", "cut: (NewCut())", "plugins/skeleton/decoder.go", ") Predict(",
			") Predict(_ struct{}, "}, "pixels|skeleton/.*(tuned|curve)", "skeleton"},
		{"additions", slices.Concat(
			added("harness/decode/kind.go", "mapKind, ", "addedKind, ",
				`var addedKind = Kind{Name: "added", new: func() Decoder { return &added{} }}

type added struct{ maximum }
`),
			added("harness/internal/metric/registry.go", "var registry = []entry{\n",
				`{Metric{Name: "added", Stat: added}, nil},`, "var added = wrong\n"),
			added("harness/oracle/kind.go", "\tlbpKind, ", "addedKind, ",
				"var addedKind = Kind{Name: \"added\", new: lbpKind.new}\n"),
			added("harness/loss/registry.go", "{\"hamming\"",
				", \"\", Added{}, nil},\n\t{\"hamming\"", "type Added struct{ Hamming }\n"),
			added("harness/internal/data/data.go", "blobsEntry, ", "added, ",
				"var added = Entry{}\n"),
			[]string{"plugins/added/learner.go", "", "package added\n",
				"harness/internal/format/added.go", "", "package format\n"}), "", ""},

		{"learner ssvm and decoder icm", []string{"plugins/ssvm/bcfw.go", "package ssvm",
			"package ssvm\n\nfunc (l *SSVM) more() {}", "harness/decode/icm.go", "d.Sweeps",
			"(d.Sweeps)"}, "^ssvm", "/icm$"},
		{"decoder map", []string{"harness/decode/map.go", "_, err = s.MAP", "_, err = (s).MAP"}, chosen, "/map$"},
		{"metric log-loss", []string{"harness/internal/metric/ratio.go", "max(q[k], 1e-12)", "max(q[k], 1e-13)"}, "", all},
		{"metric hamming", []string{"harness/internal/metric/ratio.go", "float64(x.n)", "2*float64(x.n)"}, chosen, all},

		{"oracle chain", []string{"harness/oracle/chain.go", `"chain"`, `"line"`}, all, ""},
		{"learner crf and oracle lbp", []string{"plugins/crf/run.go", "package crf",
			"package crf\n\nfunc (l *CRF) more() {}", "harness/oracle/lbp.go", "package oracle",
			"package oracle\n\nfunc (s *LBP) more() {}"}, "^crf|loopy", ""},
		{"oracle elimination", []string{"harness/oracle/eliminationsum.go", "package oracle", "package oracle\n\nfunc (s *Elimination) more() {}"}, "pixels|segments|loopy", ""},
		{"loss", []string{"harness/loss/registry.go", "Hamming{}, nil}", "Hamming{Mean: false}, nil}"}, all, ""},
		{"feature map", []string{"harness/feature/linear.go", "package feature", "package " +
			"feature\n\nfunc (m *Linear) more() {}"}, all, ""},
		{"gonum updated", []string{"go.mod", "gonum.org/v1/gonum v", "gonum.org/v1/gonum v9"}, all, ""},
		{"host", []string{"harness/internal/host/state.go", "package host", "package host\n\nfunc " +
			"more() {}"}, all, ""}, // until TestGoldenFits decides
		{"other golden fits", []string{"contract.json", `"version": `, `"version": 1`}, all, ""},
		{"scoring", []string{"harness/internal/run/score/rows.go", "package score", "package " +
			"score\n\nfunc more() {}"}, chosen, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			if i > 1 {
				longtest.Skip(t)
			}
			f, r := plant(t, test.edits)
			compareStale(t, "fit", fits, f, test.fits)
			compareStale(t, "row", rows, r, test.rows)
		})
	}
}

// compareStale compares the changed hashes with the pattern of expected ones.
func compareStale(t *testing.T, what string, was, is map[string]string, pattern string) {
	t.Helper()
	stale := regexp.MustCompile(pattern)
	for name := range was {
		if want := pattern != "" && stale.MatchString(name); want != (was[name] != is[name]) {
			t.Errorf("%s %s: stale %v, want %v", what, name, !want, want)
		}
	}
}
