package page

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image/png"

	"github.com/spbench/spbench/harness/internal/table/figure"
)

// A Picture shows one test instance: an image, or a sequence as a table.
type Picture struct {
	Title    string
	PNG      []byte // two pixels per point
	Sequence *figure.Sequence
	Note     string // a sentence above it; "" for none
	None     string // reason for no picture; then only Title is set too
}

// Source returns the image as a data URL.
func (p Picture) Source() template.URL {
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(p.PNG))
}

// Width returns the width of the image on the page, in CSS pixels.
func (p Picture) Width() (int, error) {
	c, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	return c.Width / 2, err
}
