package chart

import (
	"regexp"
	"testing"
)

// TestAnchors: no place of an aligned text depends on the width of a font. Labels of a vertical
// axis end at it, those of a horizontal axis and titles have their middle at their place.
func TestAnchors(t *testing.T) {
	c := &Chart{Title: "a title", X: Axis{Title: "across", Names: []string{"one", "two"}},
		Y:      Axis{Title: "up", Names: []string{"a long name of a row", "b"}},
		Series: []Series{{Label: "left", X: []float64{0, 1}, Y: []float64{0, 1}}}}
	svg, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range regexp.MustCompile(`<text( text-anchor="(\w+)")? [^>]*>([^<]*)<`).
		FindAllSubmatch(svg, -1) {
		got[string(m[3])] = string(m[2])
	}
	for text, want := range map[string]string{"a title": "middle", "across": "middle", "one": "middle",
		"up": "middle", "a long name of a row": "end", "b": "end", "left": ""} {
		if anchor, ok := got[text]; !ok || anchor != want {
			t.Errorf("%s: anchor %q, want %q; texts %q", text, anchor, want, got)
		}
	}
}
