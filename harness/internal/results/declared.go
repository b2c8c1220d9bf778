package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// An item is one thing that a suite declares on one dataset.
type item struct {
	what string // for readers: the kind in one word, and the value
	data string // hash of the dataset's content
	// key names it in declared-*.json: a text, the hash of the data, and its details as JSON. They
	// have no labels of learners and datasets.
	key string
}

func kindOf(text string) string {
	kind, _, _ := strings.Cut(text, " ")
	return kind
}

// declarations lists the items of a plan and its published numbers, by dataset. p may be nil.
func declarations(w *plan.File, p *suite.Published) (all []item) {
	splits := map[string]int{}
	for _, r := range w.Repeats {
		splits[r.Dataset] = r.Split + 1
	}
	for at := range w.Suite.Datasets {
		d := &w.Suite.Datasets[at]
		add := func(what string, details any) *item {
			text, _ := json.Marshal(details) // plain data
			hash := w.Data[d.Label]
			all = append(all, item{what, hash, what + "\n" + hash + "\n" + string(text)})
			return &all[len(all)-1]
		}
		add("datasets", nil).what += " " + d.Label
		addComparison(w, d, add)
		add(fmt.Sprintf("splits %d", splits[d.Label]), []any{d.Splits, w.Suite.Seeds})
		if p == nil {
			continue
		}
		for _, c := range p.Claims {
			labels := []string{c.A.Learner}
			for _, b := range c.B {
				labels = append(labels, b.Learner)
			}
			if c.Dataset == d.Label {
				text := fmt.Sprintf("claim %s on %s, margin %v", c.Text, c.Dataset, c.Size)
				if c.Over != nil {
					text += ", over " + strings.Join(c.Over, " and ")
				}
				add(text, named(w, labels...))
			}
		}
		if p.Margin.Size > 0 { // also of the table
			add(fmt.Sprintf("margin %v", p.Margin.Size), nil)
		}
	}
	return all
}

// addComparison adds the rows, metrics and choices of the comparison on a dataset.
func addComparison(w *plan.File, d *suite.Dataset, add func(what string, details any) *item) {
	if control := w.Suite.Against; control != "" {
		add("control "+control, named(w, control))
	}
	if reference := w.Suite.Reference; reference != "" {
		add("reference "+reference, named(w, reference))
	}
	if w.Suite.Rope > 0 {
		add(fmt.Sprintf("rope %v", w.Suite.Rope), nil)
	}
	if h := w.Suite.Headroom; h != nil {
		add(fmt.Sprintf("rope %v of %s − %s", h.Share, h.Of, h.To), named(w, h.Of, h.To))
	}
	var labels []string
	for _, m := range w.Suite.MetricsOn(d) {
		labels = append(labels, m.Label)
	}
	add("metrics", w.Suite.MetricsOn(d)).what += " " + strings.Join(labels, ", ")
	loss := cmp.Or(d.TrainLoss, &w.Suite.TrainLoss)
	add("loss", loss).what += " " + loss.Name
	groups, ok := w.Groups[d.Label]
	if groups = " by " + cmp.Or(groups, "group"); !ok {
		groups = " none"
	}
	add("groups", groups).what += groups

	if choices := w.Suite.Choices.Settings(); len(choices) > 0 {
		add("sensitivity", w.Suite.Choices)
	}
	if w.Suite.Tune != nil {
		add("tuning", w.Suite.Tune)
	}
	if budget := w.Suite.Budget; budget != (suite.Budget{}) {
		add("budget", budget)
	}
	addRows(w, add)
}

