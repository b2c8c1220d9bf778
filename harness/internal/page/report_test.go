package page_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/table/figure"
)

// made returns a file with a page of all features, with hostile texts.
func made(t *testing.T) string {
	t.Helper()
	if *pageFile != "" {
		name, err := filepath.Abs(*pageFile)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	r := newRun(t, hostile)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1800, 300))); err != nil {
		t.Fatal(err)
	}
	r.Pictures = []page.Picture{
		{Title: "an image", Images: [][]byte{picture.Bytes()}},
		{Title: "a word", Sequence: &figure.Sequence{Truth: slices.Repeat([]string{"label"}, 40),
			Lines: []figure.SequenceLine{
				{Learner: hostile, Decoder: "map", Labels: slices.Repeat([]string{hostile}, 40),
					Wrong: slices.Repeat([]bool{true}, 40)},
			}}},
		{Title: "no picture", None: "Not drawn: " + hostile},
	}
	text, _ := write(t, r)
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestReport uses a page in Chromium like a reader. With -artifacts it keeps screenshots and prints
// their paths.
func TestReport(t *testing.T) {
	longtest.Skip(t)
	dir := t.ArtifactDir()
	r := open(t, made(t))
	t.Run("sizes", func(t *testing.T) { sizes(t, r, dir) })
	r.look(t, 1400, 900, "light")
	t.Run("print", func(t *testing.T) { printed(t, r) })
	if get(t, r, chromedp.Evaluate[bool](`"ran" in window`)) {
		t.Error("text of the run has run")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.complaints {
		t.Error(c)
	}
}

// poor lists texts with a contrast below 4.5 (WCAG 2.2, 1.4.3).
const poor = `(() => {
	const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const parse = s => s.match(/[\d.]+/g).map(Number);
	const light = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
	const found = new Set();
	for (const e of document.querySelectorAll("body *:not(svg *):not(script)")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		let ground = e, c;
		while ((c = parse(getComputedStyle(ground).backgroundColor)).length > 3 && c[3] === 0) ground = ground.parentElement;
		const a = light(parse(getComputedStyle(e).color)), b = light(c);
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (contrast < 4.5) found.add(e.tagName + "." + e.className + " " + contrast.toFixed(1));
	}
	return [...found].join("; ");
})()`

// At any size, content scrolls in boxes only and texts have enough contrast, in light and dark.
func sizes(t *testing.T, r *reader, dir string) {
	for _, size := range [][2]int64{{320, 640}, {360, 740}, {768, 1024}, {1280, 900}} {
		for _, colours := range []string{"light", "dark"} {
			r.look(t, size[0], size[1], colours)
			wide := get(t, r, chromedp.Evaluate[int](`document.documentElement.scrollWidth`))
			if inner := get(t, r,
				chromedp.Evaluate[int](`document.documentElement.clientWidth`)); wide > inner {
				t.Errorf("%d pixels wide: the page is %d of %d", size[0], wide, inner)
			}
			ground := get(t, r,
				chromedp.Evaluate[string](`getComputedStyle(document.body).backgroundColor`))
			if dark := ground != "rgb(255, 255, 255)"; dark != (colours == "dark") {
				t.Errorf("%s: the ground is %s", colours, ground)
			}
			if low := get(t, r, chromedp.Evaluate[string](poor)); low != "" {
				t.Errorf("%s: too little contrast: %s", colours, low)
			}
			name := filepath.Join(dir, fmt.Sprintf("%d-%s.png", size[0], colours))
			if err := os.WriteFile(name, get(t, r, chromedp.FullScreenshot(100)),
				0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// letter is the width of US Letter in landscape with margins of 1 cm, in pixels. It is below that
// of A4.
const letter = 980

// A printer gets nothing wider than a sheet.
func printed(t *testing.T, r *reader) {
	r.do(t, chromedp.EmulateViewport(letter, 700))
	if _, err := chromedp.Call(r.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	if wide := get(t, r,
		chromedp.Evaluate[string](`[...document.querySelectorAll("table, pre, figure.picture")].filter(e => Math.max(e.scrollWidth, e.offsetWidth) > document.querySelector("main").clientWidth).map(e => e.parentElement.getAttribute("aria-label") + " " + e.scrollWidth).join("; ")`)); wide != "" {
		t.Errorf("wider than a sheet: %s", wide)
	}
	if pdf := get(t, r, chromedp.PrintToPDF()); !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Error("no PDF")
	}
}
