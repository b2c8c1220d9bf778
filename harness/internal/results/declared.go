package results

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	what    string // for readers: the kind in one word, and the value
	dataset string // its label; "" if the text names datasets itself
	data    string // hash of the dataset's content
	// key names it in declared-*.json: text, hash of the data, and as JSON all that must stay the
	// same. Labels of learners and datasets may change. old is its key in older builds.
	key, old string
	parts    []part // of the kinds rows and datasets
}

func (i *item) kind() string { return strings.Fields(i.what)[0] }

// textIn returns what a record of declarations says of an item; "" if it says nothing.
func (i *item) textIn(recorded map[string]string) string {
	return cmp.Or(recorded[i.key], recorded[i.old])
}

// unrecorded returns the text of an item that a record with fits lacks; "" if it was declared after
// these fits, since it replaces another item of its kind, or is a claim: published.yaml may change.
func (i *item) unrecorded(own map[string]string) string {
	for key := range own {
		if strings.Fields(key)[0] == i.kind() {
			return ""
		}
	}
	switch {
	case i.kind() == "claim":
		return ""
	case len(own) > 0:
		return olderBuild
	}
	return noRecord
}

// Texts of items without a record. The plan of a run folder never changes, so they were declared
// before its own fits. How many other rows were known is not on record.
const (
	olderBuild = "Not recorded by the build that began this run"
	noRecord   = "Without a record of when they were declared"
)

// Declare writes into a new file of the run in dir what its plan and its published numbers declare,
// unless it is on record. p may be nil. With each item go the scored rows of the same data that are
// known in dir and in runs, and what differs from these runs. An item that one of them has declared
// for the same data keeps its text.
func Declare(dir string, runs []string, p *suite.Published) error {
	w, err := ReadPlan(dir)
	if err != nil {
		return err
	}
	own, _ := readDeclared(dir)
	missing := slices.DeleteFunc(declarations(w, p), func(i item) bool { return i.textIn(own) != "" })
	if len(missing) == 0 {
		return nil
	}
	known, now := look(w, dir, runs), map[string]string{}
	for _, i := range missing {
		now[i.key] = cmp.Or(known.texts[i.key], known.when(&i))
		if text := i.unrecorded(own); known.own && text != "" {
			now[i.key] = text
		}
	}
	return record.Declare(dir, now)
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

// declarations lists what a plan and its published numbers declare, by dataset.
func declarations(w *plan.File, p *suite.Published) (all []item) {
	splits := map[string]int{}
	for _, r := range w.Repeats {
		splits[r.Dataset] = r.Split + 1
	}
	for at := range w.Suite.Datasets {
		d := &w.Suite.Datasets[at]
		add := func(what string, details any) *item {
			text, _ := json.Marshal(details) // plain data
			hash, of := w.Data[d.Label], "\n"+string(text)
			all = append(all, item{what: what, dataset: d.Label, data: hash,
				key: what + "\n" + hash + of, old: what + "\n" + record.Key(w.Data) + of})
			return &all[len(all)-1]
		}
		addChoices(w, d, add)
		for _, c := range claimsOn(p, d.Label) {
			labels := []string{c.A.Learner}
			for _, b := range c.B {
				labels = append(labels, b.Learner)
			}
			add(fmt.Sprintf("claim %s on %s, margin %v", c.Text, c.Dataset, c.Size),
				named(w, labels...)).dataset = ""
		}
		i := add(fmt.Sprintf("splits %d", splits[d.Label]), []any{d.Splits, w.Suite.Seeds})
		i.old = strings.Replace(i.old, "splits", "splits of "+d.Label+":", 1)
		addLists(w, d, add)
	}
	return all
}

// addChoices adds what a suite chooses on a dataset: control, reference, rope, metrics, loss and
// groups.
func addChoices(w *plan.File, d *suite.Dataset, add func(what string, details any) *item) {
	if control := w.Suite.Against; control != "" {
		add("control "+control, named(w, control))
	}
	if reference := w.Suite.Reference; reference != "" {
		add("reference "+reference, named(w, reference))
	}
	if w.Suite.Rope > 0 {
		add(fmt.Sprintf("rope %v", w.Suite.Rope), nil)
	}
	var labels []string
	metrics := w.Suite.MetricsOn(d)
	for _, m := range metrics {
		labels = append(labels, m.Label)
	}
	add("metrics "+strings.Join(labels, ", "), metrics)
	loss := cmp.Or(d.TrainLoss, &w.Suite.TrainLoss)
	add("loss "+loss.Name, loss)
	groups, ok := w.Groups[d.Label]
	if groups = "by " + cmp.Or(groups, "group"); !ok {
		groups = "none"
	}
	add("groups "+groups, nil)
}

// addLists adds the decoders, the rows and the datasets of the suite.
func addLists(w *plan.File, d *suite.Dataset, add func(what string, details any) *item) {
	var decoders, labels []string
	rows := rowsOf(w)
	for _, r := range rows {
		decoders, labels = ordered.Add(decoders, r.decoder), ordered.Add(labels, r.decoderName)
	}
	add("decoders "+strings.Join(labels, ", "), decoders)
	add("rows", keysOf(rows)).parts = rows
	datasets := make([]part, len(w.Suite.Datasets))
	for i, o := range w.Suite.Datasets {
		datasets[i] = part{is: w.Data[o.Label], name: o.Label}
	}
	i := add("datasets", keysOf(datasets))
	i.parts, i.dataset = datasets, ""
}

// claimsOn returns the claims on a dataset. p may be nil.
func claimsOn(p *suite.Published, dataset string) (on []suite.Claim) {
	if p == nil {
		return nil
	}
	for _, c := range p.Claims {
		if c.Dataset == dataset {
			on = append(on, c)
		}
	}
	return on
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

// declared returns what the run in dir declares now, and when it was declared. A claim that is not
// on record was declared after all its fits.
func declared(dir string, w *plan.File, p *suite.Published, fits []record.Fit,
	warn Warn) (all []table.Declaration) {
	own, damaged := readDeclared(dir)
	warn(damaged...)
	rows := 0
	for i := range fits {
		rows += len(fits[i].Rows)
	}
	for _, i := range declarations(w, p) {
		text := cmp.Or(i.textIn(own), i.unrecorded(own), after(rows))
		when, what, _ := strings.Cut(text, "\n")
		if strings.HasSuffix(when, " fits") { // older builds counted those
			when += " of these learners on these data"
		}
		all = append(all, table.Declaration{What: cmp.Or(what, i.what), When: when,
			Dataset: i.dataset, Unknown: when == olderBuild})
	}
	return all
}
