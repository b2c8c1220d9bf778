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
}, conllArgs{Separator: "space"}, readCoNLL)

// conlluFormat is the CoNLL-U of Universal Dependencies
// (https://universaldependencies.org/format.html).
var conlluFormat = with(Format{
	Name: "conllu",
	Doc: "CoNLL-U of Universal Dependencies: conll with ten columns by name, comments, " +
		"ranges and empty nodes",
	Endings: []string{".conllu"},
	Files:   []string{"template_file"},
}, conllArgs{
	Columns: []string{"id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps",
		"misc"},
	Gold: []byte(`"upos"`), unspecified: "_", Separator: "tab", Comments: true, Words: true,
}, readCoNLL)

func readCoNLL(in files, a conllArgs) (*Content, error) {
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
	*builder
	conllArgs
	features []template
	pairs    bool // some template is of edges
	rows     bool // some templates use more than the edge itself
	gold     int  // the column of the gold label, −1 before the first line
	unknown  string
	lexicon  *lexicon
	labels   dictionary
	fields   [][]byte // of a line
	sources  []source // of the tokens in templates
	width    int      // number of columns
	begin    place    // of the first line, which sets the width
	hash     bool     // the first line begins with #
	comments []comment
	bare     bool // the file to label has no label column
	sentence tokenised
	sequence sequence
	edge     sparseRows
	row      []feature
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
	r := &conllReader{builder: newBuilder(), conllArgs: a}
	var err error
	if r.labels, err = r.dictionaryOf(a.AllLabels); err != nil {
		return nil, err
	}
	if r.features, err = a.templates(); err != nil {
		return nil, err
	}
	if r.gold, err = a.goldColumn(); err != nil {
		return nil, err
	}
	if u := string(a.Unknown); u != "" && strings.Contains("{[tfn", u[:1]) {
		return nil, fmt.Errorf("unknown: want a text in quotes, got %s", u)
	}
	if r.unknown = textOf(a.Unknown); a.Unknown == nil && r.gold == slices.Index(a.Columns, "upos") {
		r.unknown = a.unspecified
	}
	for _, t := range r.features {
		r.pairs = r.pairs || t.edge
		r.rows = r.rows || t.edge && len(t.macros) > 0
		for i := range t.macros {
			t.macros[i].at = r.source(t.macros[i].source)
		}
	}
	r.sentence.width = len(r.sources)
	r.lexicon = newLexicon(r.features)
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
	return r.finishLines(&r.labels, r.fillLine)
}

func (r *conllReader) read(l *lineReader) error {
	number := 0
	err := l.each(func(line []byte) error {
		r.split(line)
		switch inside := len(r.sequence.gold) > 0; {
		case len(r.fields) == 0:
			return r.end()
		case !inside && r.Comments && line[0] == '#':
			r.comment(l.place, line)
			return nil
		case !inside && string(r.fields[0]) == "-DOCSTART-":
			return nil
		case r.Words && noWord(r.fields[0]):
			return nil
		case !inside:
			number++
			r.sequence.begin(r.id(number), l.place)
			r.sentence.tokens = r.sentence.tokens[:0]
		}
		if r.begin.line == 0 {
			r.hash = line[0] == '#'
			if err := r.measure(l.place); err != nil {
				return fmt.Errorf("%w%s", err, r.hint(line))
			}
		}
		if err := r.line(); err != nil {
			return l.errorf("%w%s", err, r.hint(line))
		}
		r.variable(l.line)
		return nil
	})
	if err != nil {
		return err
	}
	return r.end()
}

// split divides a line into r.fields. A line of spaces and tabs only has none.
func (r *conllReader) split(line []byte) {
	r.fields = r.fields[:0]
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
			r.fields = append(r.fields, line[begin:i])
		}
		begin = i + 1
	}
}

// measure takes the number of columns from the first line, at p, and checks templates against it.
func (r *conllReader) measure(p place) error {
	width := len(r.fields)
	if n := len(r.Columns); n > 0 && n != width {
		return p.errorf("%d columns, but %d are named: %s", width, n, strings.Join(r.Columns, ", "))
	}
	switch {
	case r.gold < 0:
		r.gold = width - 1
	case r.gold >= width:
		return p.errorf("gold is column %d, but there are %d columns, 0..%d", r.gold, width,
			width-1)
	}
	for _, t := range r.features {
		for _, m := range t.macros {
			switch column := m.source.column; {
			case column >= width:
				return t.errorf("%%x[%d,%d]: there is no column %d: %v has %d, 0..%d", m.row,
					column, column, p, width, width-1)
			case column == r.gold:
				return t.errorf(
					"%%x[%d,%d]: column %d has the gold labels, which no feature may tell", m.row,
					column, column)
			}
		}
	}
	r.begin, r.width = p, width
	return nil
}

// line adds one variable from r.fields.
func (r *conllReader) line() error {
	have, width := len(r.fields), r.width
	if r.unlabelled && len(r.lines) == 0 {
		r.bare = have == width-1
	}
	switch {
	case r.bare && have == width-1:
		r.fields = slices.Insert(r.fields, r.gold, nil)
	case r.bare:
		return fmt.Errorf("%d columns, want %d: those in %v without the label", have, width-1,
			r.begin)
	case have != width:
		return fmt.Errorf("%d columns, want %d as in %v", have, width, r.begin)
	}
	for _, s := range r.sources {
		r.sentence.tokens = append(r.sentence.tokens, r.lexicon.tokens.of(s.token(r.fields)))
	}
	k, err := r.label(r.fields[r.gold])
	r.sequence.gold = append(r.sequence.gold, k)
	return err
}

func (r *conllReader) label(text []byte) (int32, error) {
	if r.unlabelled || r.unknown != "" && string(text) == r.unknown {
		return sp.Unknown, nil
	}
	if len(text) == 0 {
		return 0, fmt.Errorf("column %d, the gold label, is empty", r.gold)
	}
	return r.labels.label(text, "is the gold label in column "+strconv.Itoa(r.gold)+"?")
}

// end adds the current sentence, if there is one.
func (r *conllReader) end() error {
	q := &r.sequence
	n := len(q.gold)
	if n == 0 {
		return nil
	}
	r.edge.reset()
	for i := range n {
		q.node.add(r.made(i, false))
		if r.rows && i > 0 {
			r.edge.add(r.made(i, true))
		}
	}
	x := q.instance()
	switch {
	case !r.pairs:
		x.Edges = nil
	case r.rows && n > 1:
		x.Edge = r.edge.rows()
	}
	q.gold = q.gold[:0]
	return r.add(x, extra{fold: -1}, q.at)
}

// made returns the features of line i, or of the edge that ends there.
func (r *conllReader) made(i int, edge bool) []feature {
	r.row = r.row[:0]
	for j := range r.features {
		if t := &r.features[j]; t.edge == edge {
			r.row = append(r.row, feature{r.lexicon.feature(t, &r.sentence, i), 1})
		}
	}
	return merged(r.row)
}
