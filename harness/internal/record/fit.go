package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/sp"
)

// Version is the format of the lines that this package writes.
const Version = 2

// A Fit is the result of one fit: one line of a record file.
type Fit struct {
	Version  int               `json:"version"`  // set by Encode
	Key      string            `json:"key"`      // Key(Identity), 64 hex digits
	Identity map[string]string `json:"identity"` // all that the outcome depends on, by name
	// Kept has the current values of the parts of the identity that have changed since, if the user
	// kept the fit of an older build of the learner or of spbench (-keep).
	Kept map[string]string `json:"kept,omitempty"`

	Suite       string          `json:"suite"`
	Dataset     string          `json:"dataset"`      // its label in tables
	DatasetHash string          `json:"dataset_hash"` // of its content
	Split       int             `json:"split"`        // index into the splits of the dataset
	Seed        Seeds           `json:"seed"`
	Learner     string          `json:"learner"`
	Label       string          `json:"label"`  // of the learner's rows in tables
	Params      json.RawMessage `json:"params"` // of the fit; the grid if tuning failed

	DataWarnings []string `json:"data_warnings,omitempty"` // differences from the published dataset

	Trials      []Trial   `json:"trials,omitempty"`     // the grid in its order, then extensions
	Validation  string    `json:"validation,omitempty"` // hash of the split for the trials
	Chosen      string    `json:"chosen,omitempty"`     // the decoder behind the decoder best
	Outcome     Outcome   `json:"outcome"`
	Ended       sp.End    `json:"ended,omitempty"` // "" if the fit failed
	Warnings    []string  `json:"warnings,omitempty"`
	WeightsFile string    `json:"weights_file,omitempty"` // see [Weights]; "": none
	Counts      sp.Counts `json:"counts"`
	// Remote says that the harness made the oracle calls for the learner's process.
	Remote      bool         `json:"remote,omitempty"`
	Passes      Number       `json:"passes"` // visits / instances learned from
	Checkpoints []Checkpoint `json:"checkpoints,omitempty"`
	Audit       *Audit       `json:"audit,omitempty"`     // nil if the learner reports no objective
	Test        []string     `json:"-"`                   // IDs of the test set, see [ReadTestIDs]
	TestFile    string       `json:"test_file,omitempty"` // name of that file
	Train       []string     `json:"-"`                   // IDs of the training set
	TrainFile   string       `json:"train_file,omitempty"`
	Groups      []string     `json:"-"` // of the instances in Test; nil: they have none
	GroupsFile  string       `json:"groups_file,omitempty"`
	// Rows are the scores of a good outcome, or of the last checkpoint before a timeout.
	Rows []Row `json:"rows,omitempty"`
	// Lost names a missing or damaged file of the fit, found by [ReadIDs] or [ReadStatistics]; "":
	// none.
	Lost string `json:"-"`

	Times Times `json:"times"`
}

// KeyWithoutSources is the function [KeyWithoutSources] of the fit's identity.
func (f *Fit) KeyWithoutSources() string { return KeyWithoutSources(f.Identity) }

// A Place is the place of a fit's rows in a table.
type Place struct {
	Dataset, Label string
	Split          int
	Seed           Seeds
}

// Place returns the place of f.
func (f *Fit) Place() Place { return Place{f.Dataset, f.Label, f.Split, f.Seed} }

// A Trial is one candidate of tuning, fitted to one part of the training set and scored on the
// rest; or to all but each fold in turn, and scored on all folds together.
type Trial struct {
	Params  json.RawMessage `json:"params"`
	Round   int             `json:"round,omitempty"` // of the extension; 0: the grid
	Outcome Outcome         `json:"outcome"`
	// Loss is the suite's loss on the rest; NaN unless the outcome is good.
	Loss Number `json:"loss"`
	// SE is the standard error of its paired difference to the chosen candidate, over the instances
	// that score it; 0: chosen, failed, or not known.
	SE Number `json:"se,omitempty"`
	// Counts are sums over folds. They are zero if an earlier round tried the same parameters.
	Counts sp.Counts `json:"counts"`

	// Statistics are of the instances of the folds so far, as counts. They are not recorded.
	Statistics Statistics `json:"-"`
	Folds      int        `json:"-"` // that have ended

	Others map[string]Statistics `json:"-"` // the same of other decoders, by name
}

