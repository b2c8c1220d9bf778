package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/format/compressed"
)

// conllArgs are the arguments of "conll".
type conllArgs struct {
	Templates    string          `json:"templates" help:"templates, one in a line, such as U00:%x[-1,0], U01:%x[0,0]/%x[1,0], U02:%x[0,0,suffix 3] and B"`
	TemplateFile string          `json:"template_file" help:"instead: a file of CRF++ templates"`
	Columns      []string        `json:"columns" help:"names of the columns, for gold and templates in place of numbers"`
	Gold         json.RawMessage `json:"gold" help:"column of the gold label, by name or by number from 0; default: the last one"`
	Unknown      json.RawMessage `json:"unknown" help:"text of an unknown label in the gold column; default: none, but _ in column upos of CoNLL-U"`
	Separator    string          `json:"separator" enum:"space,tab" help:"separator of columns: spaces and tabs, or one tab"`
	Comments     bool            `json:"comments" help:"skip lines starting with # before a sentence"`
	Words        bool            `json:"words" help:"skip ranges (1-2) and empty nodes (1.1), by the first column of CoNLL-U"`
	GroupBy      json.RawMessage `json:"group" help:"document, none, or a column that has it"`
	Encoding     string          `json:"encoding" enum:"utf-8,latin1" help:"of the files"`
	AllLabels    []string        `json:"labels" help:"all labels, by their names, in the order of their numbers; another one is a mistake. Default: those that are there, as they are first seen"`

	unspecified string // the default of Unknown in column upos; elsewhere it is a value, such as no features
}

// textOf returns a JSON text, or any other value as it is written.
func textOf(value json.RawMessage) (text string) {
	if json.Unmarshal(value, &text) != nil {
		text = string(value)
	}
	return text
}

// noWord reports whether id, from the first column of CoNLL-U, is a range of words or an empty
// node.
func noWord(id []byte) bool {
	first, last, ok := bytes.Cut(id, []byte{'-'})
	if !ok {
		first, last, ok = bytes.Cut(id, []byte{'.'})
	}
	return ok && whole(first) && whole(last)
}

func whole(text []byte) bool {
	return len(text) > 0 && bytes.IndexFunc(text, func(c rune) bool {
		return c < '0' || c > '9'
	}) < 0
}

// templates reads the templates.
func (a *conllArgs) templates() (list []template, err error) {
	if a.TemplateFile == "" {
		return readTemplates(newLines("templates", strings.NewReader(a.Templates)), a.Columns)
	}
	file, err := compressed.Open(a.TemplateFile)
	if err != nil {
		return nil, err
	}
	list, err = readTemplates(newLines(a.TemplateFile, file), a.Columns)
	return list, errors.Join(err, file.Close())
}

// column returns the column that a value names, −1 for those of none.
func (a *conllArgs) column(what string, value json.RawMessage, none ...string) (int, error) {
	text := textOf(value)
	if slices.Contains(none, text) {
		return -1, nil
	}
	column, err := columnOf(text, a.Columns)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return column, nil
}
