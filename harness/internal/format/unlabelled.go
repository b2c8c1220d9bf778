package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spbench/spbench/harness/internal/format/compressed"
)

// files are the files of a dataset, with what to read beside them.
type files struct {
	parts      []Part
	unlabelled string // a file of instances to label, behind the others; "": none
	names      bool   // also the names of features
}

// ReadUnlabelled reads a file of instances to label, in the format of a dataset with these parts
// and arguments ([ReadParts]). Without parts it reads the file by itself. The instances have the
// labels and the columns of the dataset, and columns behind them for new features. All their labels
// are unknown, also where the file has some; columns of tokens need none. Folds and groups are left
// out. An instance without an ID has its number in the file; a file of the dataset has the same IDs
// as there.
func ReadUnlabelled(parts []Part, name string, args []byte, file string) (*Content, error) {
	c, err := files{parts: parts, unlabelled: file}.read(name, args)
	if err != nil {
		return nil, err
	}
	c.Instances = c.Instances[c.labelled:]
	c.Fold, c.Group, c.Outside = nil, nil, nil
	if c.Photos != nil {
		c.Photos = c.Photos[c.labelled:]
	}
	return c, nil
}

// ReadNames returns the names of the features of a dataset, by their columns. Without names they
// are nil: only columns of tokens and CRFsuite's format have names.
func ReadNames(parts []Part, name string, args []byte) (node, edge []string, err error) {
	c, err := files{parts: parts, names: true}.read(name, args)
	if err != nil {
		return nil, nil, err
	}
	return c.nodeNames, c.edgeNames, nil
}

// readUnlabelled reads a file of instances to label.
func (b *builder) readUnlabelled(in files, read func(path string) error) error {
	b.unlabelled, b.labelled, b.seen = true, len(b.Instances), map[string]place{}
	b.part, b.file = Part{}, 0
	for _, part := range in.parts {
		i := slices.IndexFunc(part.Paths, func(path string) bool {
			return sameFile(path, in.unlabelled)
		})
		if i >= 0 {
			b.part, b.file = part, i
		}
	}
	if err := read(in.unlabelled); err != nil {
		return fmt.Errorf("format: %w", err)
	}
	if len(b.Instances) == b.labelled {
		return fmt.Errorf("format: %s: the file has no instances", in.unlabelled)
	}
	return nil
}

func sameFile(a, b string) bool {
	of, err := os.Stat(a)
	to, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(of, to)
}

// WriteLabelled writes the file at path, read by [ReadUnlabelled], with these labels of each
// instance. A line of one variable gets its label: behind the columns of tokens, or in place of the
// label. Other formats are written as JSON lines. The text is UTF-8. O(size).
func (c *Content) WriteLabelled(w io.Writer, path string, labels [][]int32) error {
	if c.fill == nil {
		out := *c
		out.Instances = slices.Clone(c.Instances)
		for i := range out.Instances {
			out.Instances[i].Gold = labels[i]
		}
		return WriteJSONL(w, &out)
	}
	file, err := compressed.Open(path)
	if err != nil {
		return err
	}
	all, n, out := slices.Concat(labels...), 0, bufio.NewWriter(w)
	l := newLines(path, file)
	l.from = c.encoding
	err = l.each(func(line []byte) error {
		if n < len(c.lines) && c.lines[n] == l.line {
			line = c.fill(line, all[n])
			n++
		}
		_, err := out.Write(line)
		return errors.Join(err, out.WriteByte('\n'))
	})
	return errors.Join(err, out.Flush(), file.Close())
}
