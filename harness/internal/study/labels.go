package study

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// labels scores stored predictions by type of spans and by label, and lists confusions. Counts are
// pooled over fits, the least biased way for F1 (Forman & Scholz, SIGKDD Explorations 2010).
func labels(r *Run) *Section {
	scores, title := []string{"P", "R", "F1"}, "Precision, recall and F1 by label"
	iou := func(m table.Metric) bool { return strings.Contains(m.Args, "iou") }
	if slices.ContainsFunc(r.Metrics, iou) {
		scores, title = append(scores, "IoU"), "Precision, recall, F1 and IoU by label"
	}
	section := &Section{Title: title,
		Grid: grid.New("dataset", "label").Numbers("support"),
		Text: []string{"In percent, of counts pooled over fits, for images of pixels. Support is the " +
			"number of true ones. A as B: P is the share of those with label A among predictions of " +
			"B, R the share of predictions of B among those with label A."}}
	for _, row := range r.Table.Rows {
		heads := section.Grid.Numbers(scores...).Heads
		for i := range scores {
			heads[len(heads)-1-i].Top = row.Name()
		}
	}
	var left ordered.Groups[string] // rows and datasets, by reason
	for _, dataset := range r.Table.Datasets {
		if err := countDataset(r, dataset, section, &left); err != nil {
			left.Add(err.Error(), dataset)
		}
	}
	for why, names := range left.All() {
		section.Text = append(section.Text, "Left out, since "+wording.OneLine(why)+": "+few(names)+".")
	}
	if section.Grid.Rows == nil {
		section.Grid, section.Empty = nil, strings.Join(section.Text[1:], " ")
	}
	return section
}

// ofWords is the text on lines of words.
const ofWords = " Of words known from the training set, and of unknown ones, all are the share " +
	"of right labels, as in the micro average of labels."

// A counter counts the predictions for a dataset.
type counter struct {
	*Run
	*data.Dataset
	places map[string]int // of instances, by ID
	rules  []rule         // the first one is of labels
	width  int            // of rows
	// rows have, by row of the table, right, predicted and true ones of each class of each rule,
	// and of known and unknown words.
	rows [][]float64
	// wrong counts variables by true label, another predicted label, and row; −1: all rows.
	wrong map[[3]int32]float64
	words map[[2]int32]map[string]int // those behind the variables of a true and a predicted label
}

// A rule counts classes: labels, or types of spans.
type rule struct {
	*metric.Counts        // nil: of words, or confusions
	name           string // how spans are read
	classes        []string
}

// countDataset adds the lines of a dataset to a section. It says why rows are left out.
func countDataset(r *Run, dataset string, section *Section, left *ordered.Groups[string]) error {
	if r.Data == nil {
		return errors.New("a page has it only for metrics of F1 or IoU: " +
			"spbench table -section labels prints it")
	}
	d, err := r.Data(dataset)
	if err != nil {
		return err
	}
	c := &counter{Run: r, Dataset: d, places: map[string]int{},
		wrong: map[[3]int32]float64{}, words: map[[2]int32]map[string]int{}}
	if c.Instances[0].Structure != nil {
		return errors.New("labels of structures differ by instance")
	}
	if err := c.setRules(r.Suite.MetricsOn(r.Suite.On(dataset))); err != nil {
		return err
	}
	for i := range c.Instances {
		c.places[c.Instances[i].ID] = i
	}
	c.width += 3 * len(c.groups())
	switch text := &section.Text[0]; {
	case c.groups() != nil && !strings.Contains(*text, ofWords):
		*text += ofWords
	case c.groups() == nil && c.Instances[0].Size == nil && c.Instances[0].Shape[0] == 0:
		left.Add("the data have no words (texts)", "known words of "+dataset)
	}
	for range r.Table.Rows {
		c.rows = append(c.rows, make([]float64, c.width))
	}
	err = errors.New("no row has predictions")
	for _, e := range r.Entries {
		row := r.Table.FindRow(e.Label, e.Decoder)
		if e.Dataset != dataset || row < 0 {
			continue
		}
		if why := c.count(row, &e); why == nil {
			err = nil
		} else {
			left.Add(why.Error(), e.Label+" "+e.Decoder+" on "+dataset)
		}
	}
	if err == nil {
		c.addTo(section.Grid, dataset)
		section.Text = append(section.Text, c.examples(dataset)...)
	}
	return err
}

// groups returns the names of groups of words; nil: the data have no words.
func (c *counter) groups() []string {
	if c.Instances[0].Texts == nil {
		return nil
	}
	return []string{"known words", "unknown words"}
}

// setRules sets the rule of labels and those of span-f1 in metrics.
func (c *counter) setRules(metrics []suite.Metric) error {
	c.width = 3 * len(c.Labels)
	c.rules = []rule{{&metric.Counts{Width: c.width}, "", c.Labels}}
	for _, m := range metrics {
		if m.Name != "span-f1" {
			continue
		}
		args := map[string]any{}
		_ = json.Unmarshal(m.Args, &args) // an object, or nothing
		args["average"] = "macro"
		text, _ := json.Marshal(args)
		of, err := metric.New(m.Name, text, c.Labels)
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(of.Doc, "(macro)")
		u := rule{of.Counts, name, nil}
		for _, label := range c.Labels { // in the order of the metric
			if _, kind, _ := strings.Cut(label, "-"); label != "O" {
				u.classes = ordered.Add(u.classes, kind)
			}
		}
		c.rules, c.width = append(c.rules, u), c.width+u.Width
	}
	return nil
}

