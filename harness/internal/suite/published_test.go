package suite

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const letters = `# Table 2
source: Writer & Reader, On Letters, Proc. 2018, Table 2
metric: hamming
datasets:
  small: {data: ocr, split: {train: [0], test: [1, 2]}}
  large: {data: {ocr: {biases: true}}, split: "nine folds, in turn", metric: zero-one}
rows:
  CRF: {small: 19.5 ± 0.4, large: 13.1 +- 0.85}
  marg. perturb&MAP: {decoder: mpm, small: 19}
  PL: [{decoder: icm, small: 21.3}, {decoder: lbp, small: 20.2, large: 9}, {decoder: half, reveal: 0.5, small: 9.1 ± 1}]
  perceptron: {small: {zero-one: 58.25, hamming: 21 ± 2}, large: 14}
margin: 0.25
because: half of the difference
claims:
  small: [marg. perturb&MAP < CRF, CRF = marg. perturb&MAP]
`

func TestParsePublished(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(letters)))(t)
	if p.Source != "Writer & Reader, On Letters, Proc. 2018, Table 2" || string(p.Text) != letters {
		t.Errorf("source %q", p.Source)
	}
	if c := p.Claims; p.Margin != (Margin{0.25, "half of the difference"}) || len(c) != 2 ||
		c[0].Same || c[0].A.Mean != 19 || c[0].B[0].Mean != 19.5 || !c[1].Same ||
		c[1].A.Mean != 19.5 || c[1].Margin != p.Margin {
		t.Errorf("margin %v, claims %+v", p.Margin, c)
	}
	type short struct {
		learner, decoder, dataset string
		mean, std                 float64
		digits                    int
		metric, data, protocol    string
		splits                    int
	}
	nan := math.NaN()
	want := []short{
		{"CRF", "", "small", 19.5, 0.4, 1, "hamming", "ocr", "", 1},
		{"CRF", "", "large", 13.1, 0.85, 2, "zero-one", "ocr {biases: true}", "nine folds, in turn", 0},
		{"marg. perturb&MAP", "mpm", "small", 19, nan, 0, "hamming", "ocr", "", 1},
		{"PL", "icm", "small", 21.3, nan, 1, "hamming", "ocr", "", 1},
		{"PL", "lbp", "small", 20.2, nan, 1, "hamming", "ocr", "", 1},
		{"PL", "lbp", "large", 9, nan, 0, "zero-one", "ocr {biases: true}", "nine folds, in turn", 0},
		{"PL", "half", "small", 9.1, 1, 1, "hamming", "ocr", "", 1},
		{"perceptron", "", "small", 58.25, nan, 2, "zero-one", "ocr", "", 1},
		{"perceptron", "", "small", 21, 2, 0, "hamming", "ocr", "", 1},
		{"perceptron", "", "large", 14, nan, 0, "zero-one", "ocr {biases: true}", "nine folds, in turn",
			0},
	}
	if len(p.Numbers) != len(want) {
		t.Fatalf("%d numbers", len(p.Numbers))
	}
	for i, n := range p.Numbers {
		got := short{n.Learner, n.Decoder, n.Dataset, n.Mean, n.Std, n.Digits, n.Metric, n.Data.words(),
			n.Protocol, len(n.Splits)}
		if math.IsNaN(got.std) && math.IsNaN(want[i].std) {
			got.std, want[i].std = 0, 0 // NaN is not equal to itself
		}
		if got != want[i] {
			t.Errorf("got %+v, want %+v", got, want[i])
		}
	}
}

// A claim may name a decoder.
func TestClaimOfAnDecoder(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(strings.Replace(letters,
		"[marg. perturb&MAP < CRF,", "[PL lbp < PL icm, PL > PL half, marg. perturb&MAP mpm < CRF,",
		1))))(t)
	for i, want := range [][2]float64{{20.2, 21.3}, {21.3, 9.1}, {19, 19.5}} {
		if c := p.Claims[i]; c.A.Mean != want[0] || c.B[0].Mean != want[1] {
			t.Errorf("%s: %v and %v, want %v", c.Text, c.A.Mean, c.B[0].Mean, want)
		}
	}
}

