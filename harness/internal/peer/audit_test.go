package peer

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
)

// Two sequences with labels a and b. Attribute x is positive, y negative.
const (
	train = "a\tx:1\ty:-1\nb\tx:0.5\nb\ty:-0.5\n\nb\ty:-2\na\tx:1.5\n\n"
	test  = "a\tx:1\nb\ty:-1\nb\tz\n\n"
)

// dump is a model as CRFsuite prints it, without the attribute y.
const dump = `FILEHEADER = {
  magic: lCRF
}

LABELS = {
      0: a
      1: b
}

TRANSITIONS = {
  (1) a --> b: 0.250000
  (1) b --> b: -0.125000
}

STATE_FEATURES = {
  (0) x --> a: 0.750000
  (0) x --> b: -0.500000
}
`

// load returns a dataset of files with these texts.
func load(t *testing.T, ending, train, test string, args map[string]any) *data.Dataset {
	t.Helper()
	dir := t.TempDir()
	parts := map[string]string{}
	for part, text := range map[string]string{"train": train, "test": test} {
		parts[part] = write(t, dir, part+ending, text)
	}
	all := map[string]any{"path": parts}
	for key, v := range args {
		all[key] = v
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	d, err := data.Load("file", text, "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, text string) (*Model, error) {
	return Read(write(t, t.TempDir(), "model.txt", text))
}

// enumerated returns Σ −log p(gold|x) + c2·‖w‖² of dump, by all labelings.
func enumerated(c2 float64) float64 {
	node := map[byte]float64{'a': 0.75, 'b': -0.5}
	pair := map[string]float64{"ab": 0.25, "bb": -0.125}
	score := func(x []float64, y string) (s float64) {
		for d := range x {
			if s += x[d] * node[y[d]]; d > 0 {
				s += pair[y[d-1:d+1]]
			}
		}
		return s
	}
	f := 0.0
	for gold, x := range map[string][]float64{"abb": {1, 0.5, 0}, "ba": {0, 1.5}} {
		z := 0.0
		for i := range 1 << len(x) {
			y := ""
			for d := range x {
				y += string(rune('a' + i>>d&1))
			}
			z += math.Exp(score(x, y))
		}
		f += math.Log(z) - score(x, gold)
	}
	for _, v := range []float64{0.75, 0.5, 0.25, 0.125} {
		f += c2 * v * v
	}
	return f
}

// TestCRFsuite: the objective is that of the program, and features that it left out cost.
func TestCRFsuite(t *testing.T) {
	m, err := read(t, dump)
	if err != nil {
		t.Fatal(err)
	}
	c2 := 0.7
	r, err := m.Audit(load(t, ".crfsuite", train, test, nil), Options{C2: &c2})
	if err != nil {
		t.Fatal(err)
	}
	if want := enumerated(c2); math.Abs(r.Objective-want) > 1e-12 {
		t.Errorf("objective %v, by enumeration %v", r.Objective, want)
	}
	// Seen are x and y with a and b, and the transitions ab, bb, ba.
	if r.Has != 4 || r.All != 7 || r.Beyond != 0 {
		t.Errorf("%+v", r)
	}
	if !(r.Whole.Value < r.Own.Value-0.01 && r.Own.Value < r.Objective-0.01) {
		t.Errorf("minima %v, %v of objective %v", r.Own, r.Whole, r.Objective)
	}
	for _, m := range []Minimum{r.Own, r.Whole} {
		if gap := m.Value - m.Bound; !(gap >= -1e-12 && gap < 1e-8*m.Value) {
			t.Errorf("%+v is not proved", m)
		}
	}
	if r.Variables != 3 || r.Wrong != 1 { // b before the unknown z
		t.Errorf("%d of %d variables are wrong", r.Wrong, r.Variables)
	}
	var b strings.Builder
	r.Write(&b)
	missing := "4 weights; the data have 7 by its options, so 3 are missing\n"
	if !strings.Contains(b.String(), missing) ||
		!strings.Contains(b.String(), "test error: 33.33 %, at the minimum ") {
		t.Error(b.String())
	}
	possible, err := m.Audit(load(t, ".crfsuite", train, test, nil),
		Options{C2: &c2, PossibleStates: true, PossibleTransitions: true})
	if err != nil {
		t.Fatal(err)
	}
	if possible.All != 8 || possible.Whole.Value > r.Whole.Value {
		t.Errorf("%+v", possible)
	}
}

// TestBounds: no weights on a grid are better than the proved bound, with c1 and without.
func TestBounds(t *testing.T) {
	for _, c1 := range []float64{0, 0.3} {
		m, err := read(t, strings.Replace(dump, "  (0) x --> b: -0.500000\n", "", 1))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Audit(load(t, ".crfsuite", train, test, nil), Options{C1: c1})
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1) // over a grid
		for i := range 9 {
			v := float64(i-4) / 4
			for at := range m.weights {
				old := m.weights[at]
				m.weights[at] = v
				near, err := m.Audit(load(t, ".crfsuite", train, test, nil), Options{C1: c1})
				if err != nil {
					t.Fatal(err)
				}
				m.weights[at] = old
				least = min(least, near.Objective)
			}
		}
		if r.Own.Bound > least || r.Whole.Bound > r.Own.Value {
			t.Errorf("c1 %v: %+v, on a grid %v", c1, r, least)
		}
	}
}

// TestCRFPP: the same model as a text of CRF++ has the same objective.
func TestCRFPP(t *testing.T) {
	lines := func(text string) string {
		return strings.NewReplacer("\tx:1\ty:-1", " x", "\tx:0.5", " x", "\ty:-0.5", " y",
			"\ty:-2", " y", "\tx:1.5", " x", "\tx:1", " x", "\ty:-1", " y",
			"\tz", " z").Replace(text)
	}
	args := map[string]any{"format": "conll", "templates": "U00:%x[0,1]\nB", "gold": 0}
	d := load(t, ".conll", lines(train), lines(test), args)
	m, err := read(t, "version: 100\ncost-factor: 1\nmaxid: 8\nxsize: 1\n\na\nb\n\nU00:%x[0,1]\n"+
		"B\n\n"+
		"4 B\n0 U00:x\n2 U00:y\n\n0.75\n-0.5\n0\n0.5\n0\n0.25\n0\n-0.125\n")
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Audit(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Tool != "CRF++" || r.Has != 8 || r.All != 8 || r.Beyond != 0 || r.Whole != r.Own {
		t.Errorf("%+v", r)
	}
	// The same weights, as CRFsuite prints them, over the same attributes.
	tabs := strings.NewReplacer(" ", "\tU00:")
	of := load(t, ".crfsuite", strings.ReplaceAll(tabs.Replace(lines(train)), "U00:", `U00\:`),
		strings.ReplaceAll(tabs.Replace(lines(test)), "U00:", `U00\:`), nil)
	same, err := read(t, strings.Replace(strings.ReplaceAll(dump, ") x", ") U00:x"),
		"STATE_FEATURES = {\n", "STATE_FEATURES = {\n  (0) U00:y --> b: 0.500000\n", 1))
	if err != nil {
		t.Fatal(err)
	}
	half := 0.5
	other, err := same.Audit(of, Options{C2: &half})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Objective-other.Objective) > 1e-12 || r.Wrong != other.Wrong {
		t.Errorf("CRF++ %+v, CRFsuite %+v", r, other)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "want what crfsuite dump prints, or the text model",
		"FILEHEADER = {\n}\n":                  "no weights",
		"FILEHEADER = {\n  (0) x --> a\n":      "line 2: want (0) FEATURE --> LABEL: WEIGHT",
		"FILEHEADER = {\n  (0) x --> a: nan\n": `line 2: the weight of "x" is "nan"`,
		"version: 100\n\na\n":                  "want 5 parts",
		"version: 100\n\na\nb\n\nU\n\n1 U\n\n0\n0": `feature "1 U": its weights are not among`,
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	m, err := read(t, dump)
	if err != nil {
		t.Fatal(err)
	}
	zero := 0.0
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{train, Options{C2: &zero}, "c1 is 0 and c2 0: want one above 0"},
		{"c\tu\nd\tv\n\n", Options{}, "no feature of the model is in the data"},
	} {
		_, err := m.Audit(load(t, ".crfsuite", c.text, c.text, nil), c.o)
		if err == nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}
