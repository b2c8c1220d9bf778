package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// A feature is one value of a sparse row.
type feature struct {
	column int32
	value  float32
}

// sparseRows collects sparse rows, in memory reused by the next instance.
type sparseRows struct {
	start  []int32
	index  []int32
	value  []float32
	valued bool // some value is not 1
}

func (r *sparseRows) reset() {
	*r = sparseRows{start: append(r.start[:0], 0), index: r.index[:0], value: r.value[:0]}
}

// add appends a row with ascending columns.
func (r *sparseRows) add(row []feature) {
	for _, f := range row {
		r.index = append(r.index, f.column)
		r.value = append(r.value, f.value)
		r.valued = r.valued || f.value != 1
	}
	r.start = append(r.start, int32(len(r.index)))
}

// rows returns the rows in new memory. The width is set after all files are read.
func (r *sparseRows) rows() sp.Rows {
	rows := sp.Rows{N: len(r.start) - 1, Start: slices.Clone(r.start), Index: own(r.index)}
	if r.valued {
		rows.Value = own(r.value)
	}
	return rows
}

// merged sorts a row by column, in place, and adds up repeated attributes, like CRFsuite.
func merged(row []feature) []feature {
	slices.SortStableFunc(row, func(a, b feature) int { return cmp.Compare(a.column, b.column) })
	n := 0
	for _, f := range row {
		if n > 0 && row[n-1].column == f.column {
			row[n-1].value += f.value
			continue
		}
		row[n] = f
		n++
	}
	return row[:n]
}

// A sequenceReader reads chains: one variable in a line, an empty line after each chain. A format
// adds the fields of a line.
type sequenceReader struct {
	*builder
	// fields reads a line. It returns the label of its variable, "" if unknown, and adds
	// features ([sequenceReader.feature]). Without a variable in the line, found is false.
	fields func(line []byte) (label []byte, found bool, err error)
	// filled returns a line with another label.
	filled func(line []byte, label int32) []byte
	// context sets features from all lines of a chain.
	context func(x *sp.Instance)
	blank   string // characters that a line between chains may have
	grouped string // what a group is, "": there are no groups
	which   string // question for a file with too many labels

	labels   dictionary
	features dictionary
	at       place // of the current line
	number   int   // of the chains in the file
	open     bool  // a chain has begun
	begin    place // where
	weight   float64
	gold     []int32
	texts    []string // of the chain
	group    string   // "": its own
	node     sparseRows
	row      []feature
}

// newSequence returns a reader for these labels; none: those in the files.
func newSequence(labels []string) (r sequenceReader, err error) {
	r = sequenceReader{builder: newBuilder(), blank: " ", features: newDictionary(),
		context: func(*sp.Instance) {}}
	r.labels, err = r.dictionaryOf(labels)
	return r, err
}

// read reads one file.
func (r *sequenceReader) read(l *lineReader) error {
	r.number, r.group = 0, ""
	err := l.each(func(line []byte) error {
		if len(bytes.Trim(line, r.blank)) == 0 {
			return r.end()
		}
		r.at, r.row = l.place, r.row[:0]
		label, found, err := r.fields(line)
		if err == nil && found {
			err = r.variable(label)
		}
		if err != nil {
			return l.errorf("%w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.end()
}

// start begins a chain at the current line, unless one has begun.
func (r *sequenceReader) start() {
	if !r.open {
		r.number, r.open, r.begin, r.weight = r.number+1, true, r.at, 1
		r.gold, r.texts = r.gold[:0], r.texts[:0]
		r.node.reset()
	}
}

// inGroup takes the group in the current line: that of its chain.
func (r *sequenceReader) inGroup(group string) error {
	if r.group != "" && r.group != group {
		return fmt.Errorf("the group %q, but the sequence began with %q", group, r.group)
	}
	r.grouped, r.group = "group", group
	return nil
}

// feature adds a feature to the variable in the current line.
func (r *sequenceReader) feature(name []byte, value float32) {
	r.row = append(r.row, feature{r.features.of(name), value})
}

// variable adds the variable in the current line to the chain.
func (r *sequenceReader) variable(label []byte) (err error) {
	r.start()
	k := sp.Unknown
	if len(label) > 0 && !r.unlabelled {
		if k, err = r.labels.label(label, r.which); err != nil {
			return err
		}
	}
	r.gold = append(r.gold, k)
	if r.node.add(merged(r.row)); r.unlabelled {
		r.lines = append(r.lines, r.at.line)
	}
	return nil
}

// end adds the current chain, if one has begun.
func (r *sequenceReader) end() error {
	if !r.open {
		return nil
	}
	r.open = false
	if len(r.gold) == 0 {
		return r.begin.errorf("a declaration without a sequence")
	}
	x := sp.Instance{ID: r.id(r.number), Weight: r.weight, Gold: own(r.gold),
		Edges: sp.ChainEdges(len(r.gold)), Texts: own(r.texts), Node: r.node.rows()}
	r.context(&x)
	return r.add(x, extra{fold: -1, group: cmp.Or(r.group, x.ID)}, r.begin)
}

// content returns the completed content.
func (r *sequenceReader) content() *Content {
	if r.NodeWidth == 0 {
		r.NodeWidth = len(r.features.number)
	}
	if r.in.names && r.nodeNames == nil {
		r.nodeNames = r.features.names()
	}
	r.K, r.Labels, r.Found = max(len(r.labels.number), 1), r.labels.names(), r.labels.only == nil
	if r.GroupName = r.grouped; r.grouped == "" {
		r.Group = nil
	}
	r.fill = r.filled
	return r.finish()
}

// float32Of reads a number in C's notation: digits are optional on one side of the point.
func float32Of(text []byte) (float32, error) {
	v, err := strconv.ParseFloat(string(text), 32)
	if err != nil || len(bytes.TrimLeft(text, "0123456789.+-eE")) > 0 { // such as hexadecimal digits
		return 0, fmt.Errorf("want a finite number, got %q", text)
	}
	return float32(v), nil
}
