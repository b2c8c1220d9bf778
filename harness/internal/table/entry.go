package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table/origin"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// An Entry is one decoder of one planned fit, with its results. Its numbers go into the average of
// one row on one dataset.
type Entry struct {
	Planned
	Label   string // of the learner
	Decoder string // label of the decoder
	Best    bool   // the decoder is best: Row.Decoder names the chosen one

	Fit *record.Fit // never changed; [NotRun], or nil before a table is made: there is none
	Row record.Row  // of the decoder; zero: not run, or the fit has no such row

	Origin    origin.Origin // builds that made the fit
	Elsewhere bool          // shipped, and timed on another machine than the rest: its seconds are NaN
	Stale     bool          // left out of the table, as other sources scored it than the rest
	Lost      string        // left out of the table, for this missing or damaged file; "": it is not
}

// Planned is what the plan says of a fit: its place, and the sizes of its training and test set.
type Planned struct {
	Dataset  string
	Split    int // index among the distinct splits of the dataset
	Seed     record.Seeds
	Training int // 1 + the first split with the same training set; 0: Split is the first

	// Training instances, instances with boxes, partly labelled ones, test instances and scored
	// variables; 0: none, or not known.
	Train, Boxes, Partial, Test, Variables int
	Copies                                 int    // test instances with the features and the graph of a training instance
	TestGroups, LearnedGroups              int    // groups of the test instances; those of them it learned from
	GroupName                              string // what a group is, such as "word"; "": not known

	Overlap      float64  // mean share of instances in common between two different training sets; NaN: not known
	TestOverlap  float64  // the same of test sets, one per training set; NaN: not known
	DataWarnings []string // of the dataset
	Unseen       string   // labels that no training variable has, with their test variables
}

// GroupWords writes a number of groups, such as "55 groups (word)".
func (p *Planned) GroupWords(n int) string {
	text := wording.Grouped(n) + " groups"
	if p.GroupName != "" {
		text += " (" + p.GroupName + ")"
	}
	return text
}

// NotRun is the record of fits without one.
var NotRun = new(record.Fit)

// FromRecords returns the planned entries with the results of the records, in the order of the
// plan. An entry stays not run if it has no record, or if other sources scored its record than the
// last one. Records without a planned entry are ignored. If an entry has several, the last appended
// counts. Neither argument is changed.
func FromRecords(plan []Entry, fits []record.Fit) ([]Entry, error) {
	entries := slices.Clone(plan)
	at, stale := record.Current(fits)
	last, elsewhere := origin.NewLatest(at), record.Elsewhere(at)
	hash := map[string]string{} // of the content, by dataset
	for i := range entries {
		e := &entries[i]
		if e.Fit == nil {
			e.Fit = NotRun
		}
		e.Stale = stale[e.Place()]
		f := at[e.Place()]
		if f != nil {
			e.Lost = f.Lost
		}
		if f == nil || e.Lost != "" {
			continue
		}
		if old, ok := hash[e.Dataset]; ok && old != f.DatasetHash {
			return nil,
				fmt.Errorf("table: %s: %s was fitted to other data (%.8s) than the rows before it (%.8s): they cannot be in one table; run the suite again",
					e.Dataset, e.Label, f.DatasetHash, old)
		}
		hash[e.Dataset] = f.DatasetHash

		e.Fit, e.Row, e.Origin = f, rowOf(f, e.Decoder), last.Origin(f)
		if e.Elsewhere = elsewhere(f); !e.Elsewhere && f.Times.Shipped == "" {
			continue
		}

		// A fit made elsewhere has other words and no seconds here. Its record stays as it is.
		own := *f
		e.Fit = &own
		if times := &own.Times; e.Elsewhere {
			nan := unknown
			times.Fit, times.Tune, times.TuneCPU = record.Clock{Wall: nan, CPU: nan}, nan, nan
		}
		if own.Times.Shipped != "" && e.Origin.Differs != nil { // one note says so for all cells
			own.Times.Shipped, e.Origin.Differs = own.Times.Shipped+", by other sources", nil
		}
	}
	return entries, nil
}

// rowOf returns the row of f with that label, which defaults to the decoder's name; a zero one if
// there is none.
func rowOf(f *record.Fit, decoder string) record.Row {
	for _, r := range f.Rows {
		if r.Label == decoder || r.Label == "" && r.Decoder == decoder {
			return r
		}
	}
	return record.Row{}
}

// Recorded reports whether the fit has a record. It may lack a row of the decoder.
func (e *Entry) Recorded() bool { return e.Fit.Outcome.Kind != "" }

