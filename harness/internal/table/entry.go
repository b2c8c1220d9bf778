package table

import (
	"cmp"
	"encoding/json"

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
