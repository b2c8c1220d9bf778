package study

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// A sentence has words, their true tags, and those that two rows predict.
type sentence struct {
	words []string
	tags  [3][]string
}

var bio = []string{"O", "B-X", "I-X", "B-Y", "I-Y"}

// sentences draws some. Tags follow no scheme.
func sentences(random *rand.Rand, n int) []sentence {
	list := make([]sentence, n)
	for i := range list {
		s := &list[i]
		for range 1 + random.IntN(7) {
			s.words = append(s.words, fmt.Sprint("w", random.IntN(40)))
			for r := range s.tags {
				tag := bio[random.IntN(len(bio))]
				if r > 0 && random.IntN(3) > 0 {
					tag = s.tags[0][len(s.tags[0])-1]
				}
				s.tags[r] = append(s.tags[r], tag)
			}
		}
	}
	return list
}

// conll writes sentences with their true tags to a file.
func conll(t *testing.T, name string, list []sentence) string {
	var b strings.Builder
	for _, s := range list {
		for i, w := range s.words {
			fmt.Fprintf(&b, "%s %s\n", w, s.tags[0][i])
		}
		b.WriteString("\n")
	}
	path := filepath.Join(t.TempDir(), name)
	ok(t, os.WriteFile(path, []byte(b.String()), 0o666))
	return path
}

// taggedRun is a run of two rows with stored predictions for the test sentences.
func taggedRun(t *testing.T, train, test []sentence) *Run {
	text := fmt.Sprintf(`
datasets:
  - file: {path: {train: %q, test: %q}, templates: "U:%%x[0,0]", as: d}
loss: span-f1
metrics: [span-f1: {mode: strict, as: strict}]
train-loss: hamming
learners: [crf: {as: A}, ssvm: {as: B}]
`, conll(t, "train.conll", train), conll(t, "test.conll", test))
	s := must(suite.Parse("suite.yaml", []byte(text)))(t)
	d := must(data.Load(s.Datasets[0].Name, s.Datasets[0].Args, ""))(t)
	r := &Run{Suite: s, Table: &table.Table{Datasets: []string{"d"}},
		Data: func(string) (*data.Dataset, error) { return d, nil }}
	store := must(record.Create(t.TempDir(), "run", []byte("{}")))(t)
	for row, label := range []string{"A", "B"} {
		f := record.Fit{Identity: map[string]string{"label": label},
			Dataset: "d", Label: label, Outcome: record.Outcome{Kind: record.OK}, Ended: "converged",
			Params: json.RawMessage("{}"),
			Times:  record.Times{Rows: make([]record.Clock, 1)}}
		f.Key = record.Key(f.Identity)
		p := &record.Predictions{}
		for i, x := range d.Instances {
			if d.Fold[i] == 0 {
				f.Train = append(f.Train, x.ID)
				continue
			}
			var y []int32
			for _, tag := range test[len(f.Test)].tags[row+1] {
				y = append(y, int32(slices.Index(d.Labels, tag)))
			}
			f.Test, p.Labels = append(f.Test, x.ID), append(p.Labels, y)
		}
		f.Rows = []record.Row{{Key: fmt.Sprintf("%064d", row), Decoder: "map", Label: "map",
			Outcome: f.Outcome, Args: json.RawMessage("{}"), Predictions: p}}
		ok(t, store.Append(0, f))
		r.Table.Rows = append(r.Table.Rows, table.Row{Label: label, Decoder: "map"})
	}
	ok(t, store.Close())
	r.Dir = store.Dir()
	fits, _, err := record.Load(r.Dir)
	ok(t, err)
	record.ReadIDs(r.Dir, fits)
	for i := range fits {
		r.Entries = append(r.Entries, table.Entry{Planned: table.Planned{Dataset: "d"},
			Label: fits[i].Label, Decoder: "map", Fit: &fits[i], Row: fits[i].Rows[0]})
	}
	return r
}

// spansOf returns the spans of a sentence: begin, end and type. In strict mode they begin with B.
func spansOf(tags []string, strict bool) (all []string) {
	for i := 0; i < len(tags); i++ {
		if tags[i] == "O" || strict && tags[i][0] == 'I' {
			continue
		}
		end, kind := i+1, tags[i][2:]
		for end < len(tags) && tags[end] == "I-"+kind {
			end++
		}
		all = append(all, fmt.Sprint(i, "-", end, kind))
		i = end - 1
	}
	return all
}

// A score counts one class.
type score struct{ right, predicted, truth float64 }

func (s score) shares() []float64 {
	if s.predicted+s.truth == 0 {
		return []float64{math.NaN(), math.NaN(), math.NaN()}
	}
	p, r := s.right/max(s.predicted, 1), s.right/max(s.truth, 1)
	return []float64{p, r, 2 * s.right / (s.predicted + s.truth)}
}

