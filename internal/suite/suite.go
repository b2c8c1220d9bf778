package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// FileName is what a suite file is called in its folder.
const FileName = "suite.yaml"

// A Suite is what a suite file says, with grids expanded and defaults filled in.
// As JSON it keeps what it says but not where: only a suite from Read or Parse
// can be checked or explained.
type Suite struct {
	Name      string    `json:"suite"`
	About     string    `json:"about,omitempty"`
	Datasets  []Dataset `json:"datasets"`
	Metrics   []Metric  `json:"metrics"`    // the first is the suite's loss
	TrainLoss Spec      `json:"train_loss"` // the loss that learners learn for
	Learners  []Learner `json:"learners"`
	Against   string    `json:"against,omitempty"` // label of the learner that all others are tested against; "": all pairs are
	Rope      float64   `json:"rope,omitempty"`    // differences of the first metric up to it, as tables print them, do not matter; 0: none is declared
	Budget    Budget    `json:"budget"`            // see BudgetOn
	Limits    Limits    `json:"limits,omitzero"`
	Box       Box       `json:"box,omitzero"`   // what learners are kept in; no result depends on it
	Tune      *Tuning   `json:"tune,omitempty"` // nil: each point of a grid is a learner of its own
	Seeds     Seeds     `json:"seeds"`
	Curve     Curve     `json:"curve"`
	// Quick says that this is a look at few instances of one split, and no result.
	Quick bool `json:"quick,omitempty"`

	source *source
}

// Text returns the suite as it is written; nil where s is not from Read or Parse.
func (s *Suite) Text() []byte {
	if s.source == nil {
		return nil
	}
	return []byte(strings.Join(s.source.lines, "\n"))
}

// DirFile is the file in a run folder that says in which folder the suite lay, whose text lies beside it.
const DirFile = "suite.dir"

// Dir returns the folder of the file that s was read from, where the paths of data files start; of the file in a run
// folder, that in which the suite lay. It is "" where s is not from Read or Parse.
func (s *Suite) Dir() string {
	if s.source == nil {
		return ""
	}
	return dirOf(s.source.file)
}

func dirOf(file string) string {
	dir := filepath.Dir(file)
	if from, err := os.ReadFile(filepath.Join(dir, DirFile)); err == nil {
		return strings.TrimSuffix(string(from), "\n")
	}
	return dir
}

// A Spec is a thing by its name, with arguments.
type Spec struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"` // a canonical JSON object, see [Canonical]
	Pos  Pos             `json:"-"`    // of the name in the file

	args []field // where the arguments stand
}

// A Dataset is one column of the comparison. Its Args are those of the dataset
// itself, without reserved keys. Its splits are of one size.
type Dataset struct {
	Spec
	Label    string  `json:"label"`
	Splits   []Split `json:"splits,omitempty"` // none: the dataset's own
	Features Spec    `json:"features"`
	// Base is the label before the sizes were added to it, where the dataset is one of several columns that differ in
	// the sizes of their splits alone; "" where it is not.
	Base string `json:"base,omitempty"`
	// Budget is that of the column, where the suite has several; nil: the suite's.
	Budget *Budget `json:"budget,omitempty"`
	// Oracle is the one that learners are given to train with; nil: the exact one.
	Oracle *Spec `json:"oracle,omitempty"`

	item   string // the label in the file: before sizes, oracles and budgets were added to it
	column string // the label before oracles and budgets were added to it
	at     int    // the item in the file

	oracles []oracle // its own; nil: the suite's
}

// A Split says what is learned from and what is tested on: numbers of instances, or
// folds of the dataset that differ, or each fold in its turn.
type Split struct {
	Train   Part    `json:"train"`
	Boxes   Part    `json:"boxes,omitzero"`   // to learn from with the labels outside a bounding box
	Partial Part    `json:"partial,omitzero"` // to learn from with hidden labels
	Labels  float64 `json:"labels,omitempty"` // share of the labels of Partial that are known, in [0,1)
	Test    Part    `json:"test"`
	Rotate  string  `json:"rotate,omitempty"` // TrainOne or TestOne, without Train and Test
	Size    int     `json:"size,omitempty"`   // instances of Train that are used, the same for every learner; 0: all
	Pos     Pos     `json:"-"`
}

// Values of Split.Rotate: one split per fold, in which that fold alone is the
// training set or the test set.
const (
	TrainOne = "train-one"
	TestOne  = "test-one"
)

// A Part is one part of a [Split]: a number of instances, or folds if there are
// any.
type Part struct {
	Count int   `json:"count,omitempty"`
	Folds []int `json:"folds,omitempty"`
	Pos   Pos   `json:"-"`
}

// A Learner is one learner with one choice of parameters: one row of a table for
// each of its outputs. Its Args are the parameters, without reserved keys.
type Learner struct {
	Spec
	Label   string   `json:"label"`
	Outputs []Output `json:"outputs"`
	// Candidates are the parameters to choose from when the suite tunes: the
	// points of the grid in Args. Without tuning there are none.
	Candidates []Spec `json:"candidates,omitempty"`
	// Exceptions are the datasets on which it has other parameters, see On.
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Placebo says that this row is one; nil: it is not.
	Placebo *Placebo `json:"placebo,omitempty"`

	ownOutputs bool   // not the suite's
	aa         *Pos   // where it says that it is a placebo
	grid       string // the label in the file: before the values of its grid were added to it
	at         int    // the item in the file
}

