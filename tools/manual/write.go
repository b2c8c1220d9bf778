package main

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed page.html style.css find.js
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "page.html"))

// place returns the path of a page or file in the site.
func place(source string) string {
	switch {
	case path.Base(source) == "README.md":
		return path.Join(path.Dir(source), "index.html")
	case strings.HasSuffix(source, ".md"):
		return strings.TrimSuffix(source, ".md") + ".html"
	case isPicture(source):
		return source
	}
	return source + ".html" // text, which browsers would download otherwise
}

func isPicture(name string) bool {
	return slices.Contains([]string{".svg", ".png", ".jpg"}, path.Ext(name))
}

// relative returns the address of one file of the site from another.
func relative(from, to string) string {
	out, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(to))
	if err != nil {
		return to // both are below the root of the site
	}
	return filepath.ToSlash(out)
}

// A view is the data of the template.
type view struct {
	Title, Up, Source string
	Body              template.HTML
	Menu              []viewGroup
	Sections          []viewItem // headings of level 2, for the current item of the menu
	Find              []viewItem // all headings of the site, only on the page to find one
}

type viewGroup struct {
	Name  string
	Items []viewItem
}

type viewItem struct {
	Text, Href, Page string
	Current          bool
}

// write writes the site. Links must have been checked.
func (s *site) write(dir string) error {
	if err := s.writeAssets(dir); err != nil {
		return err
	}
	for name := range s.files {
		if err := s.writeFile(dir, name); err != nil {
			return err
		}
	}
	for _, p := range s.pages {
		if err := s.writePage(dir, p); err != nil {
			return err
		}
	}
	v := s.view("find.html", "")
	v.Title, v.Find = "Find a heading", s.allHeadings()
	return put(dir, "find.html", v)
}

func (s *site) writeAssets(dir string) error {
	for _, name := range []string{"style.css", "find.js"} {
		content, err := assets.ReadFile(name)
		if err == nil {
			err = putBytes(dir, name, content)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writePage writes one page, with links to places of the site.
func (s *site) writePage(dir string, p *page) error {
	at := place(p.path)
	v := s.view(at, p.path)
	for _, l := range p.links {
		t := s.resolve(p, string(*l.to))
		if t.elsewhere {
			continue
		}
		href := relative(at, place(t.path))
		if t.path == p.path {
			href = ""
		}
		if t.fragment != "" {
			href += "#" + t.fragment
		}
		*l.to = []byte(cmp.Or(href, path.Base(at)))
	}
	body, err := p.body()
	if err != nil {
		return err
	}
	v.Title, v.Source, v.Body = p.title, p.path, template.HTML(body)
	for _, h := range p.headings {
		if h.level == 2 {
			v.Sections = append(v.Sections, viewItem{Text: h.text, Href: "#" + h.id})
		}
	}
	return put(dir, at, v)
}

// writeFile copies a picture, and shows any other file as text.
func (s *site) writeFile(dir, name string) error {
	content, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	if isPicture(name) {
		return putBytes(dir, name, content)
	}
	v := s.view(place(name), name)
	v.Title, v.Source = name, name
	v.Body = template.HTML(fmt.Sprintf("<h1>%s</h1>\n<pre><code>%s</code></pre>\n",
		template.HTMLEscapeString(name), template.HTMLEscapeString(string(content))))
	return put(dir, place(name), v)
}

// view returns what all pages share: the way up and the navigation.
func (s *site) view(at, current string) view {
	v := view{Up: strings.Repeat("../", strings.Count(at, "/"))}
	for _, g := range s.menu {
		group := viewGroup{Name: g.name}
		for _, i := range g.items {
			group.Items = append(group.Items, viewItem{Text: i.text,
				Href: relative(at, place(i.page)), Current: i.page == current})
		}
		v.Menu = append(v.Menu, group)
	}
	return v
}

// allHeadings returns the headings of all pages in the order of the alphabet.
func (s *site) allHeadings() (all []viewItem) {
	for _, name := range slices.Sorted(maps.Keys(s.pages)) {
		p := s.pages[name]
		for _, h := range p.headings {
			all = append(all, viewItem{Text: h.text, Href: place(name) + "#" + h.id, Page: p.title})
		}
	}
	slices.SortStableFunc(all, func(a, b viewItem) int {
		return cmp.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text))
	})
	return all
}

func put(dir, name string, v view) error {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return putBytes(dir, name, b.Bytes())
}

func putBytes(dir, name string, content []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}
