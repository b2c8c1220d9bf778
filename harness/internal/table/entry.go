package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// An Entry is one decoder of one fit, planned or done: a number of the average in
// one line and one dataset of the table.
type Entry struct {
	Dataset string
	Split   int // index among the distinct splits of the dataset: names training and test set
	Seed    record.Seeds
	Label   string // of the learner
	Decoder string // label of the decoder

	// Training instances, instances with boxes, partly labelled ones, test
	// instances and variables scored; 0 if there are none or it is not known.
	Train, Boxes, Partial, Test, Variables int
	Copies                                 int      // test instances with the features and the graph of a training instance
	Training                               int      // 1 + the first split with the same training set; 0: Split is the first
	Overlap                                float64  // share of its instances that a training set has in common with a different one, on average; NaN where it is not known
	TestOverlap                            float64  // the same of test sets, those of one training set being one; NaN where it is not known
	Tested                                 []string // IDs of the test instances, in the order of Instances; nil where they are not known
	Learned                                []string // IDs of the instances that it learned from; nil where they are not known
	DataWarnings                           []string // in which way the dataset is not the published one

	Outcome   record.Outcome // of fit and decoder together; zero: not run
	Metrics   map[string]float64
	Reasons   map[string]string            // why a metric is NaN
	Instances map[string]record.Statistics // of each test instance, in one order for all entries of a split; nil where they are not read
	// Statistics names the file of Instances, by its content; "" where there is none. See [Entry.Read].
	Statistics string
	Folder     string // of the run with that file; "": that of the table

	Seconds, CPUSeconds float64 // of the fit
	Passes              float64
	Counts              sp.Counts
	Beside              bool          // other fits ran at the same time
	Resumed             int           // how often the fit was interrupted and gone on with: seconds are sums
	Remote              bool          // the harness made the oracle calls for the learner's process
	Ended               sp.End        // how the fit ended, as record.Fit.Ended; "" where it failed or has not run
	Audit               *record.Audit // of what the learner claims to have minimised; nil: nothing
	MissedMaxima        float64       // as its last checkpoint says, see sp.ValueMissedMaxima
	LearnedFrom         int           // instances, see sp.ValueInstances; 0: all
	Unsettled           int           // test instances whose prediction was stopped before it stood still
	Warnings            []string

	Params      json.RawMessage // fitted with
	Weights     string          // hash of what was fitted; "" where there is nothing
	Trials      []record.Trial  // of tuning
	TuneSeconds float64         // wall, of all trials
	TuneCPU     float64         // CPU seconds of all trials; 0 where there are none, or not recorded

	Memory  float64 // bytes that the fit's process took at its peak; 0 where not known
	Load    float64 // processes that wanted a processor when the fit began; 0 where not known
	CPUs    int     // of that machine; 0 where not known
	Machine string  // that it was timed on; "" where not known
	Sandbox string  // that kept the learner; "" where not known

	Origin Origin // of its one fit
	Stale  bool   // not run as far as the table goes: other sources scored it than the rest
}

// Read fills in the Instances from the file Statistics in Folder, else in run folder dir. It does
// nothing if they are there, or if no file is named.
func (e *Entry) Read(dir string) (err error) {
	if e.Statistics != "" && e.Instances == nil {
		e.Instances, err = record.ReadStatisticsFile(cmp.Or(e.Folder, dir), e.Statistics)
	}
	return err
}

// Place names the fit that e is a decoder of.
func (e *Entry) Place() record.Place {
	return record.Place{Dataset: e.Dataset, Label: e.Label, Split: e.Split, Seed: e.Seed}
}

// own names the fit that e is a decoder of and that others may be copies of: seeds of tuning leave one that is not
// tuned as it is.
func (e *Entry) own() record.Place {
	place := e.Place()
	if len(e.Trials) == 0 {
		place.Seed.Tune = place.Seed.Split
	}
	return place
}

// A Metric says how the numbers of that name are to be read and printed.
type Metric struct {
	Name    string `json:"name"`
	Args    string `json:"-"`       // its arguments, which tell it from others of that name
	Doc     string `json:"doc"`     // in full, with macro or micro
	Percent bool   `json:"percent"` // printed times 100
	Micro   bool   `json:"micro"`   // Σnum/Σden instead of the mean of num/den
	Higher  bool   `json:"higher"`  // larger is better
	// Threshold is by how much a later build may be worse, as the metric is recorded: 0.01 is one point of what is printed in percent.
	Threshold float64 `json:"-"`
	// Value returns the metric of the sum of counts over a test set; nil where it is
	// an average of ratios (see [record.Statistics]).
	Value func(sum []float64) float64 `json:"-"`
}

// Options say what a table shows.
type Options struct {
	Metrics []Metric // columns per dataset; the first is the one compared
	Alpha   float64  // level of the tests; 0 means 0.05
	Digits  int      // decimals of means; 0 means 1 for percentages, else 3
	Show    Show     // what of it the table shows

	Cells *Cells // read the statistics that entries have not read; nil: all have

	Published *suite.Published // numbers of a paper to stand beside ours; nil for none
	From      string           // as Table.PublishedFrom
	Suite     *suite.Suite     // what ours were measured on; nil of [Build]: an empty one
}

// check reports the first entry or option that no table can be made of.
func check(entries []*Entry, opt Options) error {
	if len(entries) == 0 {
		return errors.New("report: no entries: nothing was planned")
	}
	if len(opt.Metrics) == 0 {
		return errors.New("report: no metric to show")
	}
	if !(opt.Alpha >= 0 && opt.Alpha < 1) {
		return fmt.Errorf("report: level α = %v, needs 0 < α < 1", opt.Alpha)
	}
	return nil
}