// counted counts the items of each class in all sentences; items of a tagging end in their class.
func counted(list []sentence, row int, items func(tags []string) []string,
	class func(string) string) map[string]score {
	all := map[string]score{}
	for _, s := range list {
		truth, predicted := items(s.tags[0]), items(s.tags[row+1])
		for _, x := range truth {
			c := all[class(x)]
			c.truth++
			if slices.Contains(predicted, x) {
				c.right++
			}
			all[class(x)] = c
		}
		for _, x := range predicted {
			c := all[class(x)]
			c.predicted++
			all[class(x)] = c
		}
	}
	return all
}

// A wanted has the numbers of lines, for one row after the other.
type wanted map[string][]string

func (w wanted) add(line string, shares []float64) {
	for _, v := range shares {
		w[line] = append(w[line], chart.Fixed(100*v, 2))
	}
}

// classes adds the lines of classes, and those of their averages.
func (w wanted) classes(names []string, suffix string, all map[string]score) {
	macro, weighted := make([]float64, 3), make([]float64, 3)
	var sum score
	n := 0.0
	for _, name := range names {
		c := all[name]
		w.add(name+suffix, c.shares())
		if c.predicted+c.truth == 0 {
			continue
		}
		for i, v := range c.shares() {
			macro[i], weighted[i] = macro[i]+v, weighted[i]+c.truth*v
		}
		sum = score{sum.right + c.right, sum.predicted + c.predicted, sum.truth + c.truth}
		n++
	}
	for i := range macro {
		macro[i], weighted[i] = macro[i]/n, weighted[i]/sum.truth
	}
	w.add("macro average"+suffix, macro)
	w.add("micro average"+suffix, sum.shares())
	w.add("weighted average"+suffix, weighted)
}

// row adds all lines of a row.
func (w wanted) row(row int, test []sentence, known map[string]bool) {
	for _, mode := range []string{"conlleval", "strict iob2"} {
		spans := func(tags []string) []string { return spansOf(tags, mode != "conlleval") }
		w.classes([]string{"X", "Y"}, ", by the rules of "+mode, counted(test, row, spans,
			func(x string) string { return x[len(x)-1:] }))
	}
	places := func(tags []string) (all []string) {
		for i, tag := range tags {
			all = append(all, fmt.Sprint(i, " ", tag))
		}
		return all
	}
	tags := counted(test, row, places, func(x string) string { return x[strings.Index(x, " ")+1:] })
	w.classes(bio, "", tags)
	without := wanted{}
	without.classes(bio[1:], " without O", tags)
	for name, numbers := range without {
		if strings.Contains(name, "average") {
			w[name] = append(w[name], numbers...)
		}
	}
	words, pairs := map[bool]score{}, map[string]float64{}
	for _, s := range test {
		for i, word := range s.words {
			c := words[known[word]]
			c.predicted, c.truth = c.predicted+1, c.truth+1
			if s.tags[0][i] == s.tags[row+1][i] {
				c.right++
			}
			words[known[word]] = c
			pairs[s.tags[0][i]+" as "+s.tags[row+1][i]]++
		}
	}
	w.add("known words", words[true].shares())
	w.add("unknown words", words[false].shares())
	for _, a := range bio {
		for _, b := range bio {
			name := a + " as " + b
			w.add(name, score{pairs[name], tags[b].predicted, tags[a].truth}.shares()[:2])
			w[name] = append(w[name], "—") // a confusion has no F1
		}
	}
}

// TestLabels: all lines are those of a scorer that counts spans and tags one by one, of random tags.
func TestLabels(t *testing.T) {
	for seed := range uint64(12) {
		random := pcg(seed, 1)
		train, test := sentences(random, 8), sentences(random, int(1+seed*seed))
		r := taggedRun(t, train, test)
		want, known := wanted{}, map[string]bool{}
		for _, s := range train {
			for _, w := range s.words {
				known[w] = true
			}
		}
		want.row(0, test, known)
		want.row(1, test, known)
		section, most := labels(r), math.Inf(1)
		for _, line := range append(lines(section), grid.Texts(section.Grid.More)...) {
			name := line[1]
			if !slices.Equal(want[name], line[3:]) {
				t.Fatalf("seed %d, %s: %v, want %v", seed, name, line[3:], want[name])
			}
			if a, b, of := strings.Cut(name, " as "); of { // the most frequent first
				n := 0.0
				for _, s := range test {
					for i, tag := range s.tags[0] {
						for _, predicted := range s.tags[1:] {
							if tag == a && predicted[i] == b {
								n++
							}
						}
					}
				}
				if n > most || a == b {
					t.Errorf("seed %d: %s is %v times there, behind %v", seed, name, n, most)
				}
				most = n
			}
		}
		if some := most < math.Inf(1); seed > 0 && !some || len(section.Text) != 1 && !some ||
			len(section.Text) != 2 && some {
			t.Fatalf("seed %d: %q, %q", seed, section.Text, section.Empty)
		}
		for _, text := range section.Text[1:] {
			confusedWords(t, text, test)
		}
	}
}

