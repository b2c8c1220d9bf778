package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// crfsuiteFormat is the input of CRFsuite (Okazaki,
// http://www.chokkan.org/software/crfsuite/manual.html).
var crfsuiteFormat = with(Format{
	Name: "crfsuite",
	Doc: "CRFsuite's text: LABEL, tab, ATTRIBUTE[:VALUE], tab, …, one variable in a line, " +
		"an empty line after each sequence",
	Endings: []string{".crfsuite"},
}, crfsuiteArgs{Encoding: "utf-8"}, func(in files, a crfsuiteArgs) (*Content, error) {
	r, err := newCRFsuite(a)
	if err != nil {
		return nil, fmt.Errorf("format: crfsuite: %w", err)
	}
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	return r.content(), nil
})

// crfsuiteArgs are the arguments of "crfsuite".
type crfsuiteArgs struct {
	GroupBy   string   `json:"group" help:"beginning of attributes with the group, such as doc="`
	Encoding  string   `json:"encoding" enum:"utf-8,latin1" help:"of the files"`
	AllLabels []string `json:"labels" help:"all labels, by their names, in the order of their numbers; another one is a mistake. Default: those that are there, as they are first seen"`
}

// A crfsuiteReader reads lines of CRFsuite.
type crfsuiteReader struct {
	sequenceReader
	groupBy []byte
	name    []byte // of an attribute, without escapes
	tabs    bool   // a line of the file has a tab
	bare    place  // the first line without one
}

func newCRFsuite(a crfsuiteArgs) (*crfsuiteReader, error) {
	sequence, err := newSequence(a.AllLabels)
	r := &crfsuiteReader{sequenceReader: sequence, groupBy: []byte(a.GroupBy)}
	r.fields, r.filled, r.encoding = r.line, r.fillLine, encodings[a.Encoding]
	r.which = "is the label the first field of a line, with a tab after it?"
	return r, err
}

func (r *crfsuiteReader) read(l *lineReader) error {
	r.tabs, r.bare = false, place{}
	if err := r.sequenceReader.read(l); err != nil {
		return err
	}
	if r.bare.line > 0 && !r.tabs {
		return r.bare.errorf("no line of the file has a tab: want LABEL, tab, ATTRIBUTE, tab, …; " +
			"are these columns with spaces (format: conll)?")
	}
	return nil
}

// line reads a variable, or a declaration of the sequence.
func (r *crfsuiteReader) line(line []byte) (label []byte, found bool, err error) {
	if !r.open {
		r.group = ""
	}
	r.start()
	label, rest, tab := bytes.Cut(line, []byte{'\t'})
	if r.tabs = r.tabs || tab; !tab && r.bare.line == 0 {
		r.bare = r.at
	}
	if len(label) > 1 && label[0] == '@' {
		return nil, false, r.declaration(line, label)
	}
	for len(rest) > 0 {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte{'\t'})
		group, grouped := bytes.CutPrefix(field, r.groupBy)
		switch {
		case len(field) == 0:
		case grouped && len(r.groupBy) > 0:
			err = r.inGroup(string(group))
		default:
			err = r.attribute(field)
		}
		if err != nil {
			return nil, false, err
		}
	}
	if bytes.IndexByte(label, '\\') >= 0 {
		label = []byte(unescape.Replace(string(label)))
	}
	return label, true, nil
}

// declaration reads a line @weight:NUMBER.
func (r *crfsuiteReader) declaration(line, label []byte) error {
	text, known := bytes.CutPrefix(line, []byte("@weight:"))
	if !known {
		return fmt.Errorf("unknown declaration %q: CRFsuite knows @weight:NUMBER, and no label "+
			"that begins with @", label)
	}
	v, err := float32Of(text)
	if err != nil || v <= 0 {
		return fmt.Errorf("@weight: want a number above 0, got %q", text)
	}
	r.weight = float64(v)
	return nil
}

// Escapes of labels, as in names of attributes.
var (
	unescape = strings.NewReplacer(`\:`, `:`, `\\`, `\`)
	escape   = strings.NewReplacer(`:`, `\:`, `\`, `\\`)
)

// attribute reads a feature, NAME or NAME:VALUE. In a name \: and \\ are : and \.
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
	r.feature(r.name, value)
	return nil
}

// fillLine returns a line with a label.
func (r *crfsuiteReader) fillLine(line []byte, k int32) []byte {
	_, rest, _ := bytes.Cut(line, []byte{'\t'})
	return slices.Concat([]byte(escape.Replace(r.Labels[k])), []byte{'\t'}, rest)
}
