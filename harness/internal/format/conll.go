package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// conllFormat is tokens in columns, as of the shared tasks of CoNLL, with the templates of CRF++.
var conllFormat = with(Format{
	Name: "conll",
	Doc: "columns of tokens, one word in a line, an empty line after each sentence, with " +
		"features by templates of CRF++",
	Endings: []string{".conll"},
	Files:   []string{"template_file"},
}, conllArgs{Separator: "space", Encoding: "utf-8"}, readCoNLL)

// conlluFormat is the CoNLL-U of Universal Dependencies
// (https://universaldependencies.org/format.html).
var conlluFormat = with(Format{
	Name: "conllu",
	Doc: "CoNLL-U of Universal Dependencies: conll with ten columns by name, comments, " +
		"ranges and empty nodes; or the columns of a first line # global.columns (CoNLL-U Plus)",
	Endings: []string{".conllu", ".conllup"},
	Files:   []string{"template_file"},
}, conllArgs{
	Columns: []string{"id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps",
		"misc"},
	Gold: []byte(`"upos"`), unspecified: "_", Separator: "tab", Comments: true, Words: true,
	Encoding: "utf-8",
}, readCoNLL)

func readCoNLL(in files, a conllArgs) (*Content, error) {
	err := a.readColumns(in)
	if err != nil {
		return nil, err
	}
	r, err := newCoNLL(a)
	if err != nil {
		return nil, fmt.Errorf("format: conll: %w", err)
	}
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	if err := r.noTokens(); err != nil {
		return nil, fmt.Errorf("format: %w", err)
	}
	return r.content(), nil
}

// A conllReader reads columns of tokens.
type conllReader struct {
	sequenceReader
	conllArgs
	patterns []template
	pairs    bool // some template is of edges
	rows     bool // some templates use more than the edge itself
	goldAt   int  // the column of the gold label, −1 before the first line
	unknown  string
	lexicon  *lexicon
	columns  [][]byte // of a line
	sources  []source // of the tokens in templates
	width    int      // number of columns
	sized    place    // of the first line, which sets the width
	hash     bool     // the first line begins with #
	document int      // number of the documents so far
	groupAt  int      // the column of the group, −1: none
	idAt     int      // the column of the number of a word in CoNLL-U
	comments []comment
	bare     bool // the file to label has no label column
	formAt   int  // the column of the words
	sentence tokenised
	edge     sparseRows
}

func newCoNLL(a conllArgs) (*conllReader, error) {
	switch {
	case a.Templates == "" && a.TemplateFile == "":
		return nil, errors.New("no features: set templates (as for CRF++, one per line, " +
			"such as U00:%x[0,0] and B) or template_file: FILE (for data check: " +
			"-set template_file=FILE)")
	case a.Templates != "" && a.TemplateFile != "":
		return nil, errors.New("both templates and template_file")
	}
	sequence, err := newSequence(a.AllLabels)
	if err != nil {
		return nil, err
	}
	r := &conllReader{sequenceReader: sequence, conllArgs: a}
	r.fields, r.filled, r.context, r.blank = r.token, r.fillLine, r.templated, " \t"
	r.encoding, r.idAt = encodings[a.Encoding], max(slices.Index(a.Columns, "id"), 0)
	if r.patterns, err = a.templates(); err != nil {
		return nil, err
	}
	if r.goldAt, err = a.column("gold", a.Gold, ""); err != nil {
		return nil, err
	}
	r.groupAt, err = a.column("group: want document, none or a column", a.GroupBy, "", "document",
		"none")
	if err != nil {
		return nil, err
	}
	if u := string(a.Unknown); u != "" && strings.Contains("{[tfn", u[:1]) {
		return nil, fmt.Errorf("unknown: want a text in quotes, got %s", u)
	}
	if r.unknown = textOf(a.Unknown); a.Unknown == nil && r.goldAt == slices.Index(a.Columns, "upos") {
		r.unknown = a.unspecified
	}
	for _, t := range r.patterns {
		r.pairs = r.pairs || t.edge
		r.rows = r.rows || t.edge && len(t.macros) > 0
		for i := range t.macros {
			t.macros[i].at = r.source(t.macros[i].source)
		}
	}
	r.formAt = max(slices.Index(a.Columns, "form"), 0)
	r.sentence.width = len(r.sources)
	r.lexicon = newLexicon(r.patterns)
	return r, nil
}

// source returns the index of a source. It adds a new one.
func (r *conllReader) source(s source) int {
	at := slices.IndexFunc(r.sources, s.same)
	if at < 0 {
		at = len(r.sources)
		r.sources = append(r.sources, s)
	}
	return at
}

// content returns the completed content.
func (r *conllReader) content() *Content {
	r.NodeWidth, r.EdgeWidth = len(r.lexicon.node), len(r.lexicon.edge)
	r.MinCount = 1
	if r.in.names {
		r.nodeNames, r.edgeNames = r.lexicon.names(r.lexicon.node), r.lexicon.names(r.lexicon.edge)
	}
	return r.sequenceReader.content()
}

