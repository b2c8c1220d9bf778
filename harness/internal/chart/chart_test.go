package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
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
			{Label: "B", Kind: Points, Style: 1, X: []float64{50, 100, 400},
				Y: []float64{25, 22, 19}, Hints: []string{"first", "second <b>", "third"}},
			{Label: "equal", Kind: Steps, Style: -1, X: []float64{50, 400}, Y: []float64{15, 15}},
			{Kind: Points, Style: 2, X: []float64{50, math.NaN()}, Y: []float64{math.NaN(), 15},
				Hints: []string{"nowhere", "nowhere"}},
			{Kind: Line, Style: -1, X: []float64{50, 400}, Y: []float64{16, 16},
				Hints: []string{"a set", ""}},
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

// TestHTML: the element is well-formed. Each point in its box has a hint, except on reference lines.
// Marks lie at their values: on a logarithmic axis 100 lies a third of the way from 50 to 400.
func TestHTML(t *testing.T) {
	text, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	var hints []string
	var xs []float64
	d := xml.NewDecoder(bytes.NewReader(text))
	inTitle := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inTitle = e.Name.Local == "title"
			if e.Name.Local == "circle" && len(e.Attr) > 2 && e.Attr[0].Value == "hint" {
				xs = append(xs, parse(t, e.Attr[1].Value))
			}
		case xml.CharData:
			if inTitle {
				hints = append(hints, string(e))
			}
			inTitle = false
		}
	}
	want := []string{"A, 50: 30 (28 … 32)", "A, 100: 20 (19 … 21)", "A, 400: 10 (9 … 11)", "first",
		"second <b>", "third", "a set"}
	if strings.Join(hints, "|") != strings.Join(want, "|") {
		t.Errorf("hints %q, want %q", hints, want)
	}
	if third := (xs[1] - xs[0]) / (xs[2] - xs[0]); math.Abs(third-1./3) > 0.005 {
		t.Errorf("100 lies %.3f of the way from 50 to 400", third)
	}
	if bytes.Contains(text, []byte("tabindex")) {
		t.Error("a picture without a script has parts that take the focus")
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