// A Checkpoint is the state of a fit after some passes.
type Checkpoint struct {
	Passes Number    `json:"passes"`
	Counts sp.Counts `json:"counts"`
	// Values are reported by the learner, such as "objective" and "bound".
	Values Values `json:"values,omitempty"`
	// Loss is the suite's loss on the test set; NaN if it was not scored.
	Loss Number `json:"loss"`
	// Objective is F(w) as the harness computes it; NaN if the learner reports no objective.
	Objective Number `json:"objective"`
}

// An Audit compares the objective that a learner reports with F(w) of the stored weights, by the
// harness's own oracle.
type Audit struct {
	Kind      string `json:"kind"`      // the objective, as sp.Objective names it
	Lambda    Number `json:"lambda"`    // of the objective
	Reported  Number `json:"reported"`  // F(w) as the learner reports it; NaN if it does not
	Objective Number `json:"objective"` // F(w) as the harness computes it
	// Bound is the reported lower bound of min F if it is certified; else NaN.
	Bound Number `json:"bound"`
	// Dual is the bound that the harness computes from the dual variables; NaN without them.
	Dual Number `json:"dual"`
	Gap  Number `json:"gap"` // Objective − Bound
}

// RelativeGap returns (F − bound)/|F|: the largest share of the objective still to gain. It is NaN
// if F or the bound is not known.
func (a *Audit) RelativeGap() float64 {
	gap := float64(a.Objective - a.Bound)
	if gap == 0 {
		return 0 // also at F = 0
	}
	return gap / math.Abs(float64(a.Objective))
}

// A Row is the score on the test set of one decoder of a fit.
type Row struct {
	// Key is a hash of the fit's key, the decoder, the metrics and Score: 64 hex digits.
	Key     string            `json:"key"`
	Score   string            `json:"score,omitempty"` // hash of the sources that scored it
	Decoder string            `json:"decoder"`         // name of the decoder
	Label   string            `json:"label"`           // of the decoder in tables
	Args    json.RawMessage   `json:"args"`            // of the decoder, a JSON object
	Outcome Outcome           `json:"outcome"`         // its own: a learner may lack this one decoder
	Metrics map[string]Number `json:"metrics,omitempty"`
	// Measures are the metrics as they are in Key, a JSON list, each as a suite has it; none in lines
	// of older builds.
	Measures json.RawMessage   `json:"measures,omitempty"`
	Reasons  map[string]string `json:"reasons,omitempty"` // why a metric is NaN
	// Instances has, for each metric, the statistics of each test instance in the order of the test
	// set. Paired tests need them. [ReadStatistics] reads them from StatisticsFile. Lines of older
	// builds, and of an archive of [Ship], contain them.
	Instances      map[string]Statistics `json:"instances,omitempty"`
	StatisticsFile string                `json:"statistics_file,omitempty"`
	// Unshipped is the name of the file of statistics that shipped results shorten or leave out.
	Unshipped string `json:"unshipped_file,omitempty"`
	// NotConverged counts the test instances with a prediction that did not converge.
	NotConverged int `json:"not_converged,omitempty"`
	// [ReadPredictions] reads the predictions from PredictionsFile. Requested is "labels", or
	// "marginals" for both.
	Predictions     *Predictions `json:"-"`
	PredictionsFile string       `json:"predictions_file,omitempty"`
	Requested       string       `json:"requested,omitempty"`
}

// Statistics are the sufficient statistics of one metric. Most metrics are a mean(Num/Den) over
// instances (macro) or ΣNum/ΣDen (micro). The others are a function of the sum of their Counts.
type Statistics struct {
	Num Numbers `json:"num,omitempty"`
	Den Numbers `json:"den,omitempty"` // as long as Num

	Counts Numbers `json:"counts,omitempty"` // instances × Width, row-major
	Width  int     `json:"width,omitempty"`  // numbers for an instance; 0 where there are no counts
}

// N returns the number of instances.
func (s *Statistics) N() int {
	if s.Width > 0 {
		return len(s.Counts) / s.Width
	}
	return len(s.Num)
}

// Of returns the statistics of instance i: its numerator and denominator, or its counts. The caller
// must not change them.
func (s *Statistics) Of(i int) []float64 {
	if s.Width > 0 {
		return s.Counts[i*s.Width:][:s.Width]
	}
	return []float64{s.Num[i], s.Den[i]}
}

