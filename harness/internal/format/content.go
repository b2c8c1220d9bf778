package format

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/text/encoding"

	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Limits of declared sizes: a few bytes must not ask for much memory.
const (
	maxLabels = 100_000
	maxWidth  = 1 << 30 // columns of feature rows
	maxFold   = 1_000_000
)

// A Content is the content of the files of a dataset. Its fields are those of data.Dataset.
type Content struct {
	K         int
	Labels    []string // K names
	Found     bool     // the labels are those that occur in the files
	NodeWidth int
	EdgeWidth int
	Instances []sp.Instance
	Fold      []int    // of each instance; nil: no folds
	Parts     []string // names of the folds; nil: they have numbers
	Group     []string // of each instance; nil: no groups
	GroupName string   // what a group is
	// for each instance and variable: outside of the object's box; nil: no boxes
	Outside     [][]bool
	Standardise bool
	Fitted      bool
	Void        bool     // variables without a label are no part of the task
	Photos      []string // photograph of each instance; nil: none
	Superpixels int      // about so many are in each photograph
	// least number of variables of the training instances with a sparse feature to keep it; 0: keep
	// all
	MinCount int

	// groups of columns of variables and labels, see data.Dataset
	NodeGroups, LabelGroups []string

	labelWidth int
	seen       map[string]place // IDs
	nodeNames  []string         // of features by their columns, if they were asked for; nil: no names
	edgeNames  []string
	labelled   int   // number of instances before those to label
	lines      []int // of the variables of the file to label, each a line of its own
	// fill returns a line of a variable with a label; nil: the file has no such lines
	fill func(line []byte, label int32) []byte
	// encoding is that of text files; nil: UTF-8
	encoding encoding.Encoding
}

// Place returns the place of the instance with an ID.
func (c *Content) Place(id string) string { return c.seen[id].String() }

// A place is a position in a file.
type place struct {
	file string
	line int
	of   string // unit of the count; "": lines
}

