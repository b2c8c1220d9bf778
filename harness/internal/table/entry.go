package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// An Entry is one decoder of one fit, planned or done. Its numbers go into the average of one row
// on one dataset.
type Entry struct {
	Dataset string
	Split   int // index among the distinct splits of the dataset
	Seed    record.Seeds
	Label   string // of the learner
	Decoder string // label of the decoder

	// Training instances, instances with boxes, partly labelled ones, test instances and scored
	// variables; 0: none, or not known.
	Train, Boxes, Partial, Test, Variables int
	Copies                                 int      // test instances with the features and the graph of a training instance
	Training                               int      // 1 + the first split with the same training set; 0: Split is the first
	Overlap                                float64  // mean share of instances in common between two different training sets; NaN: not known
	TestOverlap                            float64  // the same of test sets, one per training set; NaN: not known
	Tested                                 []string // IDs of the test instances, in the order of Instances; nil: not known
	Learned                                []string // IDs of the instances it learned from; nil: not known
	Groups                                 []string // of the instances in Tested; nil: they have none
	GroupName                              string   // what a group is, such as "word"; "": not known
	TestGroups, LearnedGroups              int      // groups of the test instances; those of them it learned from
	DataWarnings                           []string // of the dataset
	Unseen                                 string   // labels that no training variable has, with their test variables

	Outcome   record.Outcome // of fit and decoder together; zero: not run
	Metrics   map[string]float64
	Reasons   map[string]string            // why a metric is NaN
	Instances map[string]record.Statistics // of each test instance, in the same order for all entries of a split; nil: not read
	// Statistics names the file of Instances, by its content; "": there is none. See [Entry.Read].
	Statistics string
	Folder     string // run folder with that file; "": the table's

	Seconds, CPUSeconds float64 // of the fit
	Passes              float64
	Counts              sp.Counts
	Concurrent          bool          // other fits ran at the same time
	Resumed             int           // number of interruptions; seconds are sums over processes
	Remote              bool          // the harness made the oracle calls for the learner's process
	Ended               sp.End        // as record.Fit.Ended; "": it failed or has not run
	Audit               *record.Audit // of the reported training objective; nil: none was reported
	MissedMaxima        float64       // at the last checkpoint, see sp.ValueMissedMaxima
	LearnedFrom         int           // instances, see sp.ValueInstances; 0: all
	NotConverged        int           // test instances whose prediction did not converge
	Warnings            []string

	Params      json.RawMessage // of the fit
	Weights     string          // hash of the fitted weights; "": none
	Trials      []record.Trial  // of tuning
	Chosen      string          // the decoder behind best; "": of any other decoder
	TuneSeconds float64         // wall, of all trials
	TuneCPU     float64         // CPU seconds of all trials; 0: no trials, or not recorded

	Memory  float64 // peak of the fit's process in bytes; 0: not known
	Load    float64 // processes that competed for processors as the fit began; 0: not known
	CPUs    int     // of that machine; 0: not known
	Machine string  // it was timed on; "": not known
	Shipped string  // version and date of a shipped fit; "": made here

	Elsewhere bool   // shipped, and timed on a different machine than the others: its seconds are NaN
	Sandbox   string // of the learner; "": not known

	Origin Origin // builds that made its fit
	Stale  bool   // left out of the table, as other sources scored it than the rest
	Lost   string // left out of the table, for this missing or damaged file; "": it is not
}

// Read fills in Instances from the file Statistics in Folder, else in run folder dir. It does
// nothing if they are there, or if no file is named. If the file is missing or damaged, e gets Lost
// and counts as not run.
func (e *Entry) Read(dir string) {
	if e.Statistics == "" || e.Instances != nil {
		return
	}
	var err error
	if e.Instances, err = record.ReadStatisticsFile(cmp.Or(e.Folder, dir), e.Statistics); err != nil {
		e.Lost, e.Outcome, e.Metrics, e.Statistics = err.Error(), record.Outcome{}, nil, ""
	}
}

