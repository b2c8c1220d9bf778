package format

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/format/word"
	"github.com/spbench/spbench/harness/param"
)

// maxOffset bounds the row offset of a template.
const maxOffset = 1000

// A template selects the tokens of a feature, as in CRF++ (Kudo,
// https://taku910.github.io/crfpp/#templ). In its text, %x[ROW,COLUMN] means the token in that
// column, ROW lines further down in the sentence. %x[ROW,COLUMN,FUNCTION] means a function of that
// token, see [word.Function]. Templates starting with U make features of variables, those starting
// with B features of edges, at the second variable.
type template struct {
	place
	edge    bool
	pattern string // the text with the macros left out, each marked by a 0 byte
	macros  []macro
}

// A macro is %x[row,column] or %x[row,column,function,…].
type macro struct {
	row    int
	source source
	at     int // index of the source among those of all templates
}

// A source is a column whose tokens pass through functions, from left to right.
type source struct {
	column    int
	functions []word.Function
}

// same reports whether two sources have the same tokens.
func (s source) same(o source) bool {
	return s.column == o.column && slices.Equal(s.functions, o.functions)
}

// token returns the token of the source in a line.
func (s source) token(fields [][]byte) []byte {
	text := fields[s.column]
	for _, f := range s.functions {
		text = f.Apply(text)
	}
	return text
}

// readTemplates reads templates, one per line. It skips empty lines and lines starting with #. One
// that starts with * stands for two, with U and with B.
// columns are names of columns, allowed in macros besides numbers.
func readTemplates(l *lineReader, columns []string) (list []template, err error) {
	seen := map[string]place{}
	err = l.each(func(line []byte) error {
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '#' {
			return nil
		}
		if old, twice := seen[text]; twice {
			return l.errorf("the template %s is there twice (%v)", text, old)
		}
		seen[text] = l.place
		each := []string{text}
		if rest, both := strings.CutPrefix(text, "*"); both { // as in Wapiti
			each = []string{"U" + rest, "B" + rest}
		}
		for _, text := range each {
			t := template{place: l.place}
			if at, err := t.parse(text, columns); err != nil {
				return l.errorf("%w\n    %s\n    %s^", err, text, blank(text[:at]))
			}
			list = append(list, t)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is no template in it, such as U00:%%x[0,0]", l.file)
	}
	return list, nil
}

// blank returns spaces, and tabs, as wide as text.
func blank(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, text)
}

// parse reads a template. at is the byte of a mistake.
func (t *template) parse(text string, columns []string) (at int, err error) {
	switch text[0] {
	case 'U':
	case 'B':
		t.edge = true
	case 'u', 'b':
		return 0, fmt.Errorf("did you mean %s? A template begins with U (features of variables) "+
			"or B (of edges)", strings.ToUpper(text[:1])+text[1:])
	default:
		return 0, errors.New("a template begins with U (features of variables) or B (of edges), " +
			"such as U00:%x[0,0]")
	}
	rest := text
	for {
		before, after, found := strings.Cut(rest, "%")
		if t.pattern += before; !found {
			return 0, nil
		}
		at = len(text) - len(after) - 1 // of the %
		inside, ok := strings.CutPrefix(after, "x[")
		inside, next, closed := strings.Cut(inside, "]")
		if !ok || !closed {
			return at, fmt.Errorf("want %%x[ROW,COLUMN], such as %%x[-1,0], got %%%s", after)
		}
		m, part, err := parseMacro(inside, columns)
		if err != nil {
			return at + len("%x[") + part, fmt.Errorf("%%x[%s]: %w", inside, err)
		}
		t.pattern += "\x00"
		t.macros = append(t.macros, m)
		rest = next
	}
}

// parseMacro reads ROW,COLUMN,FUNCTION,…. at is the byte of a mistake.
func parseMacro(text string, columns []string) (m macro, at int, err error) {
	parts := strings.Split(text, ",")
	if len(parts) < 2 {
		return m, 0,
			errors.New("want a row and a column with a comma between them, such as %x[-1,0]")
	}
	for i, part := range parts {
		name := strings.TrimSpace(part)
		switch i {
		case 0:
			if m.row, err = strconv.Atoi(name); err != nil || m.row < -maxOffset ||
				m.row > maxOffset {
				return m, at, fmt.Errorf(
					"row %q: want how many lines further down, a whole number in %d..%d", name,
					-maxOffset, maxOffset)
			}
		case 1:
			m.source.column, err = columnOf(name, columns)
		default:
			var f word.Function
			f, err = word.Parse(name)
			m.source.functions = append(m.source.functions, f)
		}
		if err != nil {
			return m, at + strings.Index(part, name), err
		}
		at += len(part) + 1
	}
	return m, at, nil
}

// columnOf returns the column called text: a number from 0, or one of names.
func columnOf(text string, names []string) (int, error) {
	for i, name := range names {
		if name == text {
			return i, nil
		}
	}
	i, err := strconv.Atoi(text)
	switch {
	case err == nil && i >= 0:
		return i, nil
	case len(names) > 0:
		return 0, param.Unknown("column", text, names)
	}
	return 0,
		fmt.Errorf("column %q: want a number from 0 (or name the columns: columns: [word, …])",
			text)
}
