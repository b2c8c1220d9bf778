package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
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
	buffer *bufio.Writer
	json   *json.Encoder
	csv    *grid.CSV
}

// NewWriter returns a writer of lines of the type of line, in one of the [Formats]. The caller must
// call [Writer.Flush] at the end.
func NewWriter(w io.Writer, format string, line any) *Writer {
	out := &Writer{buffer: bufio.NewWriterSize(w, 1<<16)}
	if format == "csv" {
		var head []string
		for _, c := range Columns(line) {
			head = append(head, c.Name)
		}
		lines := grid.NewCSV(out.buffer)
		out.csv = &lines
		_ = out.csv.Write(head) // Flush returns the error
		return out
	}
	out.json = json.NewEncoder(out.buffer)
	out.json.SetEscapeHTML(false)
	return out
}

// Write writes a line, a pointer to a struct.
func (w *Writer) Write(line any) error {
	if w.json != nil {
		return w.json.Encode(line)
	}
	fields, err := fields(reflect.ValueOf(line).Elem())
	if err != nil {
		return err
	}
	return w.csv.Write(fields)
}

// Flush writes the buffered lines. It returns the first error of any write.
func (w *Writer) Flush() error {
	if w.csv != nil {
		w.csv.Flush() // the buffer keeps its error
	}
	return w.buffer.Flush()
}

// fields returns a struct as fields of CSV.
func fields(v reflect.Value) (texts []string, err error) {
	for i := range v.NumField() {
		f := v.Field(i)
		if v.Type().Field(i).Anonymous {
			inner, err := fields(f)
			if err != nil {
				return nil, err
			}
			texts = append(texts, inner...)
			continue
		}
		text, err := field(f)
		if err != nil {
			return nil, fmt.Errorf("export: %s: %w", v.Type().Field(i).Name, err)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func field(v reflect.Value) (string, error) {
	switch x := v.Interface().(type) {
	case string:
		return x, nil
	case record.Number:
		return grid.Exact(x), nil
	}
	if v.Kind() == reflect.Slice && v.IsNil() {
		return "", nil
	}
	text, err := json.Marshal(v.Interface())
	return string(text), err
}
