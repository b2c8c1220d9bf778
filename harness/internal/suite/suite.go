package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"
	"github.com/spbench/spbench/harness/param"
)

// FileName is the name of a suite file in its folder.
const FileName = "suite.yaml"

type (
	// A Pos is a place in a suite file.
	Pos = yamltree.Pos
	// An Error is a mistake in a suite file.
	Error = yamltree.Error

	node  = yamltree.Node
	field = yamltree.Field
)

// Canonical returns a JSON text in canonical form, see [yamltree.Canonical].
func Canonical(text []byte) ([]byte, error) { return yamltree.Canonical(text) }

// A Suite is the content of a suite file, with grids expanded and defaults filled in. Its JSON
// lacks the places in the file. So only a suite from [Read] or [Parse] can be checked.
type Suite struct {
	Name      string    `json:"suite" pattern:"^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$" help:"name of the run folder: at most 64 letters, digits, -, _ and .; by default that of the file's folder"`
	About     string    `json:"about,omitempty" help:"one line for the table's caption"`
	Datasets  []Dataset `json:"datasets"`
	Metrics   []Metric  `json:"metrics"`    // the first is the suite's loss; see MetricsOn
	TrainLoss Spec      `json:"train_loss"` // the loss that learners learn for
	Learners  []Learner `json:"learners"`
	Against   string    `json:"against,omitempty" help:"label of the one learner to test the others against; by default all pairs are tested"`
	Reference string    `json:"reference,omitempty" help:"label of the one learner whose error is the unit of effects over datasets; by default that of against, or the first"`
	Rope      float64   `json:"rope,omitempty" range:"(0,inf)" help:"the largest difference of the first metric without practical importance, as tables print it; leave it out for none"`
	Headroom  *Headroom `json:"headroom,omitempty" help:"a rope from a gain; leave it out for none"`
	Choices   Choices   `json:"sensitivity,omitzero" least:"yes" help:"choices beside the question: each conclusion is tested under these, too"`
	Budget    Budget    `json:"budget" key:"budget" least:"yes" help:"bounds of a fit, which ends at the first it meets; leave it out for none"`
	Limits    Limits    `json:"limits,omitzero" least:"yes" help:"limits of a fit, enforced from outside; leave it out for an hour and one thread"`
	Sandbox   Sandbox   `json:"sandbox,omitzero" was:"box" least:"yes" help:"the sandbox of learners: bubblewrap, landlock or none, or {kind: …, paths: […]}; leave it out for the best that works"` // no result depends on it
	Tune      *Tuning   `json:"tune,omitempty" help:"each grid is one learner, its points are candidates"`                                                                                           // nil: each point is a learner
	Seeds     Seeds     `json:"seeds" default:"[1]" help:"how many, 1, 2, …, a list of them such as [20260101], or {split: …, learner: …, tune: …}"`
	Curve     Curve     `json:"curve" help:"when to score checkpoints of a fit; by default only at its end"`
	Quick     bool      `json:"quick,omitempty" help:"a quick look: few instances of one split, one seed, at most 2 passes; not a result"`

	source *yamltree.Source
}

// A Headroom makes the rope of a dataset a share of what there is to gain. The gain is that of a
// learner over one without structure: the lower end of the interval of their difference.
type Headroom struct {
	Of    string  `json:"of" need:"yes" help:"label of the learner without structure"`
	To    string  `json:"to" need:"yes" help:"label of the learner that shows what structure gains"`
	Share float64 `json:"share" range:"(0,1)" default:"0.1" help:"this share of the gain is the rope"`
}

// Text returns the text of the suite file; nil if s is not from [Read] or [Parse].
func (s *Suite) Text() []byte {
	if s.source == nil {
		return nil
	}
	return []byte(strings.Join(s.source.Lines, "\n"))
}

// DirFile is a file in a run folder with the path of the folder of the suite.
const DirFile = "suite.dir"

// Dir returns the folder of the suite file: paths of data files are relative to it. For a suite in
// a run folder it is the folder of the original. It is "" if s is not from [Read] or [Parse].
func (s *Suite) Dir() string {
	if s.source == nil {
		return ""
	}
	return dirOf(s.source.File)
}

func dirOf(file string) string {
	dir := filepath.Dir(file)
	if from, err := os.ReadFile(filepath.Join(dir, DirFile)); err == nil {
		return strings.TrimSuffix(string(from), "\n")
	}
	return dir
}

