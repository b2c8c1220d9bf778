package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/format/compressed"
)

// docStart is the first column of a line that begins a document, as of the shared task of 2003.
const docStart = "-DOCSTART-"

var globalColumns = []byte("# global.columns =")

// readColumns takes the columns from the first line of a file of CoNLL-U Plus
// (https://universaldependencies.org/ext-format.html), in lower case.
func (a *conllArgs) readColumns(in files) error {
	if !a.Words || len(in.parts) == 0 {
		return nil
	}
	path := in.parts[0].Paths[0]
	file, err := compressed.Open(path)
	if err != nil {
		return fmt.Errorf("format: %w", err)
	}
	line, err := newLines(path, file).next()
	if names, ok := bytes.CutPrefix(line, globalColumns); err == nil && ok {
		a.Columns = strings.Fields(strings.ToLower(string(names)))
	}
	return file.Close() // reading the file names a mistake in its first line
}

// sameColumns returns an error for a comment that names other columns than the first file.
func (r *conllReader) sameColumns(line []byte) error {
	names, ok := bytes.CutPrefix(line, globalColumns)
	if !ok || !r.Words || slices.Equal(strings.Fields(strings.ToLower(string(names))), r.Columns) {
		return nil
	}
	return fmt.Errorf("other columns than those of the first file: %s",
		strings.Join(r.Columns, ", "))
}

// newDocument begins a document at a line -DOCSTART- or "# newdoc". The group is its id or number.
// Sentences before the first document are groups of their own.
func (r *conllReader) newDocument(line []byte) {
	fields := strings.Fields(strings.TrimPrefix(string(line), "#"))
	if len(fields) == 0 || fields[0] != "newdoc" && fields[0] != docStart || r.groupAt >= 0 ||
		textOf(r.GroupBy) == "none" {
		return
	}
	r.document++
	r.grouped, r.group = "document", fmt.Sprint("document ", r.document)
	if len(fields) > 3 && fields[0] == "newdoc" && fields[1] == "id" && fields[2] == "=" {
		r.group = strings.Join(fields[3:], " ")
	}
}
