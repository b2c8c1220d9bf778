package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spbench/spbench/harness/sp"
)

// Version is the format of the lines that this package writes.
const Version = 2

// A Fit is what one fit left behind: one line of a record file.
type Fit struct {
	Version  int               `json:"version"`  // set by Encode
	Key      string            `json:"key"`      // Key(Identity), 64 hex digits
	Identity map[string]string `json:"identity"` // all that the outcome depends on, by name
	// Kept says, of a fit that was kept on demand though another build of its learner
	// or of spbench was at hand, what those parts of the identity were then.
	Kept map[string]string `json:"kept,omitempty"`

	Suite       string          `json:"suite"`
	Dataset     string          `json:"dataset"`      // its label in tables
	DatasetHash string          `json:"dataset_hash"` // of its content
	Split       int             `json:"split"`        // index into the splits of the dataset
	Seed        Seeds           `json:"seed"`
	Learner     string          `json:"learner"`
	Label       string          `json:"label"`  // of the learner's rows in tables
	Params      json.RawMessage `json:"params"` // fitted with; where tuning failed, the grid

	DataWarnings []string `json:"data_warnings,omitempty"` // in which way the dataset is not the published one

	Trials      []Trial      `json:"trials,omitempty"`     // of tuning, in the order of the grid, then those that extend it
	Validation  string       `json:"validation,omitempty"` // hash of the split of the training set that the trials were made on
	Outcome     Outcome      `json:"outcome"`
	Ended       sp.End       `json:"ended,omitempty"` // "" where the fit failed
	Warnings    []string     `json:"warnings,omitempty"`
	WeightsFile string       `json:"weights_file,omitempty"` // name of the fitted weights, for [Weights]; "" if there are none
	Counts      sp.Counts    `json:"counts"`
	Remote      bool         `json:"remote,omitempty"` // the harness made the oracle calls for the learner's process
	Passes      Number       `json:"passes"`           // visits / instances learned from
	Checkpoints []Checkpoint `json:"checkpoints,omitempty"`
	Audit       *Audit       `json:"audit,omitempty"`     // nil where the learner claims no objective
	Test        []string     `json:"-"`                   // IDs of the test instances, for the file that [ReadTestIDs] reads
	TestFile    string       `json:"test_file,omitempty"` // of that name
	Train       []string     `json:"-"`                   // IDs of all that it learned from, for a file of the same kind
	TrainFile   string       `json:"train_file,omitempty"`
	Rows        []Row        `json:"rows,omitempty"` // of a good outcome; after a timeout, of the last checkpoint if there was one

	Times Times `json:"times"`
}

// KeyWithoutSources returns that of the fit's identity.
func (f *Fit) KeyWithoutSources() string { return KeyWithoutSources(f.Identity) }

// A Place says where the rows of a fit stand in a table.
type Place struct {
	Dataset, Label string
	Split          int
	Seed           Seeds
}

// Place returns where the rows of f stand.
func (f *Fit) Place() Place { return Place{f.Dataset, f.Label, f.Split, f.Seed} }

// A Trial is one candidate of tuning, fitted to a part of the training set and
// scored on the rest of it.
type Trial struct {
	Params  json.RawMessage `json:"params"`
	Round   int             `json:"round,omitempty"` // 0: of the grid; else of this round of its extension
	Outcome Outcome         `json:"outcome"`
	Loss    Number          `json:"loss"`   // the suite's loss on the rest; NaN unless the outcome is good
	Counts  sp.Counts       `json:"counts"` // none where the same params were tried in an earlier round
}

// A Checkpoint is the state of a fit after so many passes.
type Checkpoint struct {
	Passes Number            `json:"passes"`
	Counts sp.Counts         `json:"counts"`
	Values map[string]Number `json:"values,omitempty"` // what the learner claims, such as "objective", "bound"
	Loss   Number            `json:"loss"`             // the suite's loss on the test set; NaN where it was not scored
	// Objective is F(w) as the harness finds it; NaN where nothing is claimed.
	Objective Number `json:"objective"`
}

// An Audit is the harness's own view of what a learner claims to have
// minimised: F(w) of the stored weights by its own oracle.
type Audit struct {
	Kind      string `json:"kind"`      // the objective, as sp.Objective names it
	Lambda    Number `json:"lambda"`    // of the objective
	Claimed   Number `json:"claimed"`   // F(w) as the learner says; NaN if it does not
	Objective Number `json:"objective"` // F(w) as the harness finds
	Bound     Number `json:"bound"`     // the claimed lower bound of min F, as far as it is certified; NaN if there is none
	Dual      Number `json:"dual"`      // that bound as the harness finds it from the dual variables; NaN if there are none
	Gap       Number `json:"gap"`       // Objective − Bound
}

// RelativeGap returns (F − bound)/|F|: at most this share of the objective could
// still be gained. NaN where F or the bound is not known.
func (a *Audit) RelativeGap() float64 {
	gap := float64(a.Objective - a.Bound)
	if gap == 0 {
		return 0 // also at F = 0
	}
	return gap / math.Abs(float64(a.Objective))
}

