package chart

import (
	"bytes"
	"strings"
	"testing"
)

// TestLegendIsBelow: the legend of a file lies below the axis title, so it covers no curve. A page
// has no legend in its charts.
func TestLegendIsBelow(t *testing.T) {
	c := example()
	c.Series[1].Label = strings.Repeat("a long label ", 7)
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	y := func(text string) float64 {
		at := strings.Index(b.String(), ">"+text+"<")
		if at < 0 {
			t.Fatalf("no text %q", text)
		}
		from := strings.LastIndex(b.String()[:at], `y="-`) + len(`y="-`)
		return parse(t, b.String()[from:from+strings.IndexByte(b.String()[from:], '"')])
	}
	axis, above, below := y("training instances"), y("A"), y(c.Series[1].Label)
	if above >= axis || below >= above-float64(LegendText) {
		t.Errorf("heights: axis %g, labels %g and %g", axis, above, below)
	}
	page, err := c.HTML()
	if err != nil || bytes.Contains(page, []byte(">A<")) {
		t.Errorf("a legend in the page, %v", err)
	}
}

// TestScales: a chart for a page has both scales of an axis, and the numbers to convert between them.
func TestScales(t *testing.T) {
	text, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]int{`class="axis x"`: 2, `class="axis y"`: 2,
		`display="none"`: 2, ` data-x="`: 1, ` data-y="`: 1, `data-name="A"`: 1, `class="series"`: 5} {
		if n := bytes.Count(text, []byte(part)); n != want {
			t.Errorf("%d times %s, want %d", n, part, want)
		}
	}
	plain := example()
	plain.X.Plain, plain.Y.Names = true, []string{"one", "two"}
	if text, err = plain.HTML(); err != nil || bytes.Contains(text, []byte("data-x=")) ||
		bytes.Contains(text, []byte("data-y=")) {
		t.Errorf("an axis with one scale has two, %v", err)
	}
}

// TestBeside: charts lie in rows of three, and the first of a row has the names.
func TestBeside(t *testing.T) {
	var all Beside
	for range 4 {
		all = append(all, &Chart{Y: Axis{Names: []string{"a row"}}, Width: 300, Height: 100,
			Series: []Series{{Label: "a row", Kind: Spans, X: []float64{1}, Y: []float64{0},
				Low: []float64{0}, High: []float64{2}}}})
	}
	var b bytes.Buffer
	if err := all.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), ">a row<"); n != 2 {
		t.Errorf("%d names, want one for each of two rows", n)
	}
	if !strings.Contains(b.String(), `height="200pt"`) {
		t.Errorf("not two rows: %.200s", b.String())
	}
}

// TestPlainLabels: formulas of labels become symbols in files and on pages.
func TestPlainLabels(t *testing.T) {
	c := example()
	c.Series[0].Label, c.Title = `CRF $\lambda_1$`, `$\alpha$`
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	page, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{b.String(), string(page)} {
		if !strings.Contains(text, "CRF λ₁") || !strings.Contains(text, ">α<") ||
			strings.Contains(text, `\lambda`) {
			t.Errorf("formulas: %.300s", text)
		}
	}
	if c.Series[0].Label != `CRF $\lambda_1$` {
		t.Error("drawing changed the chart")
	}
}