// An Exception is what a learner's parameters are on one dataset instead, all of them.
type Exception struct {
	Dataset string `json:"dataset"` // its label
	Spec
	Candidates []Spec `json:"candidates,omitempty"` // as those of the learner
}

// A Placebo is a row that repeats another one, learner and parameters, with other seeds of
// the learner: the two differ by chance alone. Data, splits and what is hidden or validated on are the
// same.
type Placebo struct {
	Of     string `json:"of"`     // label of that row
	Number int    `json:"number"` // among the placebos of that row, from 1
}

// An Output is a kind of prediction that is read off a fit.
type Output struct {
	Spec
	Label  string `json:"label"`
	Reveal Reveal `json:"reveal,omitzero"`

	reveals bool // it says so itself
}

// A Tuning says how parameters are chosen: each candidate is fitted to one part of
// the training set and scored on the rest, by the suite's loss and the learner's
// first output; the best is fitted to all of it. Rounds of two more candidates each,
// past the edge of the grid or within it, can go on from the best one.
type Tuning struct {
	Fraction float64 `json:"fraction"`         // of the training instances to validate on, in (0,1)
	Extend   int     `json:"extend,omitempty"` // rounds, at most 2
}

// A Budget ends every fit at whichever bound is met first; 0 means no bound. Its
// fields are those of sp.Budget.
type Budget struct {
	Passes      float64 `json:"passes,omitempty"`
	Visits      int64   `json:"visits,omitempty"`
	Sweeps      int64   `json:"sweeps,omitempty"`
	Calls       int64   `json:"calls,omitempty"`
	MAP         int64   `json:"map,omitempty"`
	Marginals   int64   `json:"marginals,omitempty"`
	Clamped     int64   `json:"clamped,omitempty"`
	Conditional int64   `json:"conditional,omitempty"`
	CPUSeconds  float64 `json:"cpu_seconds,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"`
}

// Limits are what the processes of a fit may take; 0 means no limit of time or memory. Unlike a
// budget, which a learner ends at, a limit is enforced from outside.
type Limits struct {
	Seconds   float64 `json:"seconds,omitempty"`   // wall time of the fit, and of the predictions of an output
	Memory    int64   `json:"memory,omitempty"`    // bytes
	Threads   int     `json:"threads,omitempty"`   // that compute at once; 0: one
	Processes int     `json:"processes,omitempty"` // at once, threads counted; 0: the default
	Files     int     `json:"files,omitempty"`     // that each process may have open; 0: the default
	Pos       Pos     `json:"-"`
}

// A Curve is when checkpoints are wanted: after First, First·Factor, … effective
// passes. First 0: only at the end.
type Curve struct {
	First  float64 `json:"first"`
	Factor float64 `json:"factor"`
}

// ErrNone says that there is no suite file at a path.
var ErrNone = errors.New("there is no")

// Read reads the suite file at path, or in the folder at path. A mistake in the
// file is an [Error].
func Read(path string) (*Suite, error) {
	file := path
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		file = filepath.Join(path, FileName)
	}
	var text []byte
	if err == nil {
		text, err = readFile(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("suite: %w %s%s", ErrNone, file, nearby(path))
	}
	if err != nil {
		return nil, fmt.Errorf("suite: %w", err)
	}
	return Parse(file, text)
}

// readFile reads at most one byte more than Parse accepts.
func readFile(name string) (text []byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, maxBytes+1))
}

// nearby suggests a file or folder beside a path that does not exist.
func nearby(path string) string {
	dir, word := filepath.Split(filepath.Clean(path))
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if near := param.Nearest(word, names); near != "" && near != word {
		return fmt.Sprintf("; did you mean %q?", dir+near)
	}
	return ""
}

// Parse reads the text of a suite file; name is the file's, for messages and for
// the suite's default name. A mistake in the text is an [Error].
func Parse(name string, text []byte) (*Suite, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	r := &reader{source: newSource(name, text)}
	if root := r.tree(text); root != nil {
		s := r.suite(root)
		if len(r.errs) == 0 {
			return s, nil
		}
	}
	return nil, first(r.errs)
}

// Explain returns err as a mistake at a place in the file, which wraps err: for
// what turns out to be wrong only when the suite is run.
func (s *Suite) Explain(at Pos, err error) error {
	e := s.source.mistake(at, "", "%v", err)
	e.err = err
	return e
}

// defaultName is the name of the folder that holds the file, with what does not
// belong into a name replaced.
func defaultName(file string) string {
	full, err := filepath.Abs(dirOf(file))
	if err != nil {
		return "suite"
	}
	name := strings.Map(func(c rune) rune {
		if c < 0x80 && nameRune(c) {
			return c
		}
		return '-'
	}, filepath.Base(full))
	if name = strings.Trim(name, "-."); name == "" {
		return "suite"
	}
	return name[:min(len(name), maxName)]
}

func nameRune(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c)
}
