package format

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// three is a model of variables with 2, 3 and 2 labels. Its last factor lists its variables in
// reverse.
const three = `MARKOV
3
2 3 2
4
1 0
2 0 1
1 0
2 2 1

2
 1 3
6
 1 2 3
 4 5 0
2
 2 2
6
 1 2 3 4 5 6
`

// score is the score of labels of the remaining variables, from their features.
func score(x *sp.Instance, y ...int) float64 {
	s := 0.0
	for v, l := range y {
		s += float64(x.Node.DenseRow(v)[l])
	}
	for e, uv := range x.Edges {
		s += float64(x.Edge.DenseRow(e)[y[uv.U]*x.K+y[uv.V]])
	}
	return s
}

func near(t *testing.T, what string, have, want float64) {
	t.Helper()
	if math.Abs(have-want) > 1e-5 {
		t.Errorf("%s: %v, want %v", what, have, want)
	}
}

// The scores of labelings are the logarithms of the products of the factors, worked out by hand.
func TestUAI(t *testing.T) {
	c := read(t, written(t, "a.uai", three))
	x := &c.Instances[0]
	if c.K != 3 || c.NodeWidth != 3 || c.EdgeWidth != 9 || x.N() != 3 || len(x.Edges) != 2 ||
		x.Edges[1] != (sp.Edge{U: 1, V: 2}) {
		t.Fatalf("%+v", c)
	}
	near(t, "0 0 0", score(x, 0, 0, 0), math.Log(1*2*1*1))
	near(t, "1 1 1", score(x, 1, 1, 1), math.Log(3*2*5*5))
	near(t, "0 2 1", score(x, 0, 2, 1), math.Log(1*2*3*6))
	if s := score(x, 1, 2, 0); s > uaiFloor+10 {
		t.Errorf("a factor of 0 has the score %v", s)
	}
	if s := score(x, 2, 0, 0); s > uaiFloor+10 {
		t.Errorf("a missing label has score %v", s)
	}
}

// Observed variables are removed, and their scores stay. Solutions are those of the other
// variables.
func TestUAIEvidence(t *testing.T) {
	path := written(t, "a.uai", three)
	for ending, text := range map[string]string{".evid": "1\n1 1 2\n", ".MPE": "MPE\n3 1 2 1\n",
		".MAR": "MAR\n3 2 0.25 0.75 3 0 0 1 2 0.5 0.5\n"} {
		check(t, os.WriteFile(path+ending, []byte(text), 0o666))
	}
	c := read(t, path)
	x := &c.Instances[0]
	if x.N() != 2 || len(x.Edges) != 0 || c.K != 2 || x.Gold[0] != 1 || x.Gold[1] != 1 ||
		x.Mixed[0] != 0.25 {
		t.Fatalf("%+v", x)
	}
	near(t, "0 1", score(x, 0, 1), math.Log(1*2*3*6))
	near(t, "0 0", score(x, 0, 0), math.Log(1*2*3*3))
	check(t, os.WriteFile(path+".evid", []byte("2 0 1 1 0"), 0o666))
	x = &read(t, path).Instances[0]
	near(t, "1", score(x, 1), math.Log(3*2*4*4))
}

func TestBrokenUAI(t *testing.T) {
	refuse(t, ".uai", "", []broken{
		{"an empty file", "", "1", `want MARKOV or BAYES, got ""`},
		{"another kind", "LG\n1", "1", `want MARKOV or BAYES, got "LG"`},
		{"no number", "MARKOV\nx", "2",
			`the number of variables: want a whole number in 1.. & got "x"`},
		{"an end in the middle", "MARKOV\n3\n2 2", "4",
			"the file ends, want the number of labels of a variable"},
		{"three variables", "MARKOV\n3\n2 2 2\n1\n3 0 1 2\n", "5",
			"factor 0 is of 3 variables: one or two are what can be read"},
		{"a variable that is not there", "MARKOV\n1\n2\n1\n1 1\n", "5",
			"a variable of a factor: want a whole number in 0..0"},
		{"a variable twice", "MARKOV\n2\n2 2\n1\n2 1 1\n", "5", "factor 0 names variable 1 twice"},
		{"too few values", "MARKOV\n1\n2\n1\n1 0\n3 1 1 1", "6", "factor 0 has 3 values, want 2"},
		{"a logarithm", "MARKOV\n1\n2\n1\n1 0\n2 1 -1", "6",
			"value 1 is -1: want 0 or more, not a logarithm"},
		{"infinity", "MARKOV\n1\n2\n1\n1 0\n2 1 inf", "6", `want a finite number, got "inf"`},
		{"something after it", "MARKOV\n1\n2\n0\n7", "5",
			`want the end of the file after the last factor, got "7"`},
	})
	for _, side := range []struct{ ending, text, want string }{
		{".evid", "1 7 0", "label 0 of variable 7 is observed"},
		{".evid", "2 0 1", "want the number of observed variables"},
		{".evid", "3 0 0 1 0 2 0", "no variable is left"}, {".MPE", "1 0", "want MPE"},
		{".MPE", "MPE 2 0 0", "want MPE, 3 and as many labels"},
		{".MPE", "MPE 3 0 3 0", "label 3 of variable 1, which has 3"},
		{".MAR", "MAR 2 2", "marginals of 2 variables, want 3"},
		{".MAR", "MAR 3 2 0.5 2", "want 0 to 1"},
	} {
		path := written(t, "a.uai", three)
		check(t, os.WriteFile(path+side.ending, []byte(side.text), 0o666))
		_, err := Read([]string{path}, "", nil)
		wantError(t, side.ending+" "+side.text, err, side.want, "a.uai")
	}
}

func FuzzUAI(f *testing.F) {
	f.Add([]byte(three), []byte("1\n1 1 2\n"))
	f.Add([]byte("BAYES 1 2 1 1 0 2 0.5 0.5"), []byte(""))
	f.Fuzz(func(t *testing.T, model, evidence []byte) {
		m, err := readUAI(newTokens("model", bytes.NewReader(model)))
		if err != nil {
			return
		}
		observed, err := m.readEvidence(newTokens("evidence", bytes.NewReader(evidence)))
		if err != nil {
			observed = nil
		}
		r := &uaiReader{builder: newBuilder()}
		if m = m.given(observed); len(m.cards) == 0 || r.addModel(m, "model") != nil {
			return
		}
		c, err := r.content()
		readsWell(t, c, err)
	})
}
