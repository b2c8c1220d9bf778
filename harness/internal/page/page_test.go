package page_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/page"
	"github.com/spbench/spbench/harness/internal/table/layout"
	"golang.org/x/net/html"
)

// write returns the page of a run as bytes and as a tree.
func write(t *testing.T, r *page.Run) ([]byte, *html.Node) {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), root
}

// all returns the elements with this name below n.
func all(n *html.Node, name string) (found []*html.Node) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			found = append(found, d)
		}
	}
	return found
}

// classed returns the elements of a class below n.
func classed(n *html.Node, class string) (found []*html.Node) {
	for d := range n.Descendants() {
		if list, _ := attribute(d, "class"); slices.Contains(strings.Fields(list), class) {
			found = append(found, d)
		}
	}
	return found
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// words returns the text of n with single spaces.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestTable(t *testing.T) {
	r := newRun(t, "S-SVM")
	_, root := write(t, r)
	first := all(root, "table")[0]
	var lines []string
	for _, row := range all(first, "tr") {
		lines = append(lines, words(row))
	}
	g := layout.Grid(r.Table, "Bold")
	for i, line := range g.Rows {
		var want []string
		for _, f := range line {
			text := f.Text
			if f.Spread != "" {
				text += " ± " + f.Spread
			}
			if f.Mark != "" {
				text += " " + f.Mark
			}
			if f.Tail != "" {
				text += " " + f.Tail
			}
			if f.Note > 0 {
				text += fmt.Sprintf(" [%d]", f.Note)
			}
			want = append(want, text)
		}
		if got := lines[i+1]; got != strings.Join(strings.Fields(strings.Join(want, " ")), " ") {
			t.Errorf("row %d is %q, the table has %q", i, got, want)
		}
	}
	text := words(root)
	for _, sentence := range append(g.Notes, g.Footnotes...) {
		if !strings.Contains(text, strings.Join(strings.Fields(sentence), " ")) {
			t.Errorf("the page lacks %q", sentence)
		}
	}
	if len(r.Table.Footnotes) == 0 {
		t.Error("the failed fit has no footnote: nothing was tested of it")
	}
}

// TestStructure: every link has one target, and headings and pictures have descriptions.
func TestStructure(t *testing.T) {
	_, root := write(t, newRun(t, "S-SVM"))
	ids := map[string]int{}
	for d := range root.Descendants() {
		if id, ok := attribute(d, "id"); ok {
			ids[id]++
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%d elements are #%s", n, id)
		}
	}
	links := 0
	for _, a := range all(root, "a") {
		href, _ := attribute(a, "href")
		if !strings.HasPrefix(href, "#") || ids[href[1:]] != 1 {
			t.Errorf("%q leads nowhere in the page", href)
		}
		links++
	}
	if links < 2 {
		t.Errorf("%d links: rows and sections are not linked", links)
	}
	for _, th := range all(root, "th") {
		if scope, _ := attribute(th, "scope"); scope != "row" && scope != "col" {
			t.Errorf("the head %q is of nothing", words(th))
		}
	}
	for _, img := range all(root, "img") {
		if alt, _ := attribute(img, "alt"); alt == "" {
			t.Error("a picture without words")
		}
	}
	if lang, _ := attribute(all(root, "html")[0], "lang"); lang != "en" {
		t.Errorf("the language is %q", lang)
	}
	if n := len(all(root, "svg")); n < 9 {
		t.Errorf("%d drawings, want the curves of the run", n)
	}
}

// TestHostile: equal runs give equal bytes, and hostile text stays text everywhere.
func TestHostile(t *testing.T) {
	one, root := write(t, newRun(t, hostile))
	if two, _ := write(t, newRun(t, hostile)); !bytes.Equal(one, two) {
		t.Error("a second page differs from the first")
	}
	if n := len(all(root, "script")); n != 0 {
		t.Errorf("%d scripts", n)
	}
	if n := len(all(root, "img")); n != 0 {
		t.Errorf("%d pictures of a label", n)
	}
	for d := range root.Descendants() {
		for _, a := range d.Attr {
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s %s=%q> would run", d.Data, a.Key, a.Val)
			}
		}
	}
	for name, found := range map[string][]*html.Node{
		"row of the table": all(all(root, "table")[0], "th"),
		"legend":           all(root, "text"),
		"footnote":         classed(root, "footnotes"),
	} {
		if !slices.ContainsFunc(found, func(n *html.Node) bool {
			return strings.Contains(words(n),
				"window.ran=1")
		}) {
			t.Errorf("the text is in no %s", name)
		}
	}
	_, plain := write(t, newRun(t, "S-SVM"))
	if a, b := len(all(root, "svg")), len(all(plain, "svg")); a != b {
		t.Errorf("%d drawings, without the text %d", a, b)
	}
}

// TestOffline: a page makes no requests and runs nothing.
func TestOffline(t *testing.T) {
	text, root := write(t, newRun(t, "S-SVM"))
	var policies []string
	for _, meta := range all(root, "meta") {
		if kind, _ := attribute(meta, "http-equiv"); kind == "Content-Security-Policy" {
			policy, _ := attribute(meta, "content")
			policies = append(policies, policy)
		}
	}
	const want = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
		"form-action 'none'"
	if len(policies) != 1 || policies[0] != want {
		t.Errorf("policies %q, want %q", policies, want)
	}
	for _, word := range []string{"src=\"http", "href=\"http", "url(", "@import", "fetch(",
		"<link"} {
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("the page has %s", word)
		}
	}
	if len(text) > 300_000 {
		t.Errorf("%d bytes for four fits", len(text))
	}
}
