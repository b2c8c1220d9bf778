package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Formats returns the names of the formats, the default first.
func Formats() []string { return []string{"text", "markdown", "latex", "csv", "json"} }

// Write writes the table in one of the [Formats]. The bytes depend on nothing
// but the table and the style.
func (t *Table) Write(w io.Writer, format string, s Style) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("report: no format is called %q; there are %s", format, strings.Join(Formats(), ", "))
	}
	if err := s.check(format); err != nil {
		return fmt.Errorf("report: write %s: %w", format, err)
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "text":
		err = t.writeText(&b, s)
	case "markdown":
		t.writeMarkdown(&b, s)
	case "latex":
		t.writeLaTeX(&b, s)
	case "csv":
		err = t.writeCSV(&b)
	case "json":
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(t)
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("report: write %s: %w", format, err)
	}
	return nil
}
