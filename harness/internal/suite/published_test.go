package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// lettersFile has numbers of every kind.
const lettersFile = "testdata/letters.yaml"

func letters(t testing.TB) string {
	t.Helper()
	return string(must(os.ReadFile(lettersFile))(t))
}

// TestParsePublished reads testdata/published.txt. It has files, their numbers and claims.
func TestParsePublished(t *testing.T) {
	golden(t, "testdata/published.txt", func(_, text string) string {
		p := must(ParsePublished("published.yaml", []byte(text)))(t)
		if string(p.Text) != text {
			t.Errorf("the text is %s", p.Text)
		}
		out := []string{fmt.Sprintf("%s, margin %v", p.Source, p.Margin)}
		name := func(n *PublishedNumber) string {
			return strings.TrimSpace(n.Learner+" "+n.Decoder) + " " + fmt.Sprint(n.Mean)
		}
		for i := range p.Numbers {
			n := &p.Numbers[i]
			out = append(out, fmt.Sprintf("%s ± %v, %d digits, of %s on %s: %s, split %s %s, shown %v",
				name(n), n.Std,
				n.Digits, n.Metric, n.Dataset, n.Data.words(), words(n.Splits), n.Protocol, n.Shown))
		}
		for _, c := range p.Claims {
			line := fmt.Sprintf("%s: %s, best %v, same %v, above %v, factor %v of %q, margin %v: %s against",
				c.Dataset,
				c.Text, c.Best, c.Same, c.Above, c.Factor, c.Effort, c.Margin, name(c.A))
			for _, b := range c.B {
				line += " " + name(b)
			}
			out = append(out, line)
		}
		return strings.Join(out, "\n")
	})
}

// TestPublishedMistakes reads testdata/publishedmistakes.txt. It has pieces of letters with their
// replacements after a line "->", or whole files. The errors have the place.
func TestPublishedMistakes(t *testing.T) {
	golden(t, "testdata/publishedmistakes.txt", func(_, text string) string {
		_, err := ParsePublished("published.yaml", []byte(mistaken(t, text)))
		var mistake *Error
		if !errors.As(err, &mistake) {
			t.Fatalf("%s: error %v, want a mistake", text, err)
		}
		return err.Error()
	})
}

func mistaken(t testing.TB, text string) string {
	t.Helper()
	before, after, ok := strings.Cut(text, "->\n")
	if !ok {
		return text
	}
	return strings.Replace(letters(t), strings.TrimSuffix(before, "\n"), strings.TrimSuffix(after,
		"\n"), 1)
}

func TestReadPublished(t *testing.T) {
	dir := t.TempDir()
	if p, err := ReadPublished(dir); p != nil || err != nil {
		t.Errorf("an empty folder: %v, %v", p, err)
	}
	file := filepath.Join(dir, FileName)
	for name, text := range map[string]string{file: "datasets: []", filepath.Join(dir,
		PublishedName): letters(t)} {
		check(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for _, path := range []string{dir, file} {
		if p, err := ReadPublished(path); err != nil || len(p.Numbers) != 10 {
			t.Errorf("%s: %v, %v", path, p, err)
		}
	}
}

// TestCounterparts reads testdata/counterparts.txt. It has suites, and the numbers of letters with a
// counterpart there. Differences are named.
func TestCounterparts(t *testing.T) {
	p := must(ParsePublished("published.yaml", []byte(letters(t))))(t)
	golden(t, "testdata/counterparts.txt", func(_, text string) string {
		s := mustParse(t,
			text+"learners:\n  - crf: {as: CRF}\n  - mpm: {as: marg. perturb&MAP}\n  - ssvm: {as: PL}\n"+
				"  - crf: {lambda: 2, as: perceptron}\n")
		var out []string
		for i := range p.Numbers {
			n := &p.Numbers[i]
			if decoder, metric, differs, ok := n.Counterpart(s, nil); ok {
				out = append(out, fmt.Sprintf("%s %s %v of %s: %s, %s %s", n.Learner, n.Decoder, n.Mean,
					n.Metric, decoder,
					metric, differs))
			}
		}
		return strings.Join(out, "\n")
	})
}

func FuzzParsePublished(f *testing.F) {
	f.Add(letters(f))
	for _, m := range must(txtar.ParseFile("testdata/publishedmistakes.txt"))(f).Files {
		text, _, _ := strings.Cut(string(m.Data), "=>\n")
		f.Add(mistaken(f, text))
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
