package chart

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestLegendIsBelow: the legend of a file lies below the axis title, so it covers no curve.
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
}

// TestSheet: the charts of a sheet have one legend, and the first of a row shows the axis of all.
func TestSheet(t *testing.T) {
	row := func(n int) (row []*Chart) {
		for range n {
			row = append(row, &Chart{X: Axis{Title: "difference"}, Y: Axis{Names: []string{"a row"}},
				Series: []Series{{Label: "CRF", X: []float64{1, 3}, Y: []float64{0, 0}}}})
		}
		return row
	}
	for _, shared := range []bool{false, true} {
		s := Sheet{Title: "runs", Rows: [][]*Chart{row(3), row(1)}, Caption: []string{"What it shows."}}
		if shared {
			for _, c := range slices.Concat(s.Rows...) {
				c.X.Range = Range{Min: 0, Max: 4}
			}
		}
		var b bytes.Buffer
		if err := s.Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"a row": 2, "CRF": 1, "difference": 4, "runs": 1, "What it shows.": 1}
		if shared {
			want["difference"] = 3 // not above the chart of the second row
		}
		for text, n := range want {
			if got := strings.Count(b.String(), ">"+text+"<"); got != n {
				t.Errorf("shared %v: %d times %q, want %d", shared, got, text, n)
			}
		}
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
