package metric_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// made returns the metric for these labels.
func made(t *testing.T, name, args string, labels ...string) metric.Metric {
	t.Helper()
	m, err := metric.New(name, []byte(args), labels)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// valueOf returns the metric of a test set of sequences with all labels hidden.
func valueOf(m metric.Metric, k int, gold, y [][]int32) float64 {
	sum := make([]float64, m.Counts.Width)
	for i := range gold {
		x := &sp.Instance{K: k, Node: sp.Rows{N: len(gold[i])}}
		for range gold[i] {
			x.Gold = append(x.Gold, sp.Unknown)
		}
		m.Counts.Add(sum, metric.NewCase(x, gold[i], &sp.Prediction{Labels: y[i]}))
	}
	return m.Counts.Value(sum)
}

// Label a is true twice and found once. Label b is true twice and found twice in three predictions.
// Label c is true once and never predicted.
func TestF1ByHand(t *testing.T) {
	gold, y := [][]int32{{0, 0, 1}, {1, 2}}, [][]int32{{0, 1, 1}, {1, 0}}
	for _, test := range []struct {
		name, args string
		want       float64
	}{
		{"precision", ``, (1./2 + 2./3 + 0) / 3},
		{"recall", ``, (1./2 + 1 + 0) / 3},
		{"f1", ``, (1./2 + 4./5 + 0) / 3},
		{"f1", `{"average": "micro"}`, 3. / 5},
		{"f1", `{"labels": ["b"]}`, 4. / 5},
		{"f1", `{"without": ["a"], "average": "micro"}`, 2 * 2. / (3 + 3)},
		{"precision", `{"without": ["a"], "average": "micro"}`, 2. / 3},
		{"recall", `{"without": ["a"], "average": "micro"}`, 2. / 3},
		{"mean-iou", ``, (1./3 + 2./3 + 0) / 3},
		{"mean-iou", `{"labels": ["b"]}`, 2. / 3},
	} {
		if got := valueOf(made(t, test.name, test.args, "a", "b", "c"), 3, gold,
			y); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("%s %s: %v, want %v", test.name, test.args, got, test.want)
		}
	}
	// A label in neither truth nor prediction does not count. A metric of it alone is NaN.
	if got := valueOf(made(t, "f1", ``, "a", "b", "c", "d"), 4, gold,
		y); math.Abs(got-(1./2+4./5)/3) > 1e-15 {
		t.Errorf("with a label that nothing has: %v", got)
	}
	if got := valueOf(made(t, "f1", `{"labels": ["d"]}`, "a", "b", "c", "d"), 4, gold,
		y); !math.IsNaN(got) {
		t.Errorf("a label that nothing has alone: %v, want NaN", got)
	}
}

// A prediction without a known truth counts nowhere, also not in a union.
func TestUnknownLabelsCountNowhere(t *testing.T) {
	gold := [][]int32{{0, sp.Unknown, 1}, {sp.Unknown, sp.Unknown, 1}}
	y := [][]int32{{0, 1, 0}, {0, 1, 1}}
	for name, want := range map[string]float64{"mean-iou": (1./2 + 1./2) / 2, "f1": 2. / 3} {
		if got := valueOf(made(t, name, ``, "a", "b"), 2, gold, y); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// expected: {loss: NAME} is the mean of any loss. Losses may have arguments.
func TestExpectedOfAnyLoss(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	x := &sp.Instance{ID: "x", Weight: 1, K: 2, Node: sp.Rows{N: 3}, Size: []float64{1, 4, 9},
		Gold: []int32{sp.Unknown, sp.Unknown, sp.Unknown}}
	gold := []int32{1, 0, 1}
	p := &sp.Prediction{Marginal: make([]float64, 6)}
	for d := range 3 {
		p.Marginal[2*d] = r.Float64()
		p.Marginal[2*d+1] = 1 - p.Marginal[2*d]
	}
	atoms := &sp.Prediction{Atoms: []sp.Atom{{Weight: .25, Labels: []int32{0, 0, 0}}, {Weight: .75,
		Labels: gold}}}
	for loss, want := range map[string][2]float64{ // from atoms and from marginals
		`"hamming"`: {.25 * 2 / 3, (p.Marginal[0] + p.Marginal[3] + p.Marginal[4]) / 3},
		`"weighted-hamming"`: {.25 / 2,
			((p.Marginal[0]+9*p.Marginal[4])/10 + p.Marginal[3]) / 2},
		`"zero-one"`: {.25, math.NaN()}, // no sum over variables
		`{"cost": {"matrix": [[0, 1], [5, 0]]}}`: {.25 * 10,
			5*p.Marginal[0] + p.Marginal[3] + 5*p.Marginal[4]},
	} {
		m := made(t, "expected", `{"loss": `+loss+`}`, "a", "b")
		for i, q := range []*sp.Prediction{atoms, p} {
			num, den := m.Stat(metric.NewCase(x, gold, q))
			if got := m.Value([]float64{num}, []float64{den}); math.Abs(got-want[i]) > 1e-12 ||
				math.IsNaN(got) != math.IsNaN(want[i]) {
				t.Errorf("expected %s: %v, want %v", loss, got, want[i])
			}
		}
	}
}

func TestArguments(t *testing.T) {
	for _, test := range []struct{ name, args, want string }{
		{"iuo", ``, "iou"},
		{"hamming", `{"a": 1}`, `"a"`},
		{"f1", `{"average": "mean"}`, `"mean" is none of macro, micro, weighted`},
		{"f1", `{"labels": ["z"]}`, `no label "z"; it has a, b`},
		{"f1", `{"labels": ["a"], "without": ["b"]}`, "exclude each other"},
		{"f1", `{"without": ["a", "b"]}`, "no label is left"},
		{"mean-iou", `{"labels": []}`, "labels is empty"},
		{"span-f1", ``, `label "a" is neither O nor one of the letters`},
		{"expected", ``, `want {"loss": NAME}`},
		{"expected", `{"loss": "losss"}`, "no loss is called"},
		{"expected", `{"loss": {"cost": {}}}`, "matrix is missing"},
		{"expected", `{"loss": {"cost": {"matrix": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}}}`, "3×3, but there are 2 labels"},
	} {
		if _, err := metric.New(test.name, []byte(test.args), []string{"a", "b"}); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v does not say %s", test.name, test.args, err, test.want)
		}
	}
	m, err := metric.New("f1", []byte(`{"without": ["O"], "average": "micro"}`), nil)
	if err != nil || m.Doc != "harmonic mean of precision and recall, without O, pooled over labels (micro)" {
		t.Errorf("before there are labels: %q, %v", m.Doc, err)
	}
}

// Each part of a variable with parts of several labels counts by itself.
func TestMeanIoUOfMixedVariables(t *testing.T) {
	x := &sp.Instance{
		K: 2, Node: sp.Rows{N: 4}, Size: []float64{10, 10, 10, 10}, Gold: []int32{sp.Unknown, sp.Unknown,
			sp.Unknown, 0},
		Mixed: []float64{7, 3, 2, 6, 0, 0, 9, 1}, // two pixels of the second are unknown, all of the third, and the fourth is shown
	}
	m := made(t, "mean-iou", ``, "a", "b")
	sum := make([]float64, m.Counts.Width)
	m.Counts.Add(sum, metric.NewCase(x, []int32{0, 1, sp.Unknown, 0}, &sp.Prediction{Labels: []int32{0,
		0, 1, 0}}))
	got := m.Counts.Value(sum)
	if want := (9./18 + 0./9) / 2; math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
}