// count counts the stored predictions of an entry.
func (c *counter) count(row int, e *table.Entry) error {
	p, err := record.ReadPredictions(c.Dir, &e.Row)
	if err != nil || p == nil || c.Table.Rows[row].Shown != "" {
		return cmp.Or(err, errors.New("the fit failed, or is shipped without predictions (a run "+
			"without -with stores them), or the decoder sees test labels"))
	}
	known := map[string]bool{}
	for _, id := range e.Fit.Train {
		for _, word := range c.Instances[c.places[id]].Texts {
			known[word] = true
		}
	}
	for i, y := range p.Labels {
		at, rest := c.places[e.Fit.Test[i]], c.rows[row]
		x, gold := prepare.Hide(c.Instances[at]), c.Instances[at].Gold
		c.tally(rest, &x, gold, y, int32(row))
		for i, u := range c.rules {
			if i > 0 {
				u.Add(rest[:u.Width], metric.NewCase(&x, gold, &sp.Prediction{Labels: y}))
			}
			rest = rest[u.Width:]
		}
		for v, k := range gold {
			if k == sp.Unknown || x.Texts == nil {
				continue
			}
			if at := [2]int32{k, y[v]}; k != y[v] {
				if c.words[at] == nil {
					c.words[at] = map[string]int{}
				}
				c.words[at][x.Texts[v]]++
			}
			words := rest[3:]
			if known[x.Texts[v]] {
				words = rest
			}
			words[1]++
			words[2]++
			if k == y[v] {
				words[0]++
			}
		}
	}
	return nil
}

// tally counts the predicted labels of an instance by size: right, predicted and true ones of each
// label in dst, and the wrong ones. As in metric mean-iou, the parts of a variable may have several
// labels.
func (c *counter) tally(dst []float64, x *sp.Instance, gold, predicted []int32, row int32) {
	whole := make([]float64, x.K)
	for v, k := range gold {
		if k == sp.Unknown {
			continue
		}
		clear(whole)
		whole[k] = x.SizeOf(v)
		parts, l := whole, predicted[v]
		if x.Mixed != nil {
			parts = x.Mixed[v*x.K:][:x.K]
		}
		for k, size := range parts {
			dst[3*l+1] += size
			if dst[3*k+2] += size; k == int(l) {
				dst[3*k] += size
			} else if size > 0 {
				c.wrong[[3]int32{int32(k), l, row}] += size
				c.wrong[[3]int32{int32(k), l, -1}] += size
			}
		}
	}
}

// examples lists the most frequent words of the most frequent confusions.
func (c *counter) examples(dataset string) []string {
	var pairs []string
	for _, key := range c.confusions() {
		words := c.words[[2]int32{key[0], key[1]}]
		if len(pairs) == 5 || words == nil {
			break
		}
		list := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
			return cmp.Or(cmp.Compare(words[b], words[a]), cmp.Compare(a, b))
		})
		list = list[:min(len(list), 5)]
		for i, word := range list {
			list[i] = fmt.Sprintf("%s %d", word, words[word])
		}
		pairs = append(pairs, c.Labels[key[0]]+" as "+c.Labels[key[1]]+": "+strings.Join(list, ", "))
	}
	if pairs == nil {
		return nil
	}
	return []string{"Words most often confused on " + dataset + ", by these rows together: " +
		strings.Join(pairs, "; ") + "."}
}

// confusions returns the keys of wrong for all rows together, the most frequent first, at most 20.
func (c *counter) confusions() (keys [][3]int32) {
	for key := range c.wrong {
		if key[2] < 0 {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b [3]int32) int {
		return cmp.Or(cmp.Compare(c.wrong[b], c.wrong[a]), slices.Compare(a[:], b[:]))
	})
	return keys[:min(len(keys), 20)]
}

// addTo adds the classes of rules with averages, groups, and the most frequent confusions (More).
func (c *counter) addTo(g *grid.Grid, dataset string) {
	words, pairs, from := rule{classes: c.groups()}, rule{}, 0
	for _, key := range c.confusions() {
		pairs.classes = append(pairs.classes, c.Labels[key[0]]+" as "+c.Labels[key[1]])
		for i, n := range c.rows {
			key[2] = int32(i)
			c.rows[i] = append(n, c.wrong[key], n[3*key[1]+1], n[3*key[0]+2])
		}
	}
	shown, meant := 0, 4 // scores of a line; a confusion has no F1 or IoU
	line := func(name, average string, at, n, without int) {
		texts, support := []string{dataset, cmp.Or(name, "span"), ""}, 0.0
		for _, all := range c.rows {
			counts := slices.Clone(all[at:][:n])
			if without >= 0 {
				clear(counts[without:][:3])
			}
			scores, n := metric.ScoreClasses(average, counts)
			for i, score := range scores[:(len(g.Heads)-3)/len(c.rows)] {
				if texts = append(texts, chart.Fixed(100*score, 2)); i >= meant {
					texts[len(texts)-1] = "—"
				}
			}
			support = max(support, n)
			texts[2] = wording.Grouped(support)
		}
		g.Add(texts...)
	}
	for i, u := range append(c.rules, words, pairs) {
		if shown = len(g.Rows); i == len(c.rules)+1 {
			meant = 2
		}
		for k, name := range u.classes {
			if len(c.rules) > 2 { // two modes of spans
				name += u.name
			}
			line(name, "macro", from+3*k, 3, -1)
		}
		for _, average := range []string{"macro", "micro", "weighted"} {
			if u.Counts != nil {
				line(average+" average"+u.name, average, from, u.Width, -1)
			}
			if o := slices.Index(u.classes, "O"); o >= 0 {
				line(average+" average without O", average, from, u.Width, 3*o)
			}
		}
		from += 3 * len(u.classes)
	}
	g.Rows, g.More = g.Rows[:shown], append(g.More, g.Rows[shown:]...) // the confusions
}