// A Spec is a name with arguments.
type Spec struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"` // a canonical JSON object, see [Canonical]
	Pos  Pos             `json:"-"`    // of the name in the file

	args []field // where the arguments stand
}

// A Dataset is one column of the comparison. Its Args have no reserved keys. Its splits have one
// size.
type Dataset struct {
	Spec
	Label    string  `json:"label"`
	Splits   []Split `json:"splits,omitempty"` // none: the dataset's own
	Features Spec    `json:"features"`
	// Base is the label without the size, for one of several columns that differ only in the sizes
	// of their splits; else "".
	Base string `json:"base,omitempty"`
	// Oracle is the oracle to train with; nil: the exact one.
	Oracle *Spec `json:"oracle,omitempty"`
	// Loss is the first metric; nil: the suite's. See MetricsOn.
	Loss *Metric `json:"loss,omitempty"`
	// TrainLoss is the loss to learn for; nil: the suite's.
	TrainLoss *Spec `json:"train_loss,omitempty"`

	// Structure is the program that knows the allowed labelings; nil: there is none.
	Structure *Structure `json:"structure,omitempty"`
	// Panel is the place in the grid of its item; nil: it has none.
	Panel *Panel `json:"panel,omitempty"`

	item   string // the label in the file, without grid, sizes and oracles
	column string // the label without oracles

	oracles []thing[labelKey] // its own; nil: the suite's
}

// A Structure is a program of the user in place of edges: it maximises over the labelings that it
// allows.
type Structure struct {
	Command []string `json:"command" of:"word" need:"yes" help:"program and arguments"`
	Sums    bool     `json:"sums,omitempty" help:"it has sums too"`
	Seconds float64  `json:"seconds" range:"(0,inf)" default:"60" help:"of an answer (default 60)"`
}

// A Split divides a dataset into training and test data: by numbers of instances, by folds, or with
// each fold in turn. By "group" it divides groups of instances in the same ways.
type Split struct {
	Train   Part    `json:"train" need:"split" help:"instances to learn from: a number, or folds such as [0, 1]"`
	Boxes   Part    `json:"boxes,omitzero" help:"instances to learn from by a bounding box: a number, or folds"`
	Partial Part    `json:"partial,omitzero" help:"instances to learn from with hidden labels: a number, or folds"`
	Labels  float64 `json:"labels,omitempty" range:"[0,1)" with:"partial" help:"share of known labels in partial; instances with boxes have their own part: boxes"`
	Dev     Part    `json:"dev,omitzero" help:"a development set, used only with tune: {on: dev}: a number of instances, or folds"`
	Test    Part    `json:"test" need:"split" help:"instances to test on: a number, or folds such as [2]"`
	By      string  `json:"by,omitempty" enum:"group" help:"group: keep the instances of a group together, also in tuning; numbers and sizes count groups"`
	Folds   int     `json:"folds,omitempty" with:"by" range:"[2,inf)" help:"number of folds to divide the groups into; by default that of the dataset's folds"`
	Rotate  string  `json:"rotate,omitempty" alone:"by folds" enum:"train-one,test-one" help:"a split for each fold, with only that fold to learn from, or to test on"`
	Parts   bool    `json:"parts,omitempty"` // of the dataset's published parts: a part without a number is whole
	Size    int     `json:"size,omitempty"`  // instances of Train that are used, the same for every learner; 0: all
	Pos     Pos     `json:"-"`
}

// Values of Split.Rotate: one split per fold, with only that fold as the training set or the test
// set.
const (
	TrainOne = "train-one"
	TestOne  = "test-one"
)

// A Part is one part of a [Split]: a number of instances, or folds if there are any.
type Part struct {
	Count int   `json:"count,omitempty" short:"only" range:"[1,inf)"`
	Folds []int `json:"folds,omitempty" short:"only" range:"[0,inf)" of:"fold" distinct:"yes"`
	Pos   Pos   `json:"-"`
}