// A claim may be about effort, with a factor, or that a row is best. It has its own margin, or that
// of the dataset or file; effort has only its own.
func TestClaimsOfOtherKinds(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(`
source: A paper
metric: hamming
margin: 0.4
because: file
datasets: {d: {data: ocr, split: half, margin: 0.5, because: dataset}, e: {data: ocr, split: half}}
rows:
  a: {d: {hamming: 10 ± 1, zero-one: 50}, e: 1}
  b: [{decoder: map, d: {hamming: 12, zero-one: 60}, e: 2}, {decoder: mpm, d: 11}]
  c: {reveal: 0.5, d: 3}
claims:
  e: [a < b]
  d:
    - b > a
    - {claim: a = b, margin: 0.7, because: own}
    - a is best
    - cpu-seconds: a < b mpm
    - {calls: a = 0.5 b, margin: 2, because: rounding}
    - passes: b > 0.5 a
`)))(t)
	type short struct {
		a, b        string // learners and decoders
		effort      string
		factor      float64
		best, equal bool
		above       bool
		margin      Margin
		text        string
	}
	dataset := Margin{0.5, "dataset"}
	for i, want := range []short{
		{"a", "b map", "", 1, false, false, false, Margin{0.4, "file"}, "a < b"},
		{"b map", "a", "", 1, false, false, true, dataset, "b > a"},
		{"a", "b map", "", 1, false, true, false, Margin{0.7, "own"}, "a = b"},
		{"a", "b map, b mpm", "", 1, true, false, false, dataset, "a is best"},
		{"a", "b mpm", "cpu-seconds", 1, false, false, false, Margin{}, "cpu-seconds: a < b mpm"},
		{"a", "b map", "calls", 0.5, false, true, false, Margin{2, "rounding"}, "calls: a = 0.5 b"},
		{"b map", "a", "passes", 0.5, false, false, true, Margin{}, "passes: b > 0.5 a"},
	} {
		c := p.Claims[i]
		name := func(n *PublishedNumber) string { return strings.TrimSpace(n.Learner + " " + n.Decoder) }
		var b []string
		for _, n := range c.B {
			b = append(b, name(n))
			if c.Effort == "" && n.Metric != c.A.Metric {
				t.Errorf("%s: %s and %s", c.Text, c.A.Metric, n.Metric)
			}
		}
		if got := (short{name(c.A), strings.Join(b, ", "), c.Effort, c.Factor, c.Best, c.Same, c.Above,
			c.Margin, c.Text}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A row that the paper has no number of takes part in claims, but in no margin's limit and in no
// "is best".
func TestNotPrinted(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(`
source: A paper
metric: hamming
margin: 0.4
because: file
datasets: {d: {data: ocr, split: half}}
rows: {a: {d: 10}, b: {d: 12}, c: {d: not printed}}
claims: {d: [a < c, a is best]}
`)))(t)
	if c := p.Claims[0]; c.B[0].Learner != "c" || !math.IsNaN(c.B[0].Mean) || c.Size != 0.4 {
		t.Errorf("%+v against %+v", c, c.B[0])
	}
	if c := p.Claims[1]; len(c.B) != 1 || c.B[0].Learner != "b" {
		t.Errorf("rivals %+v", c.B)
	}
}