func (p place) String() string {
	if p.of != "" {
		return fmt.Sprintf("%s: %s %d", p.file, p.of, p.line)
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}

// errorf returns a mistake at p.
func (p place) errorf(text string, args ...any) error {
	return fmt.Errorf("%v: "+text, append([]any{p}, args...)...)
}

// A builder collects the instances of all files and checks them against each other.
type builder struct {
	Content
	first place            // of the first instance
	have  string           // what every instance has
	part  Part             // the current one
	parts int              // number of parts so far
	file  int              // index of the current file in its part
	boxes int              // instances with a box
	names map[string]int32 // labels by name, if they have names

	in         files
	unlabelled bool // the current file is to be labelled
}

func newBuilder() *builder { return &builder{Content: Content{seen: map[string]place{}}} }

// setLabels sets the number of labels, or their names; later calls must agree.
func (b *builder) setLabels(k int, names []string) error {
	switch {
	case names != nil && len(names) == 0:
		return fmt.Errorf("the list of labels is empty")
	case names != nil:
		k = len(names)
	}
	if k < 1 || k > maxLabels {
		return fmt.Errorf("%d labels, want 1 to %d", k, maxLabels)
	}
	if b.K != 0 && (b.K != k || names != nil && b.names != nil && !slices.Equal(names, b.Labels)) {
		return fmt.Errorf("different labels than before: %d were declared, here are %d; all "+
			"instances share one list of labels", b.K, k)
	}
	b.K = k
	if names == nil || b.names != nil {
		return nil
	}
	b.names = make(map[string]int32, k)
	for i, name := range names {
		if old, twice := b.names[name]; twice || name == "" {
			return fmt.Errorf(
				"label %d is called %q, and so is label %d: names must differ and not be empty", i,
				name, old)
		}
		b.names[name] = int32(i)
	}
	b.Labels = names
	return nil
}

// unknownLabel is the error for an unknown label name.
func (b *builder) unknownLabel(name string) error {
	if b.names == nil {
		return fmt.Errorf("the label %q, but labels have no names here: want 0..%d, or "+
			"{\"labels\": [names]} in the first line", name, b.K-1)
	}
	return param.Unknown("label", name, b.Labels)
}

// An extra is the data of an instance outside of sp.Instance.
type extra struct {
	fold    int    // -1: none
	group   string // "": its own
	outside []bool // nil: no box
}

// add appends an instance from place p.
func (b *builder) add(x sp.Instance, e extra, p place) error {
	if b.unlabelled {
		x.Gold, x.Mixed, x.Costs = slices.Repeat([]int32{sp.Unknown}, x.N()), nil, nil
		e = extra{fold: -1}
	}
	if old, twice := b.seen[x.ID]; twice {
		return p.errorf("the id %q is used twice (first in %v): ids must differ", x.ID, old)
	}
	for d, list := range x.Allowed {
		if k := x.Gold[d]; k != sp.Unknown && list != nil && !slices.Contains(list, k) {
			return p.errorf("variable %d has label %d, which is not among its allowed labels", d, k)
		}
	}
	has := e.has()
	if len(b.Instances) == 0 {
		b.first, b.have = p, has
	}
	if has != b.have && !b.unlabelled {
		return p.errorf("instance %q has %s, but the first one (%v) has %s: all instances or none have "+
			"one", x.ID, has, b.first, b.have)
	}
	b.seen[x.ID] = p
	b.Instances = append(b.Instances, x)
	switch {
	case e.fold >= 0 && b.Parts != nil:
		return p.errorf("instance %q has a fold, but the path of its file tells its part, "+
			"%s: leave the folds out of the file, or write path as a list", x.ID, b.part.Name)
	case e.fold >= 0:
		b.Fold = append(b.Fold, e.fold)
	case b.Parts != nil:
		b.Fold = append(b.Fold, b.parts-1)
	case len(b.part.Paths) > 1:
		b.Fold = append(b.Fold, b.file)
	}
	b.Group = append(b.Group, e.group)
	if e.outside != nil {
		b.boxes++
	}
	b.Outside = append(b.Outside, e.outside)
	return nil
}

// has describes what all instances have if one has it.
func (e *extra) has() string {
	article := map[bool]string{true: "a ", false: "no "}
	return article[e.fold >= 0] + "fold and " + article[e.group != ""] + "group"
}

// eachFile calls read with the lines of each file, in order.
func (b *builder) eachFile(in files, read func(l *lineReader) error) error {
	return b.eachPath(in, func(path string) error {
		file, err := compressed.Open(path)
		if err != nil {
			return err
		}
		lines := newLines(path, file)
		lines.from = b.encoding
		return errors.Join(read(lines), file.Close())
	})
}

// eachPath calls read with each path, in order.
func (b *builder) eachPath(in files, read func(path string) error) error {
	b.in = in
	for b.parts, b.part = range in.parts {
		b.parts++
		if b.part.Name != "" {
			b.Parts = append(b.Parts, b.part.Name)
		}
		before := len(b.Instances)
		for i, path := range b.part.Paths {
			b.file = i
			flags := [...]bool{b.Standardise, b.Fitted, b.Void, b.Found}
			if err := read(path); err != nil {
				return fmt.Errorf("format: %w", err)
			}
			if i+b.parts > 1 && flags != [...]bool{b.Standardise, b.Fitted, b.Void, b.Found} {
				return fmt.Errorf("format: %s: standardise, fitted, void or found differs from earlier "+
					"files: all files of a dataset need the same", path)
			}
		}
		if len(b.Instances) == before {
			return fmt.Errorf("format: %s: the file has no instances", b.part.Paths[0])
		}
	}
	if in.unlabelled != "" {
		return b.readUnlabelled(in, read)
	}
	return nil
}

// id returns the default ID of an instance: its number in the file, as [Part.ID] writes it.
func (b *builder) id(number int) string { return b.part.ID(b.file, strconv.Itoa(number)) }

// finish completes the data known only at the end: common widths of rows, names of labels, boxes.
func (b *builder) finish() *Content {
	for i := range b.Instances {
		x := &b.Instances[i]
		if x.Node.D, x.Edge.D = b.NodeWidth, b.EdgeWidth; x.Structure == nil {
			x.K = b.K
		}
		if x.Label.N > 0 {
			x.Label.D = b.labelWidth
		}
		if b.boxes > 0 && b.Outside[i] == nil {
			b.Outside[i] = make([]bool, x.N())
		}
	}
	if b.boxes == 0 {
		b.Outside = nil
	}
	if !slices.ContainsFunc(b.Group, func(group string) bool { return group != "" }) {
		b.Group = nil
	}
	for k := len(b.Labels); k < b.K; k++ {
		b.Labels = append(b.Labels, strconv.Itoa(k))
	}
	return &b.Content
}