// A Learner is one learner with one choice of parameters: one row of a table for each of its
// decoders. Its Args are the parameters, without reserved keys.
type Learner struct {
	Spec
	Label    string    `json:"label"`
	Decoders []Decoder `json:"decoders"`
	// Candidates are the candidates of tuning: the points of the grid in Args.
	Candidates []Spec `json:"candidates,omitempty"`
	// Exceptions are other parameters on some datasets, see On.
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Features, Oracle and TrainLoss are its own; nil: those of the dataset.
	Features  *Spec `json:"features,omitempty"`
	Oracle    *Spec `json:"oracle,omitempty"`
	TrainLoss *Spec `json:"train_loss,omitempty"`
	// Variant is zero for a row of its own.
	Variant Variant `json:"variant,omitzero"`
	// Unscaled: its scores lack the scale of log-probabilities. The plan sets it.
	Unscaled bool `json:"unscaled,omitempty"`

	ownDecoders bool   // not the suite's
	grid        string // the label in the file, without the values of its grid
}

// An Exception is all parameters of a learner on one dataset, instead of its others.
type Exception struct {
	Dataset string `json:"dataset"` // its label
	Spec
	Candidates []Spec `json:"candidates,omitempty"` // as those of the learner
}

// A Decoder is a way to predict with a fit.
type Decoder struct {
	Spec
	Label  string `json:"label"`
	Reveal Reveal `json:"reveal,omitzero"`
}

// Best is the name of the decoder chosen by tuning, see [Learner.Rivals].
const Best = "best"

// Rivals returns all decoders but the last, if this is [Best], the choice among them; else nil.
func (l *Learner) Rivals() []Decoder {
	if last := len(l.Decoders) - 1; last > 0 && l.Decoders[last].Name == Best {
		return l.Decoders[:last]
	}
	return nil
}

// A Tuning says how parameters are chosen. Each candidate is fitted to one part of the training set
// and scored on the rest, by the suite's loss and the first decoder of the learner. The rest is a
// share of the training set, or each of its folds in turn, or a development set. Then rounds of two
// more candidates each, beyond or within the grid, may follow. The best candidate is fitted to the
// whole training set.
type Tuning struct {
	Fraction float64  `json:"fraction,omitempty" range:"(0,1)" help:"share of the training instances to validate on; candidates are fitted to the rest"`
	Folds    int      `json:"folds,omitempty" range:"[2,1000]" default:"5" help:"cross-validation: candidates are fitted once for each fold of the training set, without it, and scored on all folds together"` // 0: by Fraction or On
	On       string   `json:"on,omitempty" enum:"dev" help:"dev: validate on the part dev of each split; candidates are fitted to the training set"`
	Refit    bool     `json:"refit,omitempty" with:"on" help:"fit the chosen parameters, and learners without candidates, to the training and the development set; by default to the training set alone"`
	Extend   int      `json:"extend,omitempty" range:"[0,2]" help:"rounds of two more candidates each, about the best one"`
	Over     []string `json:"-" key:"over" of:"parameter" distinct:"yes" help:"a list of the parameters to tune; by default all lists"`
}

// A Budget ends every fit at the bound met first; 0 means no bound. Its fields are those of
// sp.Budget. The parameter passes of a learner is its own limit, below this one.
type Budget struct {
	Passes      float64 `json:"passes,omitempty" range:"(0,inf)" help:"visits of instances / training instances"`
	Visits      int64   `json:"visits,omitempty" range:"[1,inf)" help:"instances worked on"`
	Sweeps      int64   `json:"sweeps,omitempty" range:"[1,inf)" help:"updates of every variable of an instance outside of the oracles"`
	Calls       int64   `json:"calls,omitempty" range:"[1,inf)" help:"calls of all oracles"`
	MAP         int64   `json:"map,omitempty" range:"[1,inf)" help:"oracle calls for a maximum"`
	Marginals   int64   `json:"marginals,omitempty" range:"[1,inf)" help:"oracle calls for marginals"`
	Clamped     int64   `json:"clamped,omitempty" range:"[1,inf)" help:"oracle calls with some labels fixed"`
	Conditional int64   `json:"conditional,omitempty" range:"[1,inf)" help:"oracle calls for the conditionals of a variable"`
	CPUSeconds  float64 `json:"cpu_seconds,omitempty" range:"(0,inf)" measure:"duration" help:"CPU time: 90 (seconds), 5m or 1h30m"`
	Seconds     float64 `json:"seconds,omitempty" range:"(0,inf)" measure:"duration" help:"wall time: 90 (seconds), 5m or 1h30m"`
}

