package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"
)

func example() *Chart {
	return &Chart{
		Title: "errors", Alt: "errors of A & B fall with the training set",
		X: Axis{Title: "training instances"}, Y: Axis{Title: "error, %"},
		Series: []Series{
			{Label: "A", X: []float64{50, 100, 400}, Y: []float64{30, 20, 10},
				Low: []float64{28, 19, 9}, High: []float64{32, 21, 11}},
			{Label: "B", Style: 1, X: []float64{50, 100, 400}, Y: []float64{25, 22, 19}},
			{Label: "equal", Kind: Steps, Style: -1, X: []float64{50, 400}, Y: []float64{15, 15}},
			{Style: -1, X: []float64{50, 400}, Y: []float64{16, 16}},
		},
	}
}

// TestWrite: each format begins as it must, and the same chart gives the same bytes.
func TestWrite(t *testing.T) {
	for format, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		var first, second bytes.Buffer
		if err := errors.Join(example().Write(&first, format),
			example().Write(&second, format)); err != nil ||
			!strings.HasPrefix(first.String(), magic) {
			t.Errorf("%s: %v, begins with %.8q", format, err, first.String())
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: two writes differ", format)
		}
		if today := "D:" + time.Now().UTC().Format("2006"); strings.Contains(first.String(),
			today) {
			t.Errorf("%s: it has the date of its making, so that the next will differ", format)
		}
	}
	if err := example().Write(io.Discard, "gif"); err == nil ||
		!strings.Contains(err.Error(), "svg, png, pdf") {
		t.Errorf("gif: %v", err)
	}
}

// TestHTML: the element is well-formed, and text stands in for the picture.
func TestHTML(t *testing.T) {
	text, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, new(struct {
		XMLName xml.Name `xml:"svg"`
	})); err != nil {
		t.Error(err)
	}
	if !bytes.Contains(text,
		[]byte(`aria-label="errors of A &amp; B fall with the training set"`)) {
		t.Error("no text for who cannot see it")
	}
}

func parse(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
