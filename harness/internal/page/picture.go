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
	Alt      string // what PNG shows, for who cannot see it
	PNG      []byte // drawn for screens of two pixels to a point
	Sequence *figure.Sequence
	Note     string // a sentence that stands above it; "" for none
	None     string // why there is nothing to show; the rest but Title is empty then
}

// Source is the image as the address of itself.
func (p Picture) Source() template.URL {
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(p.PNG))
}

// Width is that of the image on the page, in its pixels.
func (p Picture) Width() (int, error) {
	c, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	return c.Width / 2, err
}