// forget drops statistics that Read can read again: those of a whole table may not fit into memory.
func (e *Entry) forget() {
	if e.Statistics != "" {
		e.Instances = nil
	}
}

// GroupWords writes a number of groups, such as "55 groups (word)".
func (e *Entry) GroupWords(n int) string {
	text := wording.Grouped(float64(n)) + " groups"
	if e.GroupName != "" {
		text += " (" + e.GroupName + ")"
	}
	return text
}

// Place names the fit of e.
func (e *Entry) Place() record.Place {
	return record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
}

// Distinct names the fit of e, the same for all copies of one fit. A fit without tuning has a copy
// for each seed of tuning.
func (e *Entry) Distinct() record.Place {
	place := e.Place()
	if len(e.Trials) == 0 {
		place.Seed.Tune = place.Seed.Split
	}
	return place
}

// TrialCalls returns the number of oracle calls in the trials of the fit.
func (e *Entry) TrialCalls() (n float64) {
	for _, t := range e.Trials {
		n += float64(t.Counts.Calls())
	}
	return n
}

// Options say what a table shows.
type Options struct {
	Metrics []Metric  // columns per dataset; rows are compared by the first
	Alpha   float64   // level of the tests; 0 means 0.05
	Digits  int       // decimals of means; 0 means 1 for percentages, else 3
	Show    Selection // rows, datasets and metrics of the table

	Dir string // run folder with the statistics of entries without Instances

	Published *suite.Published // numbers of a paper for comparison; nil for none
	From      string           // as Table.PublishedFrom
	Suite     *suite.Suite     // of the run; nil: an empty one
}

// FromRecords returns the planned entries with the results of the records, in the order of the
// plan. The plan sets the fields up to DataWarnings. An entry stays not run if it has no record, or
// if other sources scored its record than the last one. Records without a planned entry are
// ignored. If an entry has several, the last appended counts. Neither argument is changed.
func FromRecords(plan []Entry, fits []record.Fit) ([]Entry, error) {
	entries := slices.Clone(plan)
	at, stale := record.Current(fits)
	last, elsewhere := NewLatest(at), record.Elsewhere(at)
	hash := map[string]string{} // of the content, by dataset
	for i := range entries {
		e := &entries[i]
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
		Fill(e, f)
		if e.Elsewhere = elsewhere(f); e.Elsewhere {
			nan := notANumber
			e.Seconds, e.CPUSeconds, e.TuneSeconds, e.TuneCPU = nan, nan, nan, nan
		}
		e.Origin = last.Origin(f)
		if e.Shipped != "" && e.Origin.Differs != nil { // one note says so for all cells
			e.Shipped, e.Origin.Differs = e.Shipped+", by other sources", nil
		}
	}
	return entries, nil
}

// Fill sets the results of an entry from the record of its fit, except Origin and Stale.
func Fill(e *Entry, f *record.Fit) {
	e.Outcome, e.Tested, e.Learned, e.Groups = f.Outcome, f.Test, f.Train, f.Groups
	if len(f.DataWarnings) > 0 { // the plan says it too
		e.DataWarnings = f.DataWarnings
	}
	e.Seconds, e.CPUSeconds = float64(f.Times.Fit.Wall), float64(f.Times.Fit.CPU)
	e.Passes, e.Counts = float64(f.Passes), f.Counts
	e.Concurrent, e.Remote, e.Warnings = f.Times.Concurrent, f.Remote,
		slices.Concat(f.Warnings, f.Times.Suspicions)
	e.Ended, e.Audit, e.Resumed = f.Ended, f.Audit, f.Times.Resumed
	if n := len(f.Checkpoints); n > 0 {
		missed, _ := f.Checkpoints[n-1].Values.Get(sp.ValueMissedMaxima)
		instances, _ := f.Checkpoints[n-1].Values.Get(sp.ValueInstances)
		e.MissedMaxima, e.LearnedFrom = float64(missed), int(instances)
	}
	e.Weights = f.WeightsFile
	e.Params, e.Trials, e.TuneSeconds = f.Params, f.Trials, float64(f.Times.Tune)
	e.TuneCPU, e.Memory = float64(f.Times.TuneCPU), float64(f.Times.Process.Memory)
	e.Load, e.CPUs, e.Machine = float64(f.Times.Load), f.Times.CPUs, f.Times.Machine
	e.Sandbox, e.Shipped = f.Times.Process.Sandbox, f.Times.Shipped
	row := rowOf(f, e.Decoder)
	switch {
	case row == nil && f.Outcome.Good():
		e.Outcome = record.Outcome{}
		return
	case row == nil:
		return
	}
	if row.Outcome.Kind != record.OK {
		e.Outcome = row.Outcome
	}
	if e.Chosen != "" {
		e.Chosen = row.Decoder
	}
	e.Metrics = map[string]float64{}
	for name, v := range row.Metrics {
		e.Metrics[name] = float64(v)
	}
	e.Reasons, e.Instances, e.Statistics, e.NotConverged = row.Reasons, row.Instances,
		row.StatisticsFile, row.NotConverged
}