// publishedMistakes change one piece of letters. The error must be at that place.
var publishedMistakes = []struct{ name, old, new, want string }{
	{"empty", letters, "", "1:1: the file is empty"},
	{"list", letters, "- source", "1:1: a file of published numbers must be a mapping"},
	{"key", "metric: hamming\n", "metrc: hamming\n", `3:1: unknown key "metrc"`},
	{"no rows", letters[strings.Index(letters, "rows:"):], "",
		"2:1: a file of published numbers must have the key rows"},
	{"no source", "source: Writer & Reader, On Letters, Proc. 2018, Table 2\n", "",
		"2:1: a file of published numbers must have the key source"},
	{"source", "source: Writer & Reader, On Letters, Proc. 2018, Table 2", "source: 5",
		"2:9: source must be a text, not the number 5"},
	{"no metric", "metric: hamming\n", "", "4:3: small: metric is missing"},
	{"no split", ", split: {train: [0], test: [1, 2]}", "", "5:10: small must have the key split"},
	{"no data", "data: ocr, ", "", "5:10: small must have the key data"},
	{"split", "test: [1, 2]", "test: [0, 2]",
		"5:49: impossible split: fold 0 is in both train and test"},
	{"part", "{data: ocr,", "{dta: ocr,", `5:11: unknown key "dta" in small`},
	{"dataset", "{small: 19.5", "{smal: 19.5", `8:9: datasets has no entry for "smal"`},
	{"number", "19.5 ± 0.4", "19.5 (0.4)",
		`8:16: small must be a number such as 19.5 ± 0.4 or 19.5, or: not printed, not the text "19.5 (0.4)"`},
	{"negative std", "19.5 ± 0.4", "19.5 ± -0.4", "8:16: small must be a number"},
	{"exponent", "small: 19}", "small: 1e1}", "9:44: small must be a number"},
	{"row", "{decoder: mpm, small: 19}", "19", "9:22: marg. perturb&MAP must be a mapping"},
	{"no numbers", "{decoder: mpm, small: 19}", "[]", `9:3: "marg. perturb&MAP" has no numbers`},
	{"no number", "{decoder: mpm, small: 19}", "{decoder: mpm}",
		`9:3: "marg. perturb&MAP" has no numbers`},
	{"margin", "margin: 0.25", "margin: -1", "12:9: margin is -1, must be in (0,inf)"},
	{"margin without reason", "because: half of the difference\n", "",
		"12:1: margin needs the key because beside it"},
	{"claim without margin", "margin: 0.25\nbecause: half of the difference\n", "",
		`13:36: "CRF = marg. perturb&MAP": it needs a margin`},
	{"margin of the file above half", "margin: 0.25", "margin: 0.26",
		`15:11: "marg. perturb&MAP < CRF": the margin 0.26 is above its limit, 0.25`},
	{"margin of the dataset above half", "test: [1, 2]}}", "test: [1, 2]}, margin: 0.3, because: it is}",
		`15:11: "marg. perturb&MAP < CRF": the margin 0.3 is above its limit, 0.25`},
	{"margin of the claim above half", "[marg. perturb&MAP < CRF,",
		"[{claim: marg. perturb&MAP < CRF, margin: 0.3, because: it is},",
		`15:11: "marg. perturb&MAP < CRF": the margin 0.3 is above its limit, 0.25`},
	{"margin above the lead", "[marg. perturb&MAP < CRF,", "[PL is best,",
		`15:11: "PL is best": the margin 0.25 is above its limit, 0.15`},
	{"margin above one s.d.", "CRF = marg. perturb&MAP]",
		"{claim: CRF = marg. perturb&MAP, margin: 0.41, because: it is}]",
		`15:36: "CRF = marg. perturb&MAP": the margin 0.41 is above its limit, 0.4`},
	{"claim without its reason", "[marg. perturb&MAP < CRF,", "[{claim: marg. perturb&MAP < CRF, margin: 0.1},",
		"15:44: margin needs the key because beside it"},
	{"claim with two keys", "[marg. perturb&MAP < CRF,", "[{claim: CRF < PL, calls: CRF < PL},",
		"15:11: a claim must have one of the keys claim, cpu-seconds, calls, passes"},
	{"claim with an unknown key", "[marg. perturb&MAP < CRF,", "[{cals: CRF < PL},",
		"15:11: a claim must have one of the keys claim, cpu-seconds, calls, passes"},
	{"best of effort", "[marg. perturb&MAP < CRF,", "[{calls: CRF is best},",
		`15:11: "calls: CRF is best": there is nothing to compare it with`},
	{"effort of its own", "[marg. perturb&MAP < CRF,", "[{calls: CRF < 0.5 CFR},",
		`15:11: rows has no number of "CFR" on "small"`},
	{"best alone", "[marg. perturb&MAP < CRF,", "[perceptron is best,",
		`15:11: "perceptron is best": there is nothing to compare it with`},
	{"claim of nobody", "MAP < CRF", "MAP < CFR", `15:11: rows has no number of "CFR" on "small"`},
	{"claim elsewhere", "  small: [marg.", "  large: [marg.",
		`15:11: rows has no number of "marg. perturb&MAP" on "large"`},
	{"claim of itself", "MAP < CRF", "MAP < marg. perturb&MAP",
		`15:11: "marg. perturb&MAP < marg. perturb&MAP": it compares a number with itself`},
	{"no claim", "MAP < CRF", "MAP wins", `15:11: "marg. perturb&MAP wins" is not a claim`},
	{"twice", "large: 13.1", "small: 13.1", `8:28: duplicate key "small"`},
	{"no number of several", "{zero-one: 58.25, hamming: 21 ± 2}", "{zero-one: few}",
		"11:34: zero-one must be a number such as 19.5 ± 0.4 or 19.5"},
	{"none of several", "{zero-one: 58.25, hamming: 21 ± 2}", "{}", "11:23: small is empty"},
	{"claim across metrics", "MAP < CRF", "MAP < perceptron",
		`15:11: "marg. perturb&MAP < perceptron": it compares a hamming with a zero-one`},
}

