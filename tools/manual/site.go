package main

import (
	"cmp"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A site is all pages and files of the manual.
type site struct {
	root  string
	pages map[string]*page // by the path of the source
	files map[string]bool  // other linked files, by path
	menu  []group
}

// A group is a part of the navigation: a heading of docs/README.md and the pages linked below it.
type group struct {
	name  string
	items []item
}

type item struct{ text, page string }

// menuPage is the page with the navigation.
const menuPage = "docs/README.md"

// read parses README.md, docs/, the suites' pages, and every page that these link to.
func read(root string) (*site, error) {
	s := &site{root: root, pages: map[string]*page{}, files: map[string]bool{}}
	todo := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "suites/*/README.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			within, err := filepath.Rel(root, name)
			if err != nil {
				return nil, err
			}
			todo = append(todo, filepath.ToSlash(within))
		}
	}
	for len(todo) > 0 {
		name := todo[0]
		if todo = todo[1:]; s.pages[name] != nil {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		p := parse(name, source)
		s.pages[name] = p
		for _, l := range p.links {
			if t := s.resolve(p, string(*l.to)); t.problem == "" && strings.HasSuffix(t.path, ".md") {
				todo = append(todo, t.path)
			}
		}
	}
	s.readMenu()
	return s, nil
}

// readMenu makes the navigation from the links of the menu page to other pages.
func (s *site) readMenu() {
	menu := s.pages[menuPage]
	if menu == nil {
		return
	}
	for _, l := range menu.links {
		t := s.resolve(menu, string(*l.to))
		if t.problem != "" || s.pages[t.path] == nil || t.fragment != "" {
			continue
		}
		if n := len(s.menu); n == 0 || s.menu[n-1].name != l.group {
			s.menu = append(s.menu, group{name: l.group})
		}
		last := &s.menu[len(s.menu)-1]
		last.items = append(last.items, item{l.text, t.path})
	}
}

// A target is the end of a link: a file of the repository, or an address elsewhere.
type target struct {
	path, fragment string
	elsewhere      bool
	problem        string
}

// resolve finds the target of a link on a page. The heading is not checked.
func (s *site) resolve(from *page, to string) target {
	u, err := url.Parse(to)
	switch {
	case err != nil:
		return target{problem: err.Error()}
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto":
		if u.Host == "" && u.Scheme != "mailto" {
			return target{problem: to + ": the address has no host"}
		}
		return target{elsewhere: true}
	case u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/"):
		return target{problem: to + ": want a relative path, http or https"}
	case u.Path == "":
		return target{path: from.path, fragment: u.Fragment}
	}
	t := target{path: path.Join(path.Dir(from.path), u.Path), fragment: u.Fragment}
	if t.path == ".." || strings.HasPrefix(t.path, "../") {
		return target{problem: to + ": outside of the repository"}
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(t.path)))
	if err == nil && info.IsDir() {
		t.path = path.Join(t.path, "README.md")
		_, err = os.Stat(filepath.Join(s.root, filepath.FromSlash(t.path)))
	}
	if err != nil {
		return target{problem: to + ": no file " + t.path}
	}
	return t
}

// links counts the links of all pages.
func (s *site) links() (n int) {
	for _, p := range s.pages {
		n += len(p.links)
	}
	return n
}

// check returns a line for each broken link, and for each page in docs/ that the menu leaves out.
// It collects the linked files.
func (s *site) check() []string {
	type problem struct {
		path string
		line int
		text string
	}
	var found []problem
	for _, p := range s.pages {
		for _, l := range p.links {
			t := s.resolve(p, string(*l.to))
			if to := s.pages[t.path]; t.problem == "" && !t.elsewhere {
				switch {
				case to == nil && t.fragment != "":
					t.problem = string(*l.to) + ": a file has no headings"
				case to == nil:
					s.files[t.path] = true
				case t.fragment != "" && !to.has(t.fragment):
					t.problem = fmt.Sprintf("%s: no heading #%s in %s", *l.to, t.fragment, t.path)
				}
			}
			if t.problem != "" {
				found = append(found, problem{p.path, l.line, "broken link: " + t.problem})
			}
		}
		for _, line := range p.raw {
			found = append(found, problem{p.path, line, "HTML is not shown: write Markdown"})
		}
		if path.Dir(p.path) == "docs" && p.path != menuPage && !s.inMenu(p.path) {
			found = append(found, problem{p.path, 1, "no link in " + menuPage})
		}
	}
	slices.SortFunc(found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.line, b.line),
			cmp.Compare(a.text, b.text))
	})
	var lines []string
	for _, f := range found {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", f.path, f.line, f.text))
	}
	return lines
}

func (s *site) inMenu(name string) bool {
	for _, g := range s.menu {
		for _, i := range g.items {
			if i.page == name {
				return true
			}
		}
	}
	return false
}
