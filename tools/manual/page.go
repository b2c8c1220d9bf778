package main

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// markdown reads and writes the dialect of code hosts: tables, bare addresses, strikethrough.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM))

// A page is one Markdown file.
type page struct {
	path     string // from the root, with slashes
	title    string // its first heading
	source   []byte
	doc      ast.Node
	headings []heading
	links    []link
	raw      []int // lines of HTML other than comments
}

// A heading of a page can be linked to.
type heading struct {
	level    int
	text, id string
}

// A link is a link or an image of a page. The destination is a field of its node.
type link struct {
	line  int
	to    *[]byte
	text  string
	group string // the last heading of level 2 above it
}

// parse reads the text of a page.
func parse(path string, source []byte) *page {
	p := &page{path: path, title: path, source: source,
		doc: markdown.Parser().Parse(text.NewReader(source))}
	ids, group := map[string]int{}, ""
	_ = ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			h := heading{level: n.Level, text: p.textOf(n)}
			h.id = unique(slug(h.text), ids)
			n.SetAttributeString("id", []byte(h.id))
			if len(p.headings) == 0 {
				p.title = h.text
			}
			if n.Level == 2 {
				group = h.text
			}
			p.headings = append(p.headings, h)
		case *ast.Link:
			p.links = append(p.links, link{p.line(n), &n.Destination, p.textOf(n), group})
		case *ast.Image:
			p.links = append(p.links, link{p.line(n), &n.Destination, p.textOf(n), group})
		case *ast.RawHTML:
			p.noteHTML(n, n.Segments.Value(p.source))
		case *ast.HTMLBlock:
			p.noteHTML(n, n.Lines().Value(p.source))
		}
		return ast.WalkContinue, nil
	})
	return p
}

// noteHTML records the line of HTML, which pages leave out. Comments are fine.
func (p *page) noteHTML(n ast.Node, markup []byte) {
	if !bytes.HasPrefix(bytes.TrimSpace(markup), []byte("<!--")) {
		p.raw = append(p.raw, p.line(n))
	}
}

// line returns the line of a node: of its own position, its first text, or its paragraph.
func (p *page) line(n ast.Node) int {
	at := n.Pos()
	for at < 0 && n != nil {
		_ = ast.Walk(n, func(in ast.Node, entering bool) (ast.WalkStatus, error) {
			if t, ok := in.(*ast.Text); ok && at < 0 {
				at = t.Segment.Start
			}
			return ast.WalkContinue, nil
		})
		if at < 0 && n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			at = n.Lines().At(0).Start
		}
		n = n.Parent()
	}
	return 1 + bytes.Count(p.source[:max(0, at)], []byte("\n"))
}

// textOf returns the text of a node without its markup.
func (p *page) textOf(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(in ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch in := in.(type) {
		case *ast.Text:
			b.Write(in.Segment.Value(p.source))
			if in.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(in.Value)
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(b.String())
}

// slug returns the name of a heading in links, as code hosts make it: letters, digits, hyphens and
// underscores.
func slug(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// unique adds a number to a name that exists.
func unique(id string, ids map[string]int) string {
	n := ids[id]
	if ids[id]++; n > 0 {
		return fmt.Sprintf("%s-%d", id, n)
	}
	return id
}

// has tells whether a page has a heading of this name.
func (p *page) has(id string) bool {
	for _, h := range p.headings {
		if h.id == id {
			return true
		}
	}
	return false
}

// body returns the text of a page in HTML. Its links have been resolved.
func (p *page) body() (string, error) {
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, p.source, p.doc); err != nil {
		return "", fmt.Errorf("%s: %w", p.path, err)
	}
	wide := strings.NewReplacer("<table>", `<div class="wide"><table>`, "</table>", "</table></div>")
	return wide.Replace(b.String()), nil
}
