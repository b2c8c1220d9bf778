// Package data loads datasets by name. It reads published formats, generates synthetic data,
// divides datasets into splits, and hashes contents to tie results to their data.
//
//	d, err := data.Load("chains", []byte(`{"words":800}`), "")
//	splits, err := d.Splits(data.SplitSpec{Train: Part{N: 300}, Test: Part{N: 500}}, seed)
//
// Start with [Load] and [Dataset]. A dataset is one file: its [Entry], a struct of arguments, and a
// reader or generator; entries in data.go lists all. Datasets "file" and "images" read the user's
// own data, "file" in the formats of package format.
//
// Package prepare turns the instances of a split into those a learner receives. Packages array and
// drawing serve single datasets. Each dataset, and each step from photograph to graph, is one file.
//
// The repository contains no data with restricted licences. Load looks for published files in the
// caller's folder, else in $SPBENCH_DATA, else in spbench/data of the user's cache folder.
// [Entry.Fetch] downloads them from their official addresses, and [Entry.Verify] checks them
// against published checksums.
//
// Generated datasets are fixed by their arguments on every machine, because they are computed from
// integers only. Superpixels of photographs take seconds to compute. They are cached in
// spbench/superpixels of the user's cache folder, by files, arguments and program.
package data

import (
	"fmt"
	"image"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Dataset is a list of instances of equal sizes, fully labelled unless its Entry documents
// otherwise. Callers treat it as read-only.
type Dataset struct {
	Name      string
	K         int // labels per variable; of instances with a structure, the largest number
	NodeWidth int // Dn
	EdgeWidth int // De
	Instances []sp.Instance
	Fold      []int    // fold of each instance, counted from 0; nil: no folds
	Parts     []string // published parts: names of the folds among train, dev and test; nil: none
	Group     []string // of each instance: what belongs together; nil: no groups. No fit depends on it, unless splits keep groups together
	GroupName string   // what a group is, such as "word"
	Hash      string   // sha256, in hex, of all content that can influence a result
	Labels    []string // K names
	Found     bool     // K and Labels are what the data show, not declared: a fit has those of its training part
	// differences from the published content ("not the published …"), files left out, images scaled
	Warnings []string

	// Constrain is the scheme of tags that predictions keep, see metric.Transitions; "": none.
	Constrain string

	// NodeGroups and LabelGroups are groups of columns of variables and of labels, in order, each
	// with the column behind its last, such as form=900: for feature map "candidates".
	NodeGroups, LabelGroups []string
	// LabelTexts names the labels of each instance, where they differ; nil: as in Labels.
	LabelTexts [][]string
	// Outside reports, for each instance and variable, whether it lies wholly outside the bounding
	// box of the object (all labels except 0), so that its label is 0 (see prepare.Box). Without an
	// object it marks nothing, and it never marks all variables. nil: there are no boxes.
	Outside [][]bool
	// Standardise asks callers to standardise the features on the training part of a split (see
	// Scaling).
	Standardise bool
	// Void means that a variable without a gold label is no part of the task: it leaves the graphs of
	// training instances (see prepare.Cut). Otherwise its label exists, but is not known.
	Void bool
	// MinCount asks callers to drop rarer sparse features, see prepare.NewVocabulary; 0 is 1.
	MinCount int
	// Fitted means that features were computed from the labels of fold 0. Splits then train on
	// instances of fold 0, with all their labels, and test on other folds.
	Fitted bool
	// Colours are those of the labels in the masks: red, green and blue; nil: no masks.
	Colours [][3]uint8
	// Pixels returns the picture behind instance i; nil: no image, or a grid, its own picture.
	Pixels func(i int) (*Pixels, error)

	photos      []string // photograph of each instance
	superpixels int      // about so many in a photograph; 0: no photographs
	scored      bool     // the features of a variable are scores of labels, and 1

	args       []byte                                 // of Load
	unlabelled func(path string) (*Unlabelled, error) // reads files of a format of its own

	units string // what Instances are, for errors; "": instances
}

// Pixels are a photograph and its division into the variables of an instance.
type Pixels struct {
	Photo    image.Image // Width×Height
	Width    int
	Height   int
	Variable []int32 // Width·Height, row-major: the variable of each pixel
}

// An Entry describes a dataset for Load.
type Entry struct {
	Name    string
	Doc     string // one sentence
	Licence string
	URL     string // official address; empty when generated
	Files   []File
	Params  []param.Parameter // arguments of Load
	Own     bool              // not a dataset but a reader of the user's own data
	// Accept makes the final check of the arguments; nil: Params is sufficient.
	Accept func(args []byte) error
	load   func(e Entry, args []byte) (*Dataset, error)
	use    func(d *Dataset) []int // see LoadUsed
	dir    string                 // of Load
	read   []fileRead             // the files, for load
}

// used returns the indices of the n instances of d in use.
func (e *Entry) used(d *Dataset, n int) (list []int) {
	if d.Name, d.Instances = e.Name, make([]sp.Instance, n); e.use != nil {
		if list = e.use(d); len(list) == 0 {
			list = []int{0}
		}
		return list
	}
	for i := range n {
		list = append(list, i)
	}
	return list
}

// withArguments returns e with the arguments of a struct A, as package param reads it. Before load it
// reads the files.
func withArguments[A any](e Entry, defaults A, load func(e Entry, a A) (*Dataset, error)) Entry {
	a := defaults
	e.Params = param.Of(&a)
	e.load = func(e Entry, args []byte) (*Dataset, error) {
		a := defaults
		err := param.Decode(&a, args)
		if err != nil {
			return nil, err
		}
		var warnings []string
		if e.read, warnings, err = e.readFiles(); err != nil {
			return nil, err
		}
		d, err := load(e, a)
		if err == nil {
			d.Warnings = append(warnings, d.Warnings...)
		}
		return d, err
	}
	return e
}

// A File is one file of a dataset, or a folder of them.
type File struct {
	Path   string // below the data folder, with slashes
	URL    string // official address of the file; empty: the Entry's
	SHA256 string // of the uncompressed content, in hex
	// Names lists the files below Path if the file is a folder. SHA256 is then the checksum of
	// their list of checksums, in the format of the command sha256sum. It is "" if none is
	// published; then only presence is checked. A folder comes from an archive at URL.
	Names []string
}

var entries = []Entry{alibiEntry, blobsEntry, chainsEntry, denoisingEntry, digitRowsEntry,
	fileEntry, grabcutEntry, horsesEntry, imagesEntry, mnistEntry, modelsEntry, ocrEntry,
	pathsEntry, silhouettesEntry, stanfordEntry, subsetsEntry, ewtEntry, wnutEntry}

// Names returns all known datasets, sorted by name. The caller owns the slice.
func Names() []Entry { return append([]Entry(nil), entries...) }

// Find returns the dataset called name. The error lists all names.
func Find(name string) (Entry, error) {
	known := make([]string, len(entries))
	for i, e := range entries {
		if e.Name == name {
			return e, nil
		}
		known[i] = e.Name
	}
	return Entry{}, fmt.Errorf("data: no dataset is called %q; there are %s", name,
		strings.Join(known, ", "))
}

// Load returns the dataset called name. args is a JSON object of its arguments, or empty for the
// defaults; an unknown argument is an error. dir is the data folder; empty means $SPBENCH_DATA or
// the user's cache. If a file is missing, the error names its expected path and official address.
// If its content is broken, the error has file:line and reason. Every instance has passed
// [sp.Instance.Check].
func Load(name string, args []byte, dir string) (*Dataset, error) {
	return LoadUsed(name, args, dir, nil)
}

// LoadUsed is [Load] for a few instances. use returns their indices, once each, from a dataset with
// empty instances and all folds. Other images are not prepared: one variable of unknown label, or
// the first image in use, stands in for each. nil: all instances are in use.
func LoadUsed(name string, args []byte, dir string, use func(*Dataset) []int) (*Dataset, error) {
	e, err := Find(name)
	if err != nil {
		return nil, err
	}
	e.use, e.dir = use, dir
	d, err := e.load(e, args)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	d.Name, d.args = name, args
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	d.Hash = d.contentHash()
	return d, nil
}

// check holds every reader and generator to the contract of Dataset.
func (d *Dataset) check() error {
	seen := make(map[string]bool, len(d.Instances))
	for i := range d.Instances {
		x := &d.Instances[i]
		if err := x.Check(); err != nil {
			return err
		}
		switch s := x.Structure; {
		case d.Void && s != nil && s.Kind != sp.Assignment && !x.Labelled():
			return fmt.Errorf("instance %q: a variable of structure %q cannot be void: leave out void, "+
				"or give it a label and size 0", x.ID, s.Kind)
		case seen[x.ID]:
			return fmt.Errorf("two instances have the ID %q", x.ID)
		case x.K > d.K || x.K < d.K && s == nil || x.Node.D != d.NodeWidth ||
			x.Edge.D != d.EdgeWidth:
			return fmt.Errorf(
				"instance %q has %d labels and widths %d, %d, the dataset has %d and %d, %d",
				x.ID, x.K, x.Node.D, x.Edge.D, d.K, d.NodeWidth, d.EdgeWidth)
		}
		seen[x.ID] = true
	}
	return nil
}