// Outcome returns that of fit and decoder together; zero: not run.
func (e *Entry) Outcome() record.Outcome {
	switch row := e.Row.Outcome; {
	case row.Kind == "" && e.Fit.Outcome.Good():
		return record.Outcome{}
	case row.Kind == "" || row.Kind == record.OK:
		return e.Fit.Outcome
	default:
		return row
	}
}

// Warnings returns those of the fit.
func (e *Entry) Warnings() []string {
	return slices.Concat(e.Fit.Warnings, e.Fit.Times.Suspicions)
}

// LearnedFrom returns the number of instances that a learner used, see [sp.ValueInstances]; 0: all.
func (e *Entry) LearnedFrom() int { return int(e.atEnd(sp.ValueInstances)) }

// atEnd returns a value of the last checkpoint; 0 if it has none.
func (e *Entry) atEnd(name string) record.Number {
	if n := len(e.Fit.Checkpoints); n > 0 {
		v, _ := e.Fit.Checkpoints[n-1].Values.Get(name)
		return v
	}
	return 0
}

// read keeps the statistics until [Entry.forget]. If their file is missing or damaged, e gets Lost
// and counts as not run.
func (e *Entry) read(dir string) {
	var err error
	if e.Row.Instances, err = e.Statistics(dir); err != nil {
		e.Lost, e.Fit, e.Row = err.Error(), NotRun, record.Row{}
	}
}

// forget drops statistics that can be read again: those of a whole table may not fit into memory.
func (e *Entry) forget() {
	if e.Row.StatisticsFile != "" {
		e.Row.Instances = nil
	}
}

// Statistics returns those of each test instance, by metric, in the same order for all entries of a
// split. It reads them from run folder dir unless the record holds them; nil: there are none.
func (e *Entry) Statistics(dir string) (map[string]record.Statistics, error) {
	if e.Row.StatisticsFile == "" || e.Row.Instances != nil {
		return e.Row.Instances, nil
	}
	return record.ReadStatisticsFile(dir, e.Row.StatisticsFile)
}

// Place names the fit of e.
func (e *Entry) Place() record.Place {
	return record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
}

// Distinct names the fit of e, the same for all copies of one fit. A fit without tuning has a copy
// for each seed of tuning.
func (e *Entry) Distinct() record.Place {
	place := e.Place()
	if len(e.Fit.Trials) == 0 {
		place.Seed.Tune = place.Seed.Split
	}
	return place
}

// FitsOf returns the first entry of each planned fit.
func FitsOf(entries []Entry) (all []*Entry) {
	seen := map[record.Place]bool{}
	for i := range entries {
		if e := &entries[i]; !seen[e.Place()] {
			seen[e.Place()] = true
			all = append(all, e)
		}
	}
	return all
}

// resultHash returns the SHA-256 of everything in the entries that is reproducible: all but times
// and warnings. ± and p depend on the groups of test instances, so they count. The same suite, seeds
// and learners have the same hash with any number of workers.
func resultHash(entries []Entry) string {
	h := sha256.New()
	var text []byte
	for _, e := range entries {
		text = appendResults(text[:0], &e)
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// appendResults appends one line per fact; quotes and hexadecimal numbers keep facts apart and
// exact.
func appendResults(b []byte, e *Entry) []byte {
	counts := &e.Fit.Counts
	b = fmt.Appendf(b, "%q %d %s %q %q\n%d %d %d %q %x "+
		"{Visits:%d Sweeps:%d MAP:%d Marginals:%d Clamped:%d}\n", e.Dataset, e.Split, e.Seed, e.Label,
		e.Decoder, e.Train, e.Test, e.Variables, e.Outcome().Kind, float64(e.Fit.Passes), counts.Visits,
		counts.Sweeps, counts.MAP, counts.Marginals, counts.Clamped)
	if counts.Conditional > 0 { // older results have none
		b = fmt.Appendln(b, counts.Conditional)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Row.Metrics)) {
		b = fmt.Appendf(b, "%q %x\n", name, float64(e.Row.Metrics[name]))
	}
	if len(e.Fit.Groups) > 0 {
		b = fmt.Appendf(b, "%q %d\n", e.Fit.Groups, e.LearnedGroups)
	}
	statistics := cmp.Or(e.Row.Unshipped, e.Row.StatisticsFile)
	if statistics == "" && len(e.Row.Instances) > 0 { // older results hold them in the line
		statistics, _ = record.StatisticsName(e.Row.Instances)
	}
	return append(append(b, statistics...), '\n')
}

// Members returns the members of parameters in JSON, an object.
func Members(params json.RawMessage) (m map[string]json.RawMessage) {
	_ = json.Unmarshal(params, &m) // it is an object
	return m
}
