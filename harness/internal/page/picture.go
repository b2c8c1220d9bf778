package page

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image"
	_ "image/jpeg" // of photographs
	_ "image/png"
	"net/http"

	"github.com/spbench/spbench/harness/internal/table/figure"
)

// A Picture shows one test instance: an image, or a sequence as a table.
type Picture struct {
	Title    string
	Images   []Image // the photograph, if it is apart, and the panels
	Sequence *figure.Sequence
	Note     string // a sentence above it; "" for none
	None     string // reason for no picture; then only Title is set too
}

// An Image is a file in PNG or JPEG, with two pixels per point.
type Image []byte

// Source returns the image as a data URL.
func (m Image) Source() template.URL {
	return template.URL("data:" + http.DetectContentType(m) + ";base64," +
		base64.StdEncoding.EncodeToString(m))
}

// Width returns the width of the image on the page, in CSS pixels.
func (m Image) Width() (int, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(m))
	return c.Width / 2, err
}