// token reads a line. Comments, beginnings of documents and ranges are no tokens.
func (r *conllReader) token(line []byte) (label []byte, found bool, err error) {
	r.split(line)
	switch {
	case !r.open && r.Comments && line[0] == '#':
		r.newDocument(line)
		r.comment(r.at, line)
		return nil, false, r.sameColumns(line)
	case !r.open && string(r.columns[0]) == docStart:
		r.newDocument(line)
		return nil, false, nil
	case r.Words && r.idAt < len(r.columns) && noWord(r.columns[r.idAt]):
		return nil, false, nil
	}
	if !r.open {
		r.sentence.tokens = r.sentence.tokens[:0]
	}
	if r.sized.line == 0 {
		r.hash = line[0] == '#'
		err = r.measure()
	}
	if err == nil {
		err = r.fit()
	}
	if err == nil {
		label, err = r.label()
	}
	if err == nil && r.groupAt >= 0 {
		if !r.open {
			r.group = ""
		}
		err = r.inGroup(string(r.columns[r.groupAt]))
	}
	if err != nil {
		return nil, false, fmt.Errorf("%w%s", err, r.hint(line))
	}
	r.start()
	r.texts = append(r.texts, string(r.columns[r.formAt]))
	for _, s := range r.sources {
		r.sentence.tokens = append(r.sentence.tokens, r.lexicon.tokens.of(s.token(r.columns)))
	}
	return label, true, nil
}

// split divides a line into r.columns. A line of spaces and tabs only has none.
func (r *conllReader) split(line []byte) {
	r.columns = r.columns[:0]
	if len(bytes.Trim(line, " \t")) == 0 {
		return
	}
	tab := r.Separator == "tab"
	begin := 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && line[i] != '\t' && (tab || line[i] != ' ') {
			continue
		}
		if i > begin || tab {
			r.columns = append(r.columns, line[begin:i])
		}
		begin = i + 1
	}
}

// measure takes the number of columns from the first line, and checks templates against it.
func (r *conllReader) measure() error {
	width := len(r.columns)
	if n := len(r.Columns); n > 0 && n != width {
		return fmt.Errorf("%d columns, but %d are named: %s", width, n, strings.Join(r.Columns, ", "))
	}
	switch {
	case r.goldAt < 0:
		r.goldAt = width - 1
	case r.goldAt >= width:
		return fmt.Errorf("gold is column %d, but there are %d columns, 0..%d", r.goldAt, width,
			width-1)
	}
	for _, t := range r.patterns {
		for _, m := range t.macros {
			switch column := m.source.column; {
			case column >= width:
				return t.errorf("%%x[%d,%d]: there is no column %d: here are %d, 0..%d", m.row,
					column, column, width, width-1)
			case column == r.goldAt:
				return t.errorf(
					"%%x[%d,%d]: column %d has the gold labels, which no feature may tell", m.row,
					column, column)
			}
		}
	}
	if r.groupAt >= width || r.groupAt == r.goldAt {
		return fmt.Errorf("group is column %d: want one of the columns 0..%d without the gold "+
			"label", r.groupAt, width-1)
	}
	r.sized, r.width = r.at, width
	return nil
}

// fit checks the number of columns against the first line. A file to label may leave out the label.
func (r *conllReader) fit() error {
	have, width := len(r.columns), r.width
	if r.unlabelled && len(r.lines) == 0 {
		r.bare = have == width-1
	}
	switch {
	case r.bare && have == width-1:
		r.columns = slices.Insert(r.columns, r.goldAt, nil)
	case r.bare:
		return fmt.Errorf("%d columns, want %d: those in %v without the label", have, width-1,
			r.sized)
	case have != width:
		return fmt.Errorf("%d columns, want %d as in %v", have, width, r.sized)
	}
	return nil
}

// label returns the gold label, nil if it is not known.
func (r *conllReader) label() ([]byte, error) {
	text := r.columns[r.goldAt]
	switch {
	case r.unlabelled || r.unknown != "" && string(text) == r.unknown:
		return nil, nil
	case len(text) == 0:
		return nil, fmt.Errorf("column %d, the gold label, is empty", r.goldAt)
	}
	r.which = "is the gold label in column " + strconv.Itoa(r.goldAt) + "?"
	return text, nil
}

// templated sets the features of a sentence by its templates.
func (r *conllReader) templated(x *sp.Instance) {
	r.node.reset()
	r.edge.reset()
	for i := range x.Gold {
		r.node.add(r.made(i, false))
		if r.rows && i > 0 {
			r.edge.add(r.made(i, true))
		}
	}
	x.Node = r.node.rows()
	switch {
	case !r.pairs:
		x.Edges = nil
	case r.rows && len(x.Gold) > 1:
		x.Edge = r.edge.rows()
	}
}

// made returns the features of line i, or of the edge that ends there.
func (r *conllReader) made(i int, edge bool) []feature {
	r.row = r.row[:0]
	for j := range r.patterns {
		if t := &r.patterns[j]; t.edge == edge {
			r.row = append(r.row, feature{r.lexicon.feature(t, &r.sentence, i), 1})
		}
	}
	return merged(r.row)
}

// fillLine returns a line of tokens with a label: in a column of its own at the end, or in the
// label column of CoNLL-U.
func (r *conllReader) fillLine(line []byte, k int32) []byte {
	separator, label := []byte{' '}, []byte(r.Labels[k])
	if bytes.IndexByte(line, '\t') >= 0 {
		separator[0] = '\t'
	}
	if !r.Words {
		if r.Separator != "tab" {
			line = bytes.TrimRight(line, " \t")
		}
		return slices.Concat(line, separator, label)
	}
	if r.split(line); r.bare {
		r.columns = slices.Insert(r.columns, r.goldAt, nil)
	}
	r.columns[r.goldAt] = label
	return bytes.Join(r.columns, separator)
}
