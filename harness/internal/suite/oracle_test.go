package suite

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Several oracles make one column each. One oracle does not change labels, and exact is the
// default.
func TestOraclesAreColumns(t *testing.T) {
	s := mustParse(t, "datasets: [ocr, {chains: {split: {train: 400, test: 10}, sizes: [20, 50], as: C, oracle: lbp}}]\n"+
		"oracle: [exact, lbp, {lbp: {sweeps: 5}}, {lbp: {sweeps: 9, as: long}}]\nbudget: [{passes: 1}, {passes: 2}]\nlearners: [{crf: {on: {ocr: {lambda: 2}}}}]\n")
	var got []string
	for i := range s.Datasets {
		d := &s.Datasets[i]
		line := d.Label + " of " + d.Base + ":"
		if d.Oracle != nil {
			line += " " + d.Oracle.Name + string(d.Oracle.Args)
		}
		got = append(got, line+" "+string(s.Learners[0].On(d.Label).Args))
	}
	want := []string{
		`ocr (exact) (1 passes) of : {"lambda":2}`, `ocr (exact) (2 passes) of : {"lambda":2}`,
		`ocr (lbp) (1 passes) of : lbp{} {"lambda":2}`, `ocr (lbp) (2 passes) of : lbp{} {"lambda":2}`,
		`ocr (lbp sweeps=5) (1 passes) of : lbp{"sweeps":5} {"lambda":2}`,
		`ocr (lbp sweeps=5) (2 passes) of : lbp{"sweeps":5} {"lambda":2}`,
		`ocr (long) (1 passes) of : lbp{"sweeps":9} {"lambda":2}`,
		`ocr (long) (2 passes) of : lbp{"sweeps":9} {"lambda":2}`,
		`C (train 20) (1 passes) of C (1 passes): lbp{} {}`,
		`C (train 20) (2 passes) of C (2 passes): lbp{} {}`,
		`C (train 50) (1 passes) of C (1 passes): lbp{} {}`,
		`C (train 50) (2 passes) of C (2 passes): lbp{} {}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	none := marshal(t, mustParse(t, with("")))
	for _, text := range []string{"oracle: exact", "oracle: [exact]",
		"datasets: [{chains: {oracle: exact}}]\noracle: lbp"} {
		if one := marshal(t, mustParse(t, with(text))); one != none {
			t.Errorf("%s is\n%s\nwant\n%s", text, one, none)
		}
	}
}

// A learner has its own oracle and loss, or else those of the dataset, or else the suite's.
func TestOwnOracles(t *testing.T) {
	s := mustParse(t, "datasets: [ocr, {chains: {oracle: lbp, train-loss: zero-one}}]\n"+
		"learners: [crf, {crf: {oracle: {lbp: {sweeps: 3}}}}, {ssvm: {oracle: exact, train-loss: hamming-count, as: S}}]\n")
	var got []string
	for i := range s.Learners {
		for j := range s.Datasets {
			l, d := &s.Learners[i], &s.Datasets[j]
			line := l.Label + " on " + d.Label + ":"
			if o := OracleOf(l, d); o != nil {
				line += " " + o.Name + string(o.Args)
			}
			got = append(got, line+" "+s.TrainLossOf(l, d).Name)
		}
	}
	want := []string{"crf on ocr: hamming", "crf on chains: lbp{} zero-one",
		`crf (lbp sweeps=3) on ocr: lbp{"sweeps":3} hamming`,
		`crf (lbp sweeps=3) on chains: lbp{"sweeps":3} zero-one`,
		"S on ocr: hamming-count", "S on chains: hamming-count"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A dataset has its own first metric, and learns for the loss of that name. Other metrics are shared,
// and none occurs twice.
func TestOwnLosses(t *testing.T) {
	s := mustParse(t, "datasets: [ocr, {chains: {loss: {hamming: {as: W}}}}, "+
		"{chains: {as: blobs, loss: iou, train-loss: hamming}}]\nloss: hamming-micro\ntrain-loss: hamming-count\nmetrics: [iou]\nlearners: [crf]\n")
	check(t, s.Check(catalogue()))
	var got []string
	for i := range s.Datasets {
		d := &s.Datasets[i]
		line := d.Label + ", for " + s.TrainLossOf(&s.Learners[0], d).Name + ":"
		for _, m := range s.MetricsOn(d) {
			line += " " + m.Label
		}
		got = append(got, line)
	}
	line := "all:"
	for _, m := range s.AllMetrics() {
		line += " " + m.Label
	}
	want := []string{"ocr, for hamming-count: hamming-micro iou",
		"chains, for hamming: W iou", "blobs, for hamming: iou",
		"all: hamming-micro iou W"}
	if got = append(got, line); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var again Dataset
	check(t, json.Unmarshal(must(json.Marshal(s.Datasets[1]))(t), &again))
	if again.Loss == nil || again.Loss.Label != "W" || again.Loss.Name != "hamming" {
		t.Errorf("after JSON the loss is %+v", again.Loss)
	}
}

// Grids of one size may be over different parameters. Others are refused.
func TestGridsOfOneSize(t *testing.T) {
	const text = "datasets: [chains]\ntune: {folds: 2, over: [lambda, step]}\n" +
		"learners: [{crf: {lambda: [1, 2, 3]}}, {skeleton: {step: [.1, .2, .3]}}]\n"
	s := mustParse(t, text)
	for i, want := range []string{`{"lambda":2}`, `{"step":0.2}`} {
		if got := string(s.Learners[i].Candidates[1].Args); got != want {
			t.Errorf("candidate %s, want %s", got, want)
		}
	}
	_, err := Parse("suite.yaml", []byte(strings.Replace(text, ".2, .3", ".2", 1)))
	if err == nil || !strings.Contains(err.Error(), `"skeleton" has 2 candidates, "crf" has 3`) {
		t.Errorf("two candidates beside three: %v", err)
	}
}

// Names and arguments of oracles are checked.
func TestOracleMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"oracle: lpb":                                     `unknown oracle "lpb"`,
		"oracle: {lbp: {sweps: 1}}":                       `did you mean "sweeps"?`,
		"oracle: {lbp: {sweeps: 0}}":                      "sweeps",
		"oracle: [lbp, lbp]":                              `two oracles have the label "lbp"`,
		"oracle: {exact: {sweeps: 2}}":                    "the exact oracle has no arguments",
		"oracle: []":                                      "the list of oracles is empty",
		"oracle: 7":                                       "oracle must be NAME",
		"datasets: [{chains: {oracle: gibs}}]":            `unknown oracle "gibs"`,
		"learners: [{crf: {oracle: lpb}}]":                `unknown oracle "lpb"`,
		"learners: [{crf: {oracle: [lbp]}}]":              "oracle",
		"learners: [{crf: {train-loss: hming}}]":          `unknown loss "hming"`,
		"datasets: [{ocr: {train-loss: hming}}]":          `unknown loss "hming"`,
		"datasets: [{ocr: {loss: hming}}]":                `unknown metric "hming"`,
		"datasets: [{ocr: {loss: iou}}]":                  "learners cannot learn for the metric",
		"datasets: [{ocr: {loss: {iou: {as: hamming}}}}]": "two different metrics have the label",
		"learners: [crf, {crf: {oracle: lbp, as: crf}}]":  `two learners have the label "crf"`,
		"learners: [{crf: {features: lineer}}]":           `did you mean "linear"?`,
		"decoders: [map, best]":                           "the decoder best is chosen by tuning",
		"tune: {}\ndecoders: [best, map]":                 "best must be the last decoder of several",
		"tune: {}\ndecoders: [map, {best: {of: map}}]":    `has no parameter "of"`,
		"tune: {}\ndecoders: [map, {best: {reveal: .5}}]": "decoders that see the same labels",
		"decoders: [{map: {oracle: lbp}}]":                "oracle",
		"oracle: {lbp: {sweeps: 1}, icm: {}}":             "stands beside",
		"oracle: [{lbp: {sweeps: [1, 2]}}]":               "sweeps",
		"datasets: [{chains: {oracle: [lbp, 3]}}]":        "an oracle must be NAME",
	} {
		s, err := Parse("suite.yaml", []byte(with(text)))
		if err == nil {
			err = s.Check(catalogue())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
