// Package data knows the datasets by name: readers of the published formats,
// generators that need no file, splits, supervision masks and the content hash
// that ties a result to what it was computed on.
//
//	d, err := data.Load("chains", []byte(`{"words":800}`), "")
//	splits, err := d.Splits(data.SplitSpec{TrainN: 300, TestN: 500}, seed)
//
// One of them, "file", is any dataset that somebody brings, in the formats of package format.
//
// Nothing that may not be redistributed is in the repository. A dataset that is
// a file is looked for in the folder that the caller names, else in
// $SPBENCH_DATA, else in spbench/data of the user's cache folder. [Entry.Fetch]
// puts it there from its official address and [Entry.Verify] holds it to the
// published checksum. Generated datasets are fixed by their arguments on every
// machine: they are made from integers only. Superpixels of photographs take
// seconds to compute; they are kept in spbench/superpixels of the user's cache
// folder, for as long as files, arguments and program stay the same.
package data

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A Dataset is a list of instances that share their sizes, fully labelled unless
// its Entry says otherwise. Holders treat it as read-only.
type Dataset struct {
	Name      string
	K         int // labels per variable
	NodeWidth int // Dn
	EdgeWidth int // De
	Instances []sp.Instance
	Fold      []int    // fold of each instance, counted from 0; nil: no folds
	Hash      string   // sha256, in hex, of everything that can influence a result
	Labels    []string // K names
	// in which way the content is not the published one; none where it is, or nothing was published
	Warnings []string

	// Outside says, for each instance and variable, whether it lies wholly
	// outside the bounding box of the object (all labels but 0), so that a box
	// gives its label: 0 (see Box). It marks nothing where there is no object, and
	// never all variables. nil: the dataset has no boxes.
	Outside [][]bool
	// Standardise asks whoever divides the dataset to standardise the features
	// on the part that is learned from (see Scaling).
	Standardise bool
	// MinCount, above 0, asks them to leave the sparse features out that fewer variables, or edges,
	// of the part that is learned from have (see Vocabulary).
	MinCount int
	// Fitted says that features come from the labels of fold 0, so that a split is fair only if it
	// learns from instances of fold 0, with all their labels, and tests on others: Splits draws and
	// allows no other.
	Fitted bool
	// Pixels returns the picture that instance i was made of; nil: it is not an
	// image, or a grid that is its own picture (Shape).
	Pixels func(i int) (*Pixels, error)
}

// Pixels are a photograph and its division into the variables of an instance.
type Pixels struct {
	Photo    image.Image // Width×Height
	Width    int
	Height   int
	Variable []int32 // Width·Height, row-major: the variable that the pixel belongs to
}

// An Entry describes a dataset that Load knows.
type Entry struct {
	Name    string
	Doc     string // one sentence
	Licence string
	URL     string // official address; empty when generated
	Files   []File
	Params  []param.Parameter // the arguments that Load knows
	Own     bool              // no dataset but a way to bring one
	// Accept has the last word on the arguments; nil: Params says it all.
	Accept func(args []byte) error
	load   func(e Entry, args []byte, dir string) (*Dataset, error)
}

// withArguments returns e with the arguments of a struct A, as package param reads it.
func withArguments[A any](e Entry, defaults func() A,
	load func(e Entry, a A, dir string) (*Dataset, error)) Entry {
	a := defaults()
	e.Params = param.Of(&a)
	e.load = func(e Entry, args []byte, dir string) (*Dataset, error) {
		a := defaults()
		if err := param.Decode(&a, args); err != nil {
			return nil, err
		}
		return load(e, a, dir)
	}
	return e
}

// A File is one file of a dataset, or a folder of them.
type File struct {
	Path   string // below the data folder, with slashes
	URL    string // official address of the file; empty: the Entry's
	SHA256 string // of the uncompressed content, in hex
	// Names makes a folder of the file: what it has, below Path. SHA256 is that of
	// their list of checksums, as the command sha256sum prints it; "" where none is
	// published, so that only presence is checked. A folder comes from an archive
	// at URL.
	Names []string
}

var entries = []Entry{blobsEntry, chainsEntry, denoisingEntry, fileEntry, grabcutEntry, horsesEntry,
	imagesEntry, mnistEntry, ocrEntry, silhouettesEntry, stanfordEntry, taggingEntry}

// Names returns all known datasets, sorted by name. The caller owns the slice.
func Names() []Entry { return append([]Entry(nil), entries...) }

// Find returns the dataset called name; the error lists those that exist.
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

// Load returns the dataset called name. args is a JSON object of its arguments,
// or empty for the defaults; an unknown one is an error. dir is the data folder;
// empty means $SPBENCH_DATA or the user's cache. The error says which file was
// expected where and its official address, or file:line and reason where the
// content is broken. Every instance has passed [sp.Instance.Check].
func Load(name string, args []byte, dir string) (*Dataset, error) {
	e, err := Find(name)
	if err != nil {
		return nil, err
	}
	d, err := e.load(e, args, dir)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	d.Name = name
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
		switch {
		case seen[x.ID]:
			return fmt.Errorf("two instances are called %q", x.ID)
		case x.K != d.K || x.Node.D != d.NodeWidth || x.Edge.D != d.EdgeWidth:
			return fmt.Errorf(
				"instance %q has %d labels and widths %d, %d, the dataset has %d and %d, %d",
				x.ID, x.K, x.Node.D, x.Edge.D, d.K, d.NodeWidth, d.EdgeWidth)
		}
		seen[x.ID] = true
	}
	return d.checkBoxes()
}

// checkBoxes finds boxes that contradict the labels.
func (d *Dataset) checkBoxes() error {
	if d.Outside == nil {
		return nil
	}
	if len(d.Outside) != len(d.Instances) {
		return fmt.Errorf("%d boxes for %d instances", len(d.Outside), len(d.Instances))
	}
	for i := range d.Instances {
		x, outside := &d.Instances[i], d.Outside[i]
		if len(outside) != x.N() {
			return fmt.Errorf("instance %q: a box for %d variables of %d", x.ID, len(outside),
				x.N())
		}
		if !slices.Contains(outside, false) && len(outside) > 0 {
			return fmt.Errorf("instance %q: all variables are outside the box", x.ID)
		}
		for v, out := range outside {
			if k := x.Gold[v]; out && k > 0 {
				return fmt.Errorf("instance %q: variable %d has label %d, but lies outside the box",
					x.ID, v, k)
			}
		}
	}
	return nil
}
