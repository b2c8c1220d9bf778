package metric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// schemes are the letters of a span, by scheme: before the last, between, last and only.
var schemes = map[string]string{"iob1": "IIII", "iob2": "BIIB", "bioes": "BIES", "bilou": "BILU",
	"bmes": "BMES"}

// taggings are the labels of a scheme with two types.
func taggings(scheme string) []string {
	labels := []string{"O"}
	for _, letter := range "BIMELSU" {
		if strings.ContainsRune("B"+schemes[scheme], letter) {
			labels = append(labels, string(letter)+"-X", string(letter)+"-Y")
		}
	}
	return labels
}

// isSpan reports whether the labels from..to−1 are a span. The rule is a scheme or conlleval.
func isSpan(y []string, from, to int, rule string) bool {
	at := func(i int) (letter, kind string) {
		if i < 0 || i >= len(y) || y[i] == "O" {
			return "O", ""
		}
		return y[i][:1], y[i][2:]
	}
	first, kind := at(from)
	_, before := at(from - 1)
	after, next := at(to)
	if kind == "" {
		return false
	}
	for i := from + 1; i < to; i++ {
		if letter, k := at(i); k != kind || letter == "B" {
			return false
		}
	}
	ended := next != kind || after != "I"
	switch rule {
	case "conlleval":
		return (first == "B" || before != kind) && ended
	case "iob1":
		return (first == "B") == (before == kind) && ended
	case "iob2":
		return first == "B" && ended
	}
	letters := schemes[rule]
	for i := from; i < to; i++ {
		want := letters[1]
		switch {
		case to == from+1:
			want = letters[3]
		case i == from:
			want = letters[0]
		case i == to-1:
			want = letters[2]
		}
		if letter, _ := at(i); letter[0] != want {
			return false
		}
	}
	return true
}

// counted returns the spans that are right, said and there.
func counted(truth, said []string, rule string) (right, claimed, there float64) {
	for from := range truth {
		for to := from + 1; to <= len(truth); to++ {
			a, b := isSpan(truth, from, to, rule), isSpan(said, from, to, rule)
			if a {
				there++
			}
			if b {
				claimed++
			}
			if a && b && truth[from][2:] == said[from][2:] {
				right++
			}
		}
	}
	return right, claimed, there
}

// TestSpans compares spans with their definition, in 20,000 random sequences of each scheme. So do
// those of conlleval.
func TestSpans(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 2))
	for _, rule := range []string{"conlleval", "iob1", "iob2", "bioes", "bilou", "bmes"} {
		args, labels := fmt.Sprintf(`{"mode": "strict", "scheme": %q}`, rule), taggings(rule)
		if rule == "conlleval" {
			args, labels = "", taggings("iob2")
		}
		m := made(t, "span-f1", args, labels...)
		for range 20_000 {
			n := 1 + r.IntN(8)
			x, gold, y := &sp.Instance{K: len(labels), Node: sp.Rows{N: n}}, []int32(nil), []int32(nil)
			var truth, said []string
			for range n {
				x.Gold = append(x.Gold, sp.Unknown)
				gold = append(gold, int32(r.IntN(len(labels))))
				y = append(y, gold[len(gold)-1])
				if r.IntN(4) == 0 {
					y[len(y)-1] = int32(r.IntN(len(labels)))
				}
				truth = append(truth, labels[gold[len(gold)-1]])
				said = append(said, labels[y[len(y)-1]])
			}
			right, claimed, there := counted(truth, said, rule)
			sum := make([]float64, m.Counts.Width)
			m.Counts.Add(sum, metric.NewCase(x, gold, &sp.Prediction{Labels: y}))
			if sum[0] != right || sum[1] != claimed || sum[2] != there {
				t.Fatalf("%s: truth %v, prediction %v: %v, want %v %v %v", rule, truth, said, sum, right,
					claimed, there)
			}
		}
	}
}

// TestSpanRules: labels and arguments choose the rule. The metric names it.
func TestSpanRules(t *testing.T) {
	for _, test := range []struct{ labels, args, want string }{
		{"O B-X I-X", ``, "rules of conlleval"},
		{"O B I", ``, "rules of conlleval"},
		{"O B I", `{"mode": "strict"}`, "rules of strict iob2"},
		{"O I-X", `{"mode": "strict", "scheme": "iob1"}`, "rules of strict iob1"},
		{"O B-X E-X", ``, "rules of strict bioes"},
		{"O B-X L-X", ``, "rules of strict bilou"},
		{"B M E S", ``, "rules of strict bmes"},
		{"B-X I-X E-X", `{"mode": "conlleval"}`, "conlleval reads the letters B and I alone"},
		{"B-X M-X L-X", ``, "auto has not all of the letters of the labels, BML"},
		{"B-X E-X", `{"scheme": "iob2"}`, "iob2 has not all of the letters of the labels, BE"},
		{"B_X", ``, `label "B_X" is neither O nor one of the letters`},
	} {
		m, err := metric.New("span-f1", []byte(test.args), strings.Fields(test.labels))
		if got := m.Doc + fmt.Sprint(err); !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %s, want %s", test.labels, test.args, got, test.want)
		}
	}
}

// TestSpanAverages: half of two X is right. The only Y is right.
func TestSpanAverages(t *testing.T) {
	labels := []string{"O", "B-X", "B-Y"}
	for average, want := range map[string]float64{"macro": (2./3 + 1) / 2, "micro": 4. / 5,
		"weighted": (2*2./3 + 1) / 3} {
		m := made(t, "span-f1", `{"average": "`+average+`"}`, labels...)
		got := valueOf(m, 3, [][]int32{{1, 1, 2}}, [][]int32{{1, 0, 2}})
		if math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: %v, want %v", average, got, want)
		}
		if got := valueOf(m, 3, [][]int32{{0, 0}}, [][]int32{{0, 0}}); !math.IsNaN(got) {
			t.Errorf("%s, no span anywhere: %v, want NaN", average, got)
		}
	}
	x := &sp.Instance{K: 3, Node: sp.Rows{N: 3}, Gold: []int32{sp.Unknown, 1, sp.Unknown}}
	m := made(t, "span-f1", ``, "O", "B-X", "I-X")
	sum := make([]float64, m.Counts.Width)
	m.Counts.Add(sum, metric.NewCase(x, []int32{1, 2, 2}, &sp.Prediction{Labels: []int32{1, 2, 2}}))
	if fmt.Sprint(sum) != "[2 2 2]" {
		t.Errorf("a revealed label cuts a span in two: counts %v", sum)
	}
}