// A Row is one decoder read off a fit, scored on the test set.
type Row struct {
	Key     string            `json:"key"`             // 64 hex digits: of the fit's key, the decoder, the metrics and Score
	Score   string            `json:"score,omitempty"` // hash of the sources that scored it
	Decoder string            `json:"decoder"`         // name of the decoder
	Label   string            `json:"label"`           // of the decoder in tables
	Args    json.RawMessage   `json:"args"`            // of the decoder, a JSON object
	Outcome Outcome           `json:"outcome"`         // its own: a learner may lack this one decoder
	Metrics map[string]Number `json:"metrics,omitempty"`
	// Measures are the metrics as they are in Key, a JSON list, each as a suite has it; none in lines of older builds.
	Measures json.RawMessage   `json:"measures,omitempty"`
	Reasons  map[string]string `json:"reasons,omitempty"` // why a metric is NaN
	// Instances holds, for each metric, the statistics of every test instance
	// in the order of the test set: what paired tests need. In a run folder they are
	// in the file of that name, from which [ReadStatistics] reads them; lines of older
	// builds hold them themselves.
	Instances      map[string]Statistics `json:"instances,omitempty"`
	StatisticsFile string                `json:"statistics_file,omitempty"`
	// Unsettled counts the test instances whose prediction was stopped before it stood still.
	Unsettled int `json:"unsettled,omitempty"`
	// Predictions are in a file too, from which [ReadPredictions] reads them. Asked says
	// what of them was asked for: "labels", or "marginals" for both.
	Predictions     *Predictions `json:"-"`
	PredictionsFile string       `json:"predictions_file,omitempty"`
	Requested       string       `json:"asked,omitempty"`
}

// Statistics are the sufficient statistics of one metric. Of most its value is
// mean(Num/Den) over instances (macro) or ΣNum/ΣDen (micro); of the others it is a
// function of the sum of their Counts.
type Statistics struct {
	Num Numbers `json:"num,omitempty"`
	Den Numbers `json:"den,omitempty"` // as long as Num

	Counts Numbers `json:"counts,omitempty"` // instances × Width, row-major
	Width  int     `json:"width,omitempty"`  // numbers for an instance; 0 where there are no counts
}

// N returns the number of instances that there are statistics of.
func (s *Statistics) N() int {
	if s.Width > 0 {
		return len(s.Counts) / s.Width
	}
	return len(s.Num)
}

// Of returns the statistics of instance i, to be read only: its numerator and
// denominator, or its counts.
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

// Times is everything in a [Fit] that may differ when the same fit is repeated.
type Times struct {
	Fit         Clock     `json:"fit"`                   // until the last checkpoint arrived
	Host        Number    `json:"host"`                  // wall seconds of the whole call
	Checkpoints []Clock   `json:"checkpoints,omitempty"` // parallel to Fit.Checkpoints: time so far
	Rows        []Clock   `json:"rows,omitempty"`        // parallel to Fit.Rows: time of predicting the test set
	Tune        Number    `json:"tune,omitempty"`        // wall seconds of all trials
	TuneCPU     Number    `json:"tune_cpu,omitempty"`    // CPU seconds of them; 0 with trials: not recorded
	Process     Usage     `json:"process,omitzero"`      // what the learner's processes took, trials left out
	Resumed     int       `json:"resumed,omitempty"`     // how often it went on with a saved state, after an interruption: seconds are sums
	Concurrent  bool      `json:"beside,omitempty"`      // other fits ran at the same time
	Machine     string    `json:"machine,omitempty"`     // where; several of a fit that went on on another one are parted by ThenOn
	Limits      string    `json:"limits,omitempty"`      // under which, as JSON, where they were others than those of the identity: it was taken over
	Node        string    `json:"node,omitempty"`        // name of the machine on which it ended
	CPUs        int       `json:"cpus,omitempty"`        // of that machine; 0: not recorded
	Load        Number    `json:"load,omitempty"`        // processes that wanted one when it began or went on, mean of a minute, where that was most for its CPUs; 0: not known
	Suspicions  []string  `json:"doubts,omitempty"`      // what is suspicious in its use of processors and memory, in words that a table can gather
	Appended    time.Time `json:"appended"`              // set by Store.Append
	Emit        Number    `json:"emit,omitzero"`         // not used; lines of earlier builds have it
}

// MachineSeparator parts the machines, and the sandboxes, of a fit that was interrupted and gone on with on another one.
const MachineSeparator = ", then on "

// Boxes of learners: of one that nothing kept, and the one that hides most.
const (
	NoSandbox   = "none"
	BestSandbox = "bubblewrap"
)

// A Usage is what the processes of a fit took from their start to their end:
// fitting, predicting and all else.
type Usage struct {
	CPU Number `json:"cpu"` // seconds, of the learner and its children
	// Memory is the peak in bytes: of all processes together where it was limited, else of the largest; NaN where that is not known.
	Memory Number `json:"memory"`
	// By is what limited memory: "cgroup v2", "cgroup v1" or "rlimit", which comes with looking at what all hold, from time to time.
	By      string `json:"by,omitempty"`
	Sandbox string `json:"sandbox,omitempty"` // what kept them: "bubblewrap", "landlock", each with what it lacked on that machine, or "none"; several of a fit that went on in another one are parted by ThenOn; "": not recorded
}

// A Clock is a time in seconds; NaN where it was not taken.
type Clock struct {
	Wall Number `json:"wall"`
	CPU  Number `json:"cpu"`
}
