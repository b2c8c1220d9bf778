package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"github.com/spbench/spbench/harness/internal/grid"
)

// A Column is a field of a line.
type Column struct{ Name, Help string }

// Columns returns the columns of a line, a [Score] or a [Prediction], in the order of both formats.
func Columns(line any) []Column {
	var columns []Column
	t := reflect.TypeOf(line)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			columns = append(columns, Columns(reflect.New(f.Type).Elem().Interface())...)
			continue
		}
		columns = append(columns, Column{f.Tag.Get("json"), f.Tag.Get("help")})
	}
	return columns
}

// A Writer writes lines of one type, as JSON objects or as CSV with a head. JSON objects have all
// fields, null if there is no value. In CSV these are empty, and lists and objects are JSON.
type Writer struct {
	buffer  *bufio.Writer
	json    *json.Encoder
	csv     grid.CSV // of nothing for JSON
	columns []Column
}

// NewWriter returns a writer of lines of the type of line, in format jsonl or csv. The caller must
// call [Writer.Flush] at the end.
func NewWriter(w io.Writer, format string, line any) *Writer {
	out := &Writer{buffer: bufio.NewWriterSize(w, 1<<16), columns: Columns(line)}
	out.json = json.NewEncoder(out.buffer)
	out.json.SetEscapeHTML(false)
	if format == "csv" {
		var head []string
		for _, c := range out.columns {
			head = append(head, c.Name)
		}
		out.csv = grid.NewCSV(out.buffer)
		_ = out.csv.Write(head) // Flush returns the error
	}
	return out
}

// Write writes a line, a pointer to a struct.
func (w *Writer) Write(line any) error {
	if w.csv.Writer == nil {
		return w.json.Encode(line)
	}
	text, err := json.Marshal(line)
	var fields map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	cells := make([]string, len(w.columns))
	for i, c := range w.columns {
		value := fields[c.Name]
		if json.Unmarshal(value, &cells[i]) != nil { // no text, and not null
			cells[i] = string(value)
		}
	}
	return w.csv.Write(cells)
}

// Flush writes the buffered lines. It returns the first error of any write.
func (w *Writer) Flush() error {
	if w.csv.Writer != nil {
		w.csv.Flush() // the buffer keeps its error
	}
	return w.buffer.Flush()
}
