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
	"github.com/chromedp/chromedp/kb"
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
		{Title: "an image", PNG: picture.Bytes()},
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
	t.Run("sort", func(t *testing.T) { sort(t, r) })
	t.Run("keys", func(t *testing.T) { keys(t, r) })
	t.Run("hide", func(t *testing.T) { hide(t, r) })
	t.Run("switch", func(t *testing.T) { switched(t, r) })
	t.Run("filter", func(t *testing.T) { filtered(t, r) })
	t.Run("folded", func(t *testing.T) { folded(t, r) })
	t.Run("focus", func(t *testing.T) { focus(t, r) })
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

// column returns the numbers of a column of the first table.
const column = `[...document.querySelector("table.results").tBodies[0].rows].map(r => r.cells[2].dataset.value).filter(v => v !== undefined).map(Number)`

// A heading sorts up, down and back, by mouse and keyboard, and announces it.
func sort(t *testing.T, r *reader) {
	const head = `table.results th:nth-child(3)`
	original := get(t, r, chromedp.Evaluate[[]float64](column))
	if len(original) < 2 {
		t.Fatalf("the column has %v: nothing to sort", original)
	}
	up := slices.Sorted(slices.Values(original))
	down := slices.Clone(up)
	slices.Reverse(down)
	for _, step := range []struct {
		press chromedp.Action[chromedp.Void]
		said  string
		want  []float64
	}{
		{chromedp.Click(chromedp.CSS(head + " button")), "ascending", up},
		{chromedp.KeyEvent(kb.Enter), "descending", down},
		{chromedp.KeyEvent(" "), "none", original},
	} {
		r.do(t, step.press)
		got := get(t, r, chromedp.Evaluate[[]float64](column))
		said := get(t, r,
			chromedp.Evaluate[string](`document.querySelector("`+head+`").getAttribute("aria-sort")`))
		if !slices.Equal(got, step.want) || said != step.said {
			t.Errorf("%v, %s; want %v, %s", got, said, step.want, step.said)
		}
	}
}

// Rounded numbers sort by their values.
func keys(t *testing.T, r *reader) {
	texts := `["17.4k", "7,800", "≤ 0.0056", "≥ 222", "−3.1 … 2.5", "2.5M", "1e−7", "1.234e+06", "+0.50", "2/3", "28.8 ± 0.6", "—", ""]`
	got := get(t, r, chromedp.Evaluate[string](texts+`.map(text => {
		const cell = document.createElement("td");
		cell.className = "number";
		cell.textContent = text;
		return key(cell);
	}).join(" ")`))
	if want := "17400 7800 0.0056 222 -3.1 2500000 1e-7 1234000 0.5 2 28.8  "; got != want {
		t.Errorf("keys %q, want %q", got, want)
	}
}

// A check box hides and shows its column.
func hide(t *testing.T, r *reader) {
	shown := chromedp.Evaluate[int](`[...document.querySelector("table.results").rows].filter(r => r.cells[1].offsetWidth > 0).length`)
	box := chromedp.Click(chromedp.CSS(`input[data-column="1"]`))
	r.do(t, chromedp.Click(chromedp.CSS("details.columns summary")))
	before := get(t, r, shown)
	r.do(t, box)
	hidden := get(t, r, shown)
	r.do(t, box)
	if after := get(t, r, shown); before < 3 || hidden != 0 || after != before {
		t.Errorf("the column has %d cells, %d hidden by its box, then %d", before, hidden, after)
	}
}