// addRows adds the decoders and the learners. A learner with as many decoders as any has those of
// the suite, which are items of their own. The first one of a learner stands for it:
// the baseline.
func addRows(w *plan.File, add func(what string, details any) *item) {
	most := 0
	var firsts []string
	for _, l := range w.Suite.Learners {
		most = max(most, len(l.Decoders))
		if len(l.Decoders) > 1 && l.Rivals() == nil { // else best stands for it
			firsts = ordered.Add(firsts, l.Decoders[0].Label)
		}
		for _, one := range l.Decoders {
			label := " " + one.Label
			one.Label = ""
			add("decoders", one).what += label
		}
	}
	if firsts != nil {
		add("baseline", firsts).what += " decoder " + strings.Join(firsts, ", ")
	}
	for _, l := range w.Suite.Learners {
		label := " " + l.Label
		if v := l.Variant; v.Of != "" {
			add("variants", []any{v.Choice, named(w, v.Of)}).what += label
			l.Variant = suite.Variant{}
		}
		if l.Label = ""; len(l.Decoders) == most {
			l.Decoders = nil
		}
		if len(l.Candidates) == 1 {
			l.Candidates = nil // as without tuning
		}
		add("rows", l).what += label
	}
}

// named returns the learners with these labels, without labels.
func named(w *plan.File, labels ...string) (specs []suite.Spec) {
	for _, l := range w.Suite.Learners {
		if slices.Contains(labels, l.Label) {
			specs = append(specs, l.Spec)
		}
	}
	return specs
}

// readDeclared returns what [Declare] wrote into a run folder, and the errors of damaged files. If
// it wrote something twice, the earlier text is returned.
func readDeclared(dir string) (all map[string]string, damaged []string) {
	all = map[string]string{}
	err := record.EachDeclared(dir, func(name string, texts map[string]string, err error) {
		if err != nil {
			damaged = append(damaged, fmt.Sprintf("%s: %v: what it declares is not on record", name, err))
		}
		for item, text := range texts {
			all[item] = cmp.Or(all[item], text)
		}
	})
	if err != nil {
		damaged = append(damaged, err.Error())
	}
	return all, damaged
}

// textIn returns the text of an item in a record of declarations. A plan never changes, so an item
// without a text was declared before its own fits, but after an unknown number of others. A table
// may show fewer splits: it returns "", as for edited items.
func (i *item) textIn(recorded map[string]string) string {
	text := recorded[i.key]
	if text == "" && !edited(i.what) && (kindOf(i.what) != "splits" || len(recorded) == 0) {
		return "Without a record of when they were declared"
	}
	return text
}

// edited reports whether an item is of published.yaml, which may change at any time.
func edited(what string) bool { return kindOf(what) == "claim" || kindOf(what) == "margin" }

// declared returns the present declarations of the run in dir, and the items left out.
func declared(dir string, w *plan.File, p *suite.Published, fits []record.Fit,
	warn Warn) (all []table.Declaration) {
	own, damaged := readDeclared(dir)
	warn(damaged...)
	labels := map[string]string{} // of datasets, by hash
	for label, hash := range w.Data {
		labels[hash] = label
	}
	add := func(i *item, text string) {
		when, what, _ := strings.Cut(text, "\n")
		if strings.HasSuffix(when, " fits") { // older builds counted those
			when += " of these learners on these data"
		}
		all = append(all, table.Declaration{What: cmp.Or(what, i.what), When: when,
			Dataset: labels[i.data]})
	}
	rows, present := 0, map[string]bool{}
	for i := range fits {
		rows += len(fits[i].Rows)
	}
	for _, i := range declarations(w, p) {
		add(&i, cmp.Or(i.textIn(own), after("Declared", rows)))
		present[i.key] = true
	}
	lost := false
	for _, key := range slices.Sorted(maps.Keys(own)) {
		parts := strings.Split(key+"\n", "\n") // one of a foreign file may be a single line
		i, text := &item{what: parts[0], data: parts[1]}, own[key]
		if edited(i.what) && !present[key] {
			text = after(leftOut, rows)
			lost = p == nil
		}
		if strings.HasPrefix(text, leftOut) {
			add(i, text)
		}
	}
	if lost {
		warn(filepath.Join(dir, suite.PublishedName) + ": its claims were declared, and it is gone")
	}
	return all
}
