package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A part is one row or one dataset of a list that a suite declares.
type part struct {
	is, decoder       string // what the learner or the dataset, and the decoder, are
	name, decoderName string // their labels
	args              string // of the learner, for readers
}

// rowsOf returns the rows of a plan: each learner, whatever its label, with each of its decoders.
func rowsOf(w *plan.File) (rows []part) {
	for _, l := range w.Suite.Learners {
		bare := l
		if bare.Label, bare.Decoders = "", nil; len(l.Candidates) == 1 {
			bare.Candidates = nil // as without tuning
		}
		is, _ := json.Marshal(bare) // plain data
		args := strings.NewReplacer(`"`, "", "{", "", "}", "", ":", " ", ",", ", ").Replace(string(l.Args))
		for _, d := range l.Decoders {
			name := d.Label
			d.Label = ""
			decoder, _ := json.Marshal(d)
			rows = append(rows, part{string(is), string(decoder), l.Label, name, args})
		}
	}
	return rows
}

// keysOf returns what the parts are, sorted: their order is free.
func keysOf(parts []part) (keys []string) {
	for _, p := range parts {
		keys = append(keys, p.is+p.decoder)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// lacking names the parts of one list that the other lacks. It skips rows of a learner that the
// other has, by a decoder that it does not have: the decoders of the suite have changed.
func lacking(of, other []part) (names []string) {
	has := func(match func(p *part) bool) bool {
		return slices.ContainsFunc(other, func(p part) bool { return match(&p) })
	}
	for _, p := range of {
		name, learner := p.name, has(func(o *part) bool { return o.is == p.is })
		switch {
		case has(func(o *part) bool { return o.is == p.is && o.decoder == p.decoder }):
			continue
		case learner && !has(func(o *part) bool { return o.decoder == p.decoder }):
			continue
		case learner:
			name += " " + p.decoderName
		case p.args != "" && has(func(o *part) bool { return o.name == p.name }):
			name += " (" + p.args + ")"
		}
		names = ordered.Add(names, name)
	}
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", more))
	}
	return names
}

// mostNamed is the largest number of rows or datasets that an item names.
const mostNamed = 6

// A knowledge is what was known of the data of a plan before its declarations.
type knowledge struct {
	rows    map[string]int    // scored rows, by the hash of the data
	own     bool              // the run has fits already
	texts   map[string]string // of items of other runs, by key
	earlier map[string][]item // of other runs with scored rows, by kind and hash of the data
}

// look reads what the run in own, and other runs, know of the data of its plan w. It skips
// unreadable runs, since the import of their fits warns of them. A row in several runs counts once.
func look(w *plan.File, own string, runs []string) *knowledge {
	k := &knowledge{rows: map[string]int{}, texts: map[string]string{}, earlier: map[string][]item{}}
	seen := map[string]bool{}
	mine := map[string]bool{}
	for _, hash := range w.Data {
		mine[hash] = true
	}
	for _, run := range append(slices.Clone(runs), own) {
		planned, err := ReadPlan(run)
		if err != nil || !slices.ContainsFunc(planned.Suite.Datasets, func(d suite.Dataset) bool {
			return mine[planned.Data[d.Label]]
		}) {
			continue
		}
		scored := map[string]bool{}
		_ = record.EachFit(run, func(f *record.Fit) error {
			for _, row := range f.Rows {
				if !mine[f.DatasetHash] || row.Metrics == nil {
					continue
				}
				scored[f.DatasetHash] = true
				if id := f.Key + " " + row.Decoder + " " + string(row.Args); !seen[id] {
					seen[id] = true
					k.rows[f.DatasetHash]++
				}
			}
			return nil
		})
		if rundir.Same(run, own) {
			k.own = len(scored) > 0
		} else {
			k.add(w, run, planned, scored)
		}
	}
	return k
}

// add adds the items of an earlier run, which has scored rows of the data with these hashes. Its
// datasets count if it has a learner of w, under any parameters.
func (k *knowledge) add(w *plan.File, run string, planned *plan.File, scored map[string]bool) {
	related := slices.ContainsFunc(planned.Suite.Learners, func(l suite.Learner) bool {
		return slices.ContainsFunc(w.Suite.Learners,
			func(o suite.Learner) bool { return o.Name == l.Name })
	})
	recorded, _ := readDeclared(run)
	published, _ := copiedPublished(run)
	for _, i := range declarations(planned, published) {
		text := i.textIn(recorded)
		if !scored[i.data] {
			k.texts[i.key] = cmp.Or(k.texts[i.key], text)
			continue
		}
		k.texts[i.key] = cmp.Or(k.texts[i.key], text, i.unrecorded(recorded))
		if related || i.kind() != "datasets" {
			at := i.kind() + " " + i.data
			k.earlier[at] = append(k.earlier[at], i)
		}
	}
}

// after says when something is declared, with the number of scored rows known then.
func after(rows int) string {
	return fmt.Sprintf("Declared after %d scored rows of these data", rows)
}

// when tells when an item is declared and, on a second line, what was different in earlier runs. The
// count is that of all data of the plan, but 0 without a row of the item's own data.
func (k *knowledge) when(i *item) string {
	total := 0
	for _, n := range k.rows {
		total += n
	}
	if k.rows[i.data] == 0 {
		return after(0)
	}
	var was []string
	var parts []part
	for _, e := range k.earlier[i.kind()+" "+i.data] {
		_, value, _ := strings.Cut(e.what, " ")
		was, parts = ordered.Add(was, value), append(parts, e.parts...)
	}
	text := after(total) + "\n" + i.what
	switch {
	case i.kind() == "claim" || was == nil:
	case i.parts == nil:
		text += " (was " + strings.Join(was, "; ") + ")"
	default:
		var changes []string
		if left := lacking(parts, i.parts); left != nil {
			changes = append(changes, " left out since: "+strings.Join(left, ", "))
		}
		if added := lacking(i.parts, parts); added != nil {
			changes = append(changes, " added since: "+strings.Join(added, ", "))
		}
		if changes == nil { // only decoders differ, which are an item
			return after(0)
		}
		text += strings.Join(changes, ";")
	}
	return text
}
