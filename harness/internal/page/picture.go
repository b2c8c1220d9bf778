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
	Images   [][]byte // the photograph, if it is apart, and the panels, in PNG or JPEG
	Sequence *figure.Sequence
	Note     string // a sentence above it; "" for none
	None     string // reason for no picture; then only Title is set too
}

// source returns an image as a data URL.
func source(m []byte) template.URL {
	return template.URL("data:" + http.DetectContentType(m) + ";base64," +
		base64.StdEncoding.EncodeToString(m))
}

// width returns the width of an image on the page, in CSS pixels. A point has two pixels of it.
func width(m []byte) (int, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(m))
	return c.Width / 2, err
}