// rowOf returns the row of f with that label, which defaults to the decoder's name; nil if there is
// none.
func rowOf(f *record.Fit, decoder string) *record.Row {
	for i := range f.Rows {
		r := &f.Rows[i]
		if r.Label == decoder || r.Label == "" && r.Decoder == decoder {
			return r
		}
	}
	return nil
}

// A Planned is a fit of the plan with its record.
type Planned struct {
	*Entry             // the first of the fit
	Fit    *record.Fit // nil: the table has none
}

// FitsOf returns the fits of planned entries, each once, with the record that the table uses: see
// [record.Current].
func FitsOf(entries []Entry, fits []record.Fit) (all []Planned) {
	at, _ := record.Current(fits)
	seen := map[record.Place]bool{}
	for i := range entries {
		e := &entries[i]
		if place := e.Place(); !seen[place] {
			seen[place] = true
			all = append(all, Planned{e, at[place]})
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
	for i := range entries {
		text = appendFacts(text[:0], &entries[i])
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// appendFacts appends one line per fact; quotes and hexadecimal numbers keep facts apart and exact.
func appendFacts(b []byte, e *Entry) []byte {
	b = append(strconv.AppendQuote(b, e.Dataset), ' ')
	b = append(strconv.AppendInt(b, int64(e.Split), 10), ' ')
	b = append(append(b, e.Seed.String()...), ' ')
	b = append(strconv.AppendQuote(b, e.Label), ' ')
	b = append(strconv.AppendQuote(b, e.Decoder), '\n')
	for _, n := range []int{e.Train, e.Test, e.Variables} {
		b = append(strconv.AppendInt(b, int64(n), 10), ' ')
	}
	b = append(strconv.AppendQuote(b, string(e.Outcome.Kind)), ' ')
	b = append(strconv.AppendFloat(b, e.Passes, 'x', -1, 64), ' ')
	b = fmt.Appendf(b, "{Visits:%d Sweeps:%d MAP:%d Marginals:%d Clamped:%d}\n", e.Counts.Visits,
		e.Counts.Sweeps, e.Counts.MAP, e.Counts.Marginals, e.Counts.Clamped)
	if e.Counts.Conditional > 0 { // older results have none
		b = append(strconv.AppendInt(b, e.Counts.Conditional, 10), '\n')
	}
	for _, name := range slices.Sorted(maps.Keys(e.Metrics)) {
		b = append(strconv.AppendQuote(b, name), ' ')
		b = append(strconv.AppendFloat(b, e.Metrics[name], 'x', -1, 64), '\n')
	}
	if len(e.Groups) > 0 {
		b = fmt.Appendf(b, "%q %d\n", e.Groups, e.LearnedGroups)
	}
	statistics := e.Statistics
	if statistics == "" && len(e.Instances) > 0 { // older results hold them in the line
		statistics, _ = record.StatisticsName(e.Instances)
	}
	return append(append(b, statistics...), '\n')
}