func TestPublishedMistakes(t *testing.T) {
	for _, m := range publishedMistakes {
		t.Run(m.name, func(t *testing.T) {
			text := strings.Replace(letters, m.old, m.new, 1)
			if text == letters {
				t.Fatalf("%q is not in the file", m.old)
			}
			_, err := ParsePublished("published.yaml", []byte(text))
			var mistake *Error
			if !errors.As(err, &mistake) {
				t.Fatalf("error %v, want a mistake", err)
			}
			if got := strings.TrimPrefix(err.Error(), "published.yaml:"); !strings.HasPrefix(got, m.want) {
				t.Errorf("got\n%s\nwant\n%s", got, m.want)
			}
		})
	}
}

func TestReadPublished(t *testing.T) {
	dir := t.TempDir()
	if p, err := ReadPublished(dir); p != nil || err != nil {
		t.Errorf("an empty folder: %v, %v", p, err)
	}
	file := filepath.Join(dir, FileName)
	for name, text := range map[string]string{file: "datasets: []", filepath.Join(dir,
		PublishedName): letters} {
		check(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for _, path := range []string{dir, file} {
		if p, err := ReadPublished(path); err != nil || len(p.Numbers) != 10 {
			t.Errorf("%s: %v, %v", path, p, err)
		}
	}
}

func TestPlaceOfPublished(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(letters)))(t)
	const small = "ocr: {as: small, split: {train: [0], test: [1, 2]}}"
	type place struct {
		decoder, metric, differs string
		ok                       bool
	}
	for _, test := range []struct {
		name, dataset, more string
		number              int
		want                place
	}{
		{"same", small, "", 0, place{"map", "hamming", "", true}},
		{"folds in another order", "ocr: {as: small, split: {train: [0], test: [2, 1]}}", "", 0,
			place{"map", "hamming", "", true}},
		{"numbers", "ocr: {as: small, split: {train: 300, test: 500}}", "", 0,
			place{"map", "hamming",
				"split: theirs {train: [0], test: [1, 2]}, ours {train: 300, test: 500}", true}},
		{"several splits", "ocr: {as: small, split: [{train: [0], test: [1, 2]}, {train: [1], test: [0, 2]}]}", "", 0,
			place{"map", "hamming",
				"split: theirs {train: [0], test: [1, 2]}, ours {train: [0], test: [1, 2]} and so on, 2 splits", true}},
		{"more parts", "ocr: {as: small, split: {train: 60, boxes: 70, partial: 80, labels: 0.25, test: 9}}", "", 0,
			place{"map", "hamming",
				"split: theirs {train: [0], test: [1, 2]}, ours {train: 60, boxes: 70, partial: 80, labels: 0.25, test: 9}", true}},
		{"boxes", "ocr: {as: small, split: {train: [0], boxes: [3], partial: [4], test: [1, 2]}}", "", 0,
			place{"map", "hamming",
				"split: theirs {train: [0], test: [1, 2]}, ours {train: [0], boxes: [3], partial: [4], test: [1, 2]}", true}},
		{"rotation", "ocr: {as: small, split: {rotate: train-one}}", "", 0,
			place{"map", "hamming",
				"split: theirs {train: [0], test: [1, 2]}, ours {rotate: train-one}", true}},
		{"data", "chains: {as: small, words: 9, split: {train: [0], test: [1, 2]}}", "", 0,
			place{"map", "hamming", "data: theirs ocr, ours chains {words: 9}", true}},
		{"metric", small, "loss: zero-one", 0, place{"map", "zero-one",
			"metric: theirs hamming, ours zero-one", true}},
		{"second metric", small, "loss: zero-one\nmetrics: [hamming]", 0, place{"map", "hamming", "",
			true}},
		{"revealed", small, "reveal: 0.25", 0, place{"map", "hamming",
			"labels shown at test time: theirs none, ours 25 %", true}},
		{"shown alike", small, "decoders: [map, mpm: {as: half, reveal: 0.5}]", 6, place{"half",
			"hamming", "", true}},
		{"shown less", small, "decoders: [mpm: {as: half}]", 6, place{"half", "hamming",
			"labels shown at test time: theirs 50 %, ours none", true}},
		{"decoder", small, "", 2, place{"mpm", "hamming", "", true}},
		{"one of several", small, "metrics: [zero-one]", 7, place{"map", "zero-one", "", true}},
		{"another of several", small, "", 8, place{"map", "hamming", "", true}},
		{"one of several without a metric of ours", small, "", 7, place{}},
		{"no decoder", small, "decoders: [map]", 2, place{}},
		{"no dataset", small, "", 1, place{}},
		{"text for a split", "ocr: {as: large, biases: true, split: {train: [0], test: [1]}}",
			"metrics: [zero-one]", 1,
			place{"map", "zero-one",
				"split: theirs nine folds, in turn, ours {train: [0], test: [1]}", true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			more := test.more
			if !strings.Contains(more, "decoders:") {
				more += "\ndecoders: [map, mpm]"
			}
			s := must(Parse("suite.yaml",
				[]byte("datasets:\n  - "+test.dataset+"\nlearners:\n  - crf: {as: CRF}\n  - mpm: {as: marg. perturb&MAP}\n  - ssvm: {as: PL}\n  - crf: {lambda: 2, as: perceptron}\n"+more+"\n")))(t)
			var got place
			got.decoder, got.metric, got.differs, got.ok = p.Numbers[test.number].Counterpart(s, nil)
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func FuzzParsePublished(f *testing.F) {
	f.Add(letters)
	for _, m := range publishedMistakes {
		f.Add(strings.Replace(letters, m.old, m.new, 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePublished("published.yaml", []byte(text))
		if (p == nil) == (err == nil) {
			t.Fatalf("%v, %v", p, err)
		}
	})
}

// TestPublishedSizes: a paper that states only numbers of instances is compared with any splits of
// these sizes.
func TestPublishedSizes(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(`
source: A paper
metric: hamming
datasets: {d: {data: ocr, split: {train: 24, test: 6}}}
rows: {CRF: {d: 19.5}}
`)))(t)
	s := must(Parse("suite.yaml",
		[]byte("datasets: [ocr: {as: d, split: [{train: [0, 1], test: [2]}, {train: [1, 2], test: [0]}]}]\nlearners: [crf: {as: CRF}]\n")))(t)
	for _, c := range []struct {
		tests []int
		same  bool
	}{{nil, false}, {[]int{6, 6}, true}, {[]int{6, 7}, false}} {
		var sizes []Split
		for _, n := range c.tests {
			sizes = append(sizes, Split{Train: Part{Count: 24}, Test: Part{Count: n}})
		}
		_, _, differs, ok := p.Numbers[0].Counterpart(s, sizes)
		if !ok || (differs == "") != c.same {
			t.Errorf("tests of %v: %q, %v, want the same split: %v", c.tests, differs, ok, c.same)
		}
	}
}
