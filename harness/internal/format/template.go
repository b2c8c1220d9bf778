package format

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// maxOffset bounds the row offset of a template.
const maxOffset = 1000

// A template selects the tokens of a feature, as in CRF++ (Kudo,
// https://taku910.github.io/crfpp/#templ). In its text, %x[ROW,COLUMN] means the token in that
// column, ROW lines further down in the sentence. Templates starting with U make features of
// variables, those starting with B features of edges, at the second variable.
type template struct {
	place
	edge    bool
	pattern string // the text with the macros left out, each marked by a 0 byte
	macros  []macro
}

// A macro is %x[row,column].
type macro struct{ row, column int }

// readTemplates reads templates, one per line. It skips empty lines and lines starting with #.
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
		t := template{place: l.place}
		if err := t.parse(text, columns); err != nil {
			return l.errorf("%s: %w", text, err)
		}
		list = append(list, t)
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

func (t *template) parse(text string, columns []string) error {
	switch text[0] {
	case 'U':
	case 'B':
		t.edge = true
	case 'u', 'b':
		return fmt.Errorf("character 1: did you mean %s? A template begins with U (features of "+
			"variables) or B (of edges)", strings.ToUpper(text[:1])+text[1:])
	default:
		return errors.New("character 1: a template begins with U (features of variables) or B " +
			"(of edges), such as U00:%x[0,0]")
	}
	rest := text
	for {
		before, after, found := strings.Cut(rest, "%")
		if t.pattern += before; !found {
			return nil
		}
		at := len(text) - len(after) // of the %, from 1
		inside, ok := strings.CutPrefix(after, "x[")
		inside, next, closed := strings.Cut(inside, "]")
		if !ok || !closed {
			return fmt.Errorf("character %d: want %%x[ROW,COLUMN], such as %%x[-1,0], got %%%s", at,
				after)
		}
		m, err := parseMacro(inside, columns)
		if err != nil {
			return fmt.Errorf("character %d: %%x[%s]: %w", at, inside, err)
		}
		t.pattern += "\x00"
		t.macros = append(t.macros, m)
		rest = next
	}
}

// parseMacro reads ROW,COLUMN.
func parseMacro(text string, columns []string) (m macro, err error) {
	row, column, ok := strings.Cut(text, ",")
	if !ok {
		return m, errors.New("want a row and a column with a comma between them, such as %x[-1,0]")
	}
	row = strings.TrimSpace(row)
	if m.row, err = strconv.Atoi(row); err != nil || m.row < -maxOffset || m.row > maxOffset {
		return m, fmt.Errorf("row %q: want how many lines further down, a whole number in %d..%d",
			row, -maxOffset, maxOffset)
	}
	m.column, err = columnOf(strings.TrimSpace(column), columns)
	return m, err
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
