package data

import (
	"fmt"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/internal/format"
	"github.com/spbench/spbench/harness/sp"
)

// An Unlabelled is a file, or a folder of images, with instances to label.
type Unlabelled struct {
	// Instances have the labels and the columns of the dataset, and columns behind them for new
	// features.
	Instances []sp.Instance
	// Write writes the file with labels of each instance; nil: these are images.
	Write func(w io.Writer, labels [][]int32) error
	// Pictures writes a mask of each image to a folder, in the colours of the labels; nil: these
	// are no images.
	Pictures func(dir string, labels [][]int32) error
	Warnings []string // about files that are not read
}

// ReadUnlabelled reads instances to label by fits to the dataset. args are those of [Load]. path is
// in the format of the dataset, or else JSON lines or arrays with its columns. Labels in it are
// ignored. The error names a difference from the dataset.
func (d *Dataset) ReadUnlabelled(args []byte, path string) (u *Unlabelled, err error) {
	if d.Name == ImagesName {
		u, err = d.readUnlabelledImages(args, path)
	} else {
		u, err = d.readUnlabelledFile(args, path)
	}
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", d.Name, err)
	}
	return u, nil
}

func (d *Dataset) readUnlabelledFile(args []byte, path string) (*Unlabelled, error) {
	a, rest, own, err := fileArgs{}, []byte(nil), "", error(nil)
	if d.Name == FileName {
		if a, rest, err = splitFileArgs(args); err != nil {
			return nil, err
		}
		f, _ := format.Find(a.Format, a.parts[0].Paths[0])
		own = f.Name
	}
	other, _ := format.Find("", path)
	numbered := other.Name == "jsonl" || other.Name == "npz"
	switch {
	case numbered && other.Name != own:
		a, rest = fileArgs{Format: other.Name}, nil
	case d.unlabelled != nil:
		return d.unlabelled(path)
	case own == "":
		return nil, fmt.Errorf("%s: want JSON lines (.jsonl) with the columns of the dataset\nhint: "+
			"spbench data convert %s FILE.jsonl writes some", path, d.Name)
	}
	c, err := format.ReadUnlabelled(a.parts, a.Format, rest, path)
	if err != nil {
		return nil, err
	}
	n, all, of := len(c.Labels), d.Labels, &d.Instances[0]
	if s := of.Structure; of.Label.N > 0 || s != nil && s.Kind == sp.Arborescence {
		n, all = min(n, len(all)), all[:min(n, len(all))] // instances may be larger or smaller
	}
	if !slices.Equal(c.Labels[:n], all) {
		return nil, fmt.Errorf("%s: labels %.99q, the dataset has %.99q", path, c.Labels, d.Labels)
	}
	list := slices.Clone(c.Instances)
	for i := range list {
		if err := fit(d, &list[i]); err != nil {
			return nil, fmt.Errorf("%s: instance %q %w", path, list[i].ID, err)
		}
	}
	return &Unlabelled{Instances: list, Write: func(w io.Writer, labels [][]int32) error {
		return c.WriteLabelled(w, path, labels)
	}}, nil
}

// fit gives x the columns of d. It returns a difference.
func fit(d *Dataset, x *sp.Instance) error {
	of := &d.Instances[0]
	if of.Structure.Asks() {
		s := *of.Structure
		s.ID = x.ID
		x.Edges, x.Edge, x.Structure = nil, sp.Rows{}, &s
	}
	switch other := d.otherKind(x); {
	case !x.Node.Sparse() && x.Node.D != d.NodeWidth, !x.Edge.Sparse() && x.Edge.N > 0 &&
		x.Edge.D != d.EdgeWidth:
		return fmt.Errorf("has %d and %d columns of variables and edges, the dataset has %d and %d",
			x.Node.D, x.Edge.D, d.NodeWidth, d.EdgeWidth)
	case other != "":
		return fmt.Errorf("has other features of %s than the dataset: some are dense, some sparse",
			other)
	}
	if have, want := graphOf(x), graphOf(of); have != want {
		return fmt.Errorf("is %s, those of the dataset are %s", have, want)
	}
	x.Node.D, x.Edge.D = max(x.Node.D, d.NodeWidth), max(x.Edge.D, d.EdgeWidth)
	if x.Label.N > 0 {
		x.Label.D = max(x.Label.D, of.Label.D)
	}
	return nil
}

// graphOf names the structure of x.
func graphOf(x *sp.Instance) string {
	if x.Structure == nil {
		return "without structure"
	}
	return "of structure " + x.Structure.Kind
}

// otherKind names the features of x that are dense although those of the dataset are sparse, or the
// other way round.
func (d *Dataset) otherKind(x *sp.Instance) string {
	for i := range d.Instances {
		of := &d.Instances[i]
		switch {
		case x.Node.Sparse() != of.Node.Sparse():
			return "variables"
		case x.Edge.N > 0 && of.Edge.N > 0:
			if x.Edge.Sparse() != of.Edge.Sparse() {
				return "edges"
			}
			return ""
		}
	}
	return ""
}

// FeatureNames reads the names of the features of variables and edges, by their columns. nil: they
// have no names.
func (d *Dataset) FeatureNames() (node, edge []string, err error) {
	if d.Name == ImagesName && d.Pixels == nil { // a grid
		edge = []string{"constant", "similarity"}
	}
	switch {
	case d.Name == FileName:
		a, rest, err := splitFileArgs(d.args)
		if err == nil {
			node, edge, err = format.ReadNames(a.parts, a.Format, rest)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("data: file: %w", err)
		}
	case d.scored:
		for _, l := range d.Labels {
			node = append(node, "score of "+l)
		}
		node = append(node, "constant")
	case edge != nil:
		node = []string{"red", "green", "blue", "row", "column"}[:d.NodeWidth-1]
		node = append(slices.Clip(node), "constant")
	}
	return node, edge, nil
}
