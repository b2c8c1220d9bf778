package grid

import (
	"bytes"
	"testing"
)

// The estimated width counts what stands beside a number: ±, marks with a space, and a superscript.
func TestLaTeXWidth(t *testing.T) {
	size := latexSize{"", 2, 10}
	for _, c := range []struct {
		cell  Cell
		chars float64
	}{
		{Cell{Text: "1"}, 5}, // the heading
		{Cell{Text: "123.45"}, 6},
		{Cell{Text: "123.45", Spread: "0.7"}, 6 + 3 + 3},
		{Cell{Text: "123.45", Mark: "†"}, 6 + 3},
		{Cell{Text: "123.45", Tail: "(+2)"}, 6 + 5},
		{Cell{Text: "123.45", Note: 12}, 6 + 1},
		{Cell{Text: "123.45", Spread: "0.7", Mark: "~", Tail: "x", Note: 1}, 12 + 3 + 2 + 1},
	} {
		g := New("learner")
		g.Heads = append(g.Heads, Head{Bottom: "error", Number: true})
		g.Rows = [][]Cell{{{Text: "a"}, c.cell}}
		if got, want := g.width(size), 10+2*(7+c.chars); got != want {
			t.Errorf("%+v: %v, want %v", c.cell, got, want)
		}
	}
	// a heading over two columns counts for neither
	g := New("learner")
	g.Heads = append(g.Heads, Head{Top: "a long dataset", Bottom: "error"}, Head{Top: "a long dataset",
		Bottom: "F1"}, Head{Top: "one column", Bottom: "error"})
	if got, want := g.width(size), 3*10+2*float64(7+5+2+10); got != want {
		t.Errorf("headings: %v, want %v", got, want)
	}
}

// Lines of notes are full to the last column; a longer word has a line of its own.
func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"aaaa bbbbb cc":  "aaaa bbbbb\n  cc\n", // 10 columns
		"aaaa bbbbbb":    "aaaa\n  bbbbbb\n",
		"abcdefghijkl m": "abcdefghijkl\n  m\n",
		"":               "",
	} {
		var b bytes.Buffer
		if wrap(&b, "", text, 10); b.String() != want {
			t.Errorf("%q: %q, want %q", text, b.String(), want)
		}
	}
}
