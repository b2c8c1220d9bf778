package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// crfsuiteFormat is the input of CRFsuite (Okazaki,
// http://www.chokkan.org/software/crfsuite/manual.html).
var crfsuiteFormat = with(Format{
	Name: "crfsuite",
	Doc: "CRFsuite's text: LABEL, tab, ATTRIBUTE[:VALUE], tab, …, one variable in a line, " +
		"an empty line after each sequence",
	Endings: []string{".crfsuite"},
}, labelArgs{}, func(in files, a labelArgs) (*Content, error) {
	r, err := newCRFsuite(a)
	if err != nil {
		return nil, fmt.Errorf("format: crfsuite: %w", err)
	}
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	return r.content(), nil
})

// labelArgs are the arguments of formats that number labels in order of first appearance.
type labelArgs struct {
	AllLabels []string `json:"labels" help:"all labels, by their names, in the order of their numbers; another one is a mistake. Default: those that are there, as they are first seen"`
}

// A crfsuiteReader reads lines of CRFsuite.
type crfsuiteReader struct {
	*builder
	sequence   sequence
	row        []feature
	name       []byte // of an attribute, without escapes
	labels     dictionary
	attributes dictionary
}

func newCRFsuite(a labelArgs) (r *crfsuiteReader, err error) {
	r = &crfsuiteReader{builder: newBuilder(), attributes: dictionary{number: map[string]int32{}}}
	r.labels, err = r.dictionaryOf(a.AllLabels)
	return r, err
}

func (r *crfsuiteReader) content() *Content {
	r.NodeWidth = len(r.attributes.number)
	if r.in.names {
		r.nodeNames = r.attributes.names()
	}
	return r.finishLines(&r.labels, r.fillLine)
}

func (r *crfsuiteReader) read(l *lineReader) error {
	number, open := 0, false
	tabs, bare := false, place{} // whether a line has a tab, and the first one without
	end := func() error {
		if !open {
			return nil
		}
		open = false
		if len(r.sequence.gold) == 0 {
			return r.sequence.at.errorf("a declaration without a sequence")
		}
		return r.add(r.sequence.instance(), extra{fold: -1}, r.sequence.at)
	}
	err := l.each(func(line []byte) error {
		if len(bytes.Trim(line, " ")) == 0 {
			return end()
		}
		if bytes.IndexByte(line, '\t') >= 0 {
			tabs = true
		} else if bare.line == 0 {
			bare = l.place
		}
		if !open {
			open = true
			number++
			r.sequence.begin(r.id(number), l.place)
		}
		before := len(r.sequence.gold)
		if err := r.line(line); err != nil {
			return l.errorf("%w", err)
		}
		if len(r.sequence.gold) > before {
			r.variable(l.line)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case bare.line > 0 && !tabs:
		return bare.errorf("no line of the file has a tab: want LABEL, tab, ATTRIBUTE, tab, …; " +
			"are these columns with spaces (format: conll)?")
	}
	return end()
}

// line adds one variable, or reads a declaration of the sequence.
func (r *crfsuiteReader) line(line []byte) error {
	label, rest, _ := bytes.Cut(line, []byte{'\t'})
	if len(label) > 1 && label[0] == '@' {
		text, known := bytes.CutPrefix(line, []byte("@weight:"))
		if !known {
			return fmt.Errorf("unknown declaration %q: CRFsuite knows @weight:NUMBER, and no label "+
				"that begins with @", label)
		}
		v, err := float32Of(text)
		if err != nil || v <= 0 {
			return fmt.Errorf("@weight: want a number above 0, got %q", text)
		}
		r.sequence.weight = float64(v)
		return nil
	}
	r.row = r.row[:0]
	for len(rest) > 0 {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte{'\t'})
		if len(field) == 0 {
			continue
		}
		if err := r.attribute(field); err != nil {
			return err
		}
	}
	k := sp.Unknown
	if len(label) > 0 && !r.unlabelled {
		if bytes.IndexByte(label, '\\') >= 0 {
			label = []byte(unescape.Replace(string(label)))
		}
		var err error
		if k, err = r.labels.label(label,
			"is the label the first field of a line, with a tab after it?"); err != nil {
			return err
		}
	}
	r.sequence.line(k, merged(r.row))
	return nil
}

// Escapes of labels, as in names of attributes.
var (
	unescape = strings.NewReplacer(`\:`, `:`, `\\`, `\`)
	escape   = strings.NewReplacer(`:`, `\:`, `\`, `\\`)
)

// attribute reads NAME or NAME:VALUE into r.row; \: and \\ in a name are : and \.
func (r *crfsuiteReader) attribute(field []byte) error {
	r.name = r.name[:0]
	value := float32(1)
	for i := 0; i < len(field); i++ {
		c := field[i]
		if c == '\\' && i+1 < len(field) && (field[i+1] == ':' || field[i+1] == '\\') {
			i++
			c = field[i]
		} else if c == ':' {
			var err error
			if value, err = float32Of(field[i+1:]); err != nil {
				return fmt.Errorf(`attribute %q: value: %w (a colon in a name is written \:)`,
					field, err)
			}
			break
		}
		r.name = append(r.name, c)
	}
	if len(r.name) == 0 {
		return fmt.Errorf("attribute %q has no name", field)
	}
	r.row = append(r.row, feature{r.attributes.of(r.name), value})
	return nil
}

// merged sorts a row by column, in place, and adds up the values of repeated attributes, like
// CRFsuite.
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