// Limits bound the processes of a fit; 0 means no limit of time or memory. A learner ends by itself
// at its budget. A limit is enforced from outside.
type Limits struct {
	Seconds   float64 `json:"seconds,omitempty" range:"(0,inf)" measure:"duration" help:"time of a fit, and of the predictions of a decoder, without waiting for a processor: 90 (seconds), 5m or 1h30m"`
	Memory    int64   `json:"memory,omitempty" range:"[33554432,1e15]" measure:"bytes" help:"bytes, at least 32MiB, or with a unit kB, MB, GB, TB, KiB, MiB, GiB or TiB: 500MB, 1.5GB"`
	Threads   int     `json:"threads,omitempty" range:"[1,65536]" help:"threads at once (default 1)"`
	Processes int     `json:"processes,omitempty" range:"[1,4194304]" help:"processes of a learner at once, threads counted (default 256, or four times the threads)"`
	Files     int     `json:"files,omitempty" range:"[1,1073741824]" help:"open files of each process (default 4096)"`
	Pos       Pos     `json:"-"`
}

// A Curve is the schedule of checkpoints: after First, First·Factor, … effective passes. With First
// 0 there is only one, at the end.
type Curve struct {
	First  float64 `json:"first" range:"(0,inf)" default:"1" help:"passes before the first checkpoint"`
	Factor float64 `json:"factor" range:"(1,inf)" default:"2" help:"ratio of the passes of a checkpoint to the passes of the one before"`
}

// A curve may have maxPoints checkpoints in its first curvePasses passes.
const (
	curvePasses = 1e6
	maxPoints   = 10_000
)

func (c *Curve) check(r *reader, f field) {
	if points := math.Log(curvePasses/c.First) / math.Log(c.Factor); points > maxPoints {
		r.Fail(f.Value.At, "a checkpoint is scored on the whole test set: a factor of 1.1 gives 24 of them each time the passes grow tenfold",
			"the curve has %.4g checkpoints in the first million passes, the maximum is %d", points,
			maxPoints)
	}
}

// ErrNoFile says that there is no suite file at a path.
var ErrNoFile = errors.New("there is no suite file")

// Read reads the suite file at path, or in the folder at path. A mistake in the file is an [Error].
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
		return nil, fmt.Errorf("suite: %w %s%s", ErrNoFile, file, nearby(path))
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
	return io.ReadAll(io.LimitReader(f, yamltree.MaxBytes+1))
}

// nearby suggests a file or folder with a name like that of a missing path.
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
		return fmt.Sprintf("\nhint: did you mean %q?", dir+near)
	}
	return ""
}

// Parse reads the text of a suite file. Its name is used in messages, and for the default name of
// the suite. A mistake in the text is an [Error].
func Parse(name string, text []byte) (*Suite, error) {
	return parseText(name, text, readSuite)
}

// parseText parses a text and calls make with the tree.
func parseText[T any](name string, text []byte, make func(*reader, *node) T) (t T, err error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	r := &reader{Parser: yamltree.Parser{Source: yamltree.NewSource(name, text)}}
	if root := r.Tree(text); root != nil {
		t = make(r, root)
	}
	if len(r.Errs) > 0 {
		var none T
		return none, yamltree.First(r.Errs)
	}
	return t, nil
}

// ErrorAt returns err as a mistake at a place in the file. The mistake wraps err. It is for
// mistakes found when the suite is run.
func (s *Suite) ErrorAt(at Pos, err error) error {
	what, hint, _ := strings.Cut(err.Error(), "\nhint: ")
	e := s.source.Mistake(at, hint, "%s", what)
	e.Err = err
	return e
}

// defaultName returns the name of the folder of the file, with unusual characters replaced.
func defaultName(file string) string {
	full, err := filepath.Abs(dirOf(file))
	if err != nil {
		return "suite"
	}
	name := unnamed.ReplaceAllString(filepath.Base(full), "-")
	if name = strings.Trim(name, "-."); name == "" {
		return "suite"
	}
	return name[:min(len(name), 64)]
}

var unnamed = regexp.MustCompile(`[^A-Za-z0-9_.-]`)

// A Sandbox confines the processes of learners.
type Sandbox struct {
	Kind sandbox.Kind `json:"kind,omitempty" short:"too" enum:"bubblewrap,landlock,none" help:"bubblewrap, landlock or none; by default the best that works where the suite is run"`
	// Paths are absolute, relative to the folder of the suite, or in the home folder (~/).
	Paths []string `json:"paths,omitempty" of:"path" help:"a list of more files, folders and devices for learners to use"`
	Pos   Pos      `json:"-"`
}