// Sum returns the sum of the counts over the instances.
func (s *Statistics) Sum() []float64 {
	sum := make([]float64, s.Width)
	for i, v := range s.Counts {
		sum[i%s.Width] += v
	}
	return sum
}

func (s *Statistics) check() error {
	switch {
	case len(s.Num) != len(s.Den):
		return fmt.Errorf("%d numerators, %d denominators", len(s.Num), len(s.Den))
	case len(s.Counts) > 0 && len(s.Num) > 0:
		return errors.New("both ratios and counts")
	case s.Width < 0 || s.Width == 0 && len(s.Counts) > 0 || s.Width > 0 && len(s.Counts)%s.Width != 0:
		return fmt.Errorf("%d counts, %d for an instance", len(s.Counts), s.Width)
	}
	return nil
}

// Times are the parts of a [Fit] that may differ when the fit is repeated.
type Times struct {
	Fit         Clock   `json:"fit"`                   // until the last checkpoint arrived
	Host        Number  `json:"host"`                  // wall seconds of the whole call
	Checkpoints []Clock `json:"checkpoints,omitempty"` // time so far, parallel to Fit.Checkpoints
	Rows        []Clock `json:"rows,omitempty"`        // time to predict, parallel to Fit.Rows
	Tune        Number  `json:"tune,omitempty"`        // wall seconds of all trials
	TuneCPU     Number  `json:"tune_cpu,omitempty"`    // their CPU seconds; 0: not recorded
	Process     Usage   `json:"process,omitzero"`      // of the learner's processes, without trials

	// Shipped is the version and the date of shipped results, see [Ship]; "": made here.
	Shipped string `json:"shipped,omitempty"`
	// Resumed counts how often the fit was resumed after an interruption. Its seconds are sums.
	Resumed int `json:"resumed,omitempty"`
	// Concurrent says that other fits ran at the same time.
	Concurrent bool `json:"concurrent,omitempty"`
	// Machine describes the machine of the fit; several are separated by [MachineSeparator].
	Machine string `json:"machine,omitempty"`
	// Limits are those of a reused fit, as JSON, if they differ from the limits in the identity.
	Limits string `json:"limits,omitempty"`
	Node   string `json:"node,omitempty"` // name of the machine on which the fit ended
	CPUs   int    `json:"cpus,omitempty"` // of that machine; 0: not recorded
	// Load is the load of the machine when the fit began or was resumed: the mean number of runnable
	// processes in the last minute, for the start with the highest load per CPU. 0: not known.
	Load       Number    `json:"load,omitempty"`
	Suspicions []string  `json:"suspicions,omitempty"` // suspicious use of processors and memory
	Appended   time.Time `json:"appended"`             // set by Store.Append
	Emit       Number    `json:"emit,omitzero"`        // not used; lines of earlier builds have it
}

// MachineSeparator separates the machines, and the sandboxes, of a fit that was interrupted and
// resumed on another machine.
const MachineSeparator = ", then on "

// Go returns the version of Go that built the spbench of the last machine, such as "go1.26.8", or no
// version of Go if it is not recorded.
func (t *Times) Go() string { return t.Machine[strings.LastIndex(t.Machine, " ")+1:] }

// Sandboxes of learners: none, and the one that hides most.
const (
	NoSandbox   = "none"
	BestSandbox = "bubblewrap"
)

// A Usage is the cost of the processes of a fit from their start to their end, predictions
// included.
type Usage struct {
	CPU Number `json:"cpu"` // seconds, of the learner and its children
	// Memory is the peak in bytes, of all processes together if it was limited, else of the largest
	// process; NaN if it is not known.
	Memory Number `json:"memory"`
	// By is the limit of memory: "cgroup v2", "cgroup v1", or "rlimit" with repeated checks of what
	// all processes use.
	By string `json:"by,omitempty"`
	// Sandbox is "bubblewrap" or "landlock", each with the features that the machine lacked, or
	// "none"; several are separated by [MachineSeparator]; "": not recorded.
	Sandbox string `json:"sandbox,omitempty"`
}

// A Clock is a time in seconds; NaN if it was not measured.
type Clock struct {
	Wall Number `json:"wall"`
	CPU  Number `json:"cpu"`
}