// confusedWords checks the words of confusions: a words most often with label b, at most five.
func confusedWords(t *testing.T, text string, test []sentence) {
	t.Helper()
	_, text, _ = strings.Cut(strings.TrimSuffix(text, "."), "together: ")
	for _, pair := range strings.Split(text, "; ") {
		name, list, _ := strings.Cut(pair, ": ")
		counts := map[string]int{}
		for _, s := range test {
			for i, tag := range s.tags[0] {
				for _, predicted := range s.tags[1:] {
					if tag+" as "+predicted[i] == name {
						counts[s.words[i]]++
					}
				}
			}
		}
		var want []string
		for word := range counts {
			want = append(want, word)
		}
		slices.SortFunc(want, func(a, b string) int {
			return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
		})
		want = want[:min(5, len(want))]
		for i, word := range want {
			want[i] = fmt.Sprint(word, " ", counts[word])
		}
		if list != strings.Join(want, ", ") {
			t.Errorf("%s: %s, want %v", name, list, want)
		}
	}
}

// TestLabelsLeftOut: rows without predictions have a reason and a remedy.
func TestLabelsLeftOut(t *testing.T) {
	list := sentences(pcg(1, 1), 5)
	r := taggedRun(t, list, list)
	r.Entries[0].Row.PredictionsFile = ""
	says(t, textOf(labels(r)), "a run without -with stores them), or the decoder sees test labels: "+
		"A map on d.")
	r.Table.Rows[1].Shown = "0.5"
	says(t, labels(r).Empty, "or the decoder sees test labels: A map on d and B map on d.",
		"no row has predictions: d.")
	r.Data = func(string) (*data.Dataset, error) { return nil, errors.New("it has changed") }
	says(t, labels(r).Empty, "Left out, since it has changed: d.")
}

// TestIoUIsThatOfTheMetric: by label and in the mean, whether variables have sizes, parts of
// several labels, or neither.
func TestIoUIsThatOfTheMetric(t *testing.T) {
	random, names := pcg(5, 5), []string{"a", "b", "c", "never"}
	for kind := range 3 {
		counts, sums := make([]float64, 12), map[string][]float64{}
		of, c := map[string]*metric.Counts{}, counter{wrong: map[[3]int32]float64{}}
		for _, name := range append(names, "") {
			args := ""
			if name != "" {
				args = fmt.Sprintf(`{"labels": [%q]}`, name)
			}
			m := must(metric.New("mean-iou", []byte(args), names))(t)
			of[name], sums[name] = m.Counts, make([]float64, m.Counts.Width)
		}
		for range 20 {
			x, gold, y := &sp.Instance{K: 4}, []int32(nil), []int32(nil)
			for range 30 {
				x.Gold = append(x.Gold, sp.Unknown)
				gold, y = append(gold, int32(random.IntN(4))-1), append(y, int32(random.IntN(3)))
				if kind > 0 {
					x.Size = append(x.Size, random.Float64())
				}
				if kind > 1 {
					x.Mixed = append(x.Mixed, random.Float64(), 0, random.Float64(), 0)
				}
			}
			p := &sp.Prediction{Labels: y}
			c.tally(counts, x, gold, y, 0)
			for name, of := range of {
				of.Add(sums[name], metric.NewCase(x, gold, p))
			}
		}
		for k, name := range append(names, "") {
			scores, _ := metric.ScoreClasses("macro", counts[3*k%12:][:3])
			if name == "" {
				scores, _ = metric.ScoreClasses("macro", counts)
			}
			want := of[name].Value(sums[name])
			if got := scores[3]; math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-12 {
				t.Errorf("kind %d, label %q: %v, metric %v", kind, name, got, want)
			}
		}
	}
}

// TestIoUColumn: a metric of IoU adds it for each row and label.
func TestIoUColumn(t *testing.T) {
	list := sentences(pcg(1, 1), 5)
	r := taggedRun(t, list, list)
	r.Metrics = []table.Metric{{Name: "IoU of X", Args: "mean-iou{}"}}
	section := labels(r)
	if n := len(section.Grid.Heads); n != 3+2*4 || section.Grid.Heads[n-1].Bottom != "IoU" {
		t.Fatalf("%d columns: %+v", n, section.Grid.Heads)
	}
	first := section.Grid.Rows[0] // O
	f1, iou := parsed(t, first[5].Text), parsed(t, first[6].Text)
	if math.Abs(iou-100*f1/(200-f1)) > 0.01 {
		t.Errorf("IoU %v with F1 %v", iou, f1)
	}
}

func parsed(t *testing.T, text string) float64 { return must(strconv.ParseFloat(text, 64))(t) }