// count returns how many elements with this selector are shown, and are for the first learner by the
// names of rows and series.
func count(t *testing.T, r *reader, selector, name string) int {
	t.Helper()
	return get(t, r, chromedp.Evaluate[int](fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e =>
		(%s).startsWith(document.querySelector("[data-learner]").dataset.learner) && !e.closest(".off")).length`,
		selector, name)))
}

// A learner that is switched off has no rows, curves, dots or legends, until it is on again.
func switched(t *testing.T, r *reader) {
	look := func() (counts [4]int) {
		for i, of := range [][2]string{
			{"table.results tbody tr", "e.cells[0].textContent"}, {"#curves .series", `e.dataset.name || ""`},
			{".summary .series", `e.dataset.name || ""`}, {".legend li", "e.dataset.name"},
		} {
			counts[i] = count(t, r, of[0], of[1])
		}
		return counts
	}
	press := func(what string) {
		get(t, r, chromedp.Evaluate[any](`document.querySelector("`+what+`").click()`))
	}
	before := look()
	press("input[data-learner]")
	off := look()
	press("input[data-learner]")
	if on := look(); on != before || off != [4]int{} || slices.Min(before[:]) == 0 {
		t.Errorf("shown: %v, switched off: %v, on again: %v", before, off, on)
	}
	press("button[data-all='']")
	rows := get(t, r, chromedp.Evaluate[string](`document.querySelector(".controls [role=status]").textContent`))
	press("button[data-all='1']")
	if all := look(); all != before || rows[:2] != "0 " {
		t.Errorf("none: %s; all: %v", rows, all)
	}
}

// A filter keeps the rows that contain its text.
func filtered(t *testing.T, r *reader) {
	enter := func(text string) int {
		return get(t, r, chromedp.Evaluate[int](fmt.Sprintf(`(() => {
			const box = document.querySelector(".filter");
			box.value = %q;
			box.dispatchEvent(new Event("input", {bubbles: true}));
			return document.querySelector("table.results").querySelectorAll("tbody tr:not(.off)").length;
		})()`, text)))
	}
	last := get(t, r, chromedp.Evaluate[string](`[...document.querySelector("table.results").tBodies[0].rows].at(-1).textContent.trim().toUpperCase()`))
	if all, some, none, back := enter(""), enter(last), enter("no such row"), enter(""); all < 2 ||
		some < 1 || some == all || none != 0 || back != all {
		t.Errorf("%d rows, filtered %d and %d, then %d", all, some, none, back)
	}
}

// Sections are folded, links open them, and the summary is above the table.
func folded(t *testing.T, r *reader) {
	got := get(t, r, chromedp.Evaluate[string](`(() => {
		const section = document.querySelector("#curves"), was = section.open;
		location.hash = "#curves";
		reveal(location.hash);
		const text = [was, section.open].join(" ");
		section.open = false;
		return text;
	})()`))
	if got != "false true" {
		t.Errorf("open before and after: %s", got)
	}
	if !get(t, r, chromedp.Evaluate[bool](`document.querySelector(".summary").getBoundingClientRect().top < document.querySelector("table.results").getBoundingClientRect().top`)) {
		t.Error("the table is above the summary")
	}
}

// Boxes can be focused exactly if they scroll.
func focus(t *testing.T, r *reader) {
	const odd = `(async () => {
		let list;
		for (let i = 0; i < 100; i++) { // until the browser has told the page of its size
			await new Promise(done => setTimeout(done, 100));
			list = [...document.querySelectorAll(".scroll, pre")].filter(b => b.scrollWidth > b.clientWidth !== (b.tabIndex === 0));
			if (!list.length) break;
		}
		return list.map(b => b.outerHTML.slice(0, 90)).join("; ");
	})()`
	const open = `(() => { const all = [...document.querySelectorAll("details:not([open])")]; for (const d of all) d.open = true; window.opened = all; })()`
	get(t, r, chromedp.Evaluate[any](open))
	defer func() {
		get(t, r,
			chromedp.Evaluate[any](`(() => { for (const d of opened) d.open = false; })()`))
	}()
	for _, width := range []int64{320, 1400} {
		r.look(t, width, 900, "light")
		if list := get(t, r, chromedp.Evaluate[string](odd,
			chromedp.EvalAwaitPromise)); list != "" {
			t.Errorf("%d pixels wide: scrolls and takes no focus, or the reverse: %s", width, list)
		}
	}
}

// letter is the width of US Letter in landscape with margins of 1 cm, in pixels. It is below that
// of A4.
const letter = 980

// A printer gets all details open and all columns.
func printed(t *testing.T, r *reader) {
	const closed = `document.querySelectorAll("details:not([open]):not(.columns):not(.controls)").length`
	before := get(t, r, chromedp.Evaluate[int](closed))
	during := get(t, r, chromedp.Evaluate[int](`dispatchEvent(new Event("beforeprint")), `+closed))
	r.do(t, chromedp.EmulateViewport(letter, 700))
	if _, err := chromedp.Call(r.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	if wide := get(t, r,
		chromedp.Evaluate[string](`[...document.querySelectorAll("table, pre, figure.picture")].filter(e => Math.max(e.scrollWidth, e.offsetWidth) > document.querySelector("main").clientWidth).map(e => e.parentElement.getAttribute("aria-label") + " " + e.scrollWidth).join("; ")`)); wide != "" {
		t.Errorf("wider than a sheet: %s", wide)
	}
	after := get(t, r, chromedp.Evaluate[int](`dispatchEvent(new Event("afterprint")), `+closed))
	if before == 0 || during != 0 || after != before {
		t.Errorf("%d details are closed, %d in print, %d after", before, during, after)
	}
	if pdf := get(t, r, chromedp.PrintToPDF()); !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Error("no PDF")
	}
}
