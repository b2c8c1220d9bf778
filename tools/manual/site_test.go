package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tree writes a small repository.
func tree(t *testing.T, changed map[string]string) string {
	t.Helper()
	files := map[string]string{
		"README.md":            "# spbench\n\nThe [manual](docs/README.md), a [suite](suites/a), a [licence](LICENSE).\n",
		"LICENSE":              "Do <what> you like.\n",
		"docs/README.md":       "# Manual\n\n## Start\n\n* [Words](a.md)\n* [Pictures](b.md)\n\n## More\n\n* [A suite](../suites/a)\n",
		"docs/a.md":            "# Words\n\nSee [below](#two-words), [there](b.md#x-1) or [elsewhere](https://example.org/a).\n\n<!-- fine -->\n\n## Two `words`\n",
		"docs/b.md":            "# Pictures\n\n![a dot](images/dot.svg)\n\n## X\n\n## X\n\n| a |\n|---|\n| [up](../README.md) |\n",
		"docs/images/dot.svg":  "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
		"suites/a/README.md":   "# A suite\n\nText.\n",
		"suites/a/suite.yaml":  "suite: a\n",
		"suites/none/text.txt": "a folder without a page\n",
	}
	for name, content := range changed {
		files[name] = content
	}
	root := t.TempDir()
	for name, content := range files {
		if err := putBytes(root, name, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// build makes a site and returns its folder, or the problems of its links.
func build(t *testing.T, root string) (*site, string, []string) {
	t.Helper()
	s, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	if broken := s.check(); len(broken) > 0 {
		return s, "", broken
	}
	dir := t.TempDir()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	return s, dir, nil
}

// TestBroken: each kind of broken link is found, with its file and line.
func TestBroken(t *testing.T) {
	for text, want := range map[string]string{
		"[x](none.md)":                       "docs/a.md:3: broken link: none.md: no file docs/none.md",
		"![x](images/none.svg)":              "docs/a.md:3: broken link: images/none.svg: no file docs/images/none.svg",
		"[x](#none)":                         "docs/a.md:3: broken link: #none: no heading #none in docs/a.md",
		"a\nlong [x](b.md#y)":                "docs/a.md:4: broken link: b.md#y: no heading #y in docs/b.md",
		"[`x`](b.md#x-2)":                    "docs/a.md:3: broken link: b.md#x-2: no heading #x-2 in docs/b.md",
		"[x](../LICENSE#a)":                  "docs/a.md:3: broken link: ../LICENSE#a: a file has no headings",
		"[x](../../away.md)":                 "docs/a.md:3: broken link: ../../away.md: outside of the repository",
		"[x](/etc/passwd)":                   "docs/a.md:3: broken link: /etc/passwd: want a relative path, http or https",
		"[x](ftp://a/b)":                     "docs/a.md:3: broken link: ftp://a/b: want a relative path, http or https",
		"[x](https:a)":                       "docs/a.md:3: broken link: https:a: the address has no host",
		"[x](https://)":                      "docs/a.md:3: broken link: https://: the address has no host",
		"[x](../suites/none)":                "docs/a.md:3: broken link: ../suites/none: no file suites/none/README.md",
		"| a |\n|---|\n| b |\n| [x](c.md) |": "docs/a.md:6: broken link: c.md: no file docs/c.md",
		"a <b>c</b>":                         "docs/a.md:3: HTML is not shown: write Markdown",
		"[x][y]\n\n[y]: c.md":                "docs/a.md:3: broken link: c.md: no file docs/c.md",
		"```\n[x](c.md)\n```":                "",
		"[x](b.md#x-1) and [y](#words)":      "",
	} {
		_, _, broken := build(t, tree(t, map[string]string{"docs/a.md": "# Words\n\n" + text + "\n"}))
		if len(broken) == 0 {
			broken = []string{""}
		}
		if broken[0] != want {
			t.Errorf("%q: found\n%s\nwant\n%s", text, strings.Join(broken, "\n"), want)
		}
	}
}

// TestMenu: a page that docs/README.md leaves out is a problem. A broken link in a suite's page
// counts too, although no page of docs/ names it.
func TestMenu(t *testing.T) {
	_, _, broken := build(t, tree(t, map[string]string{"docs/c.md": "# C\n",
		"suites/b/README.md": "# B\n\n[x](y.md)\n"}))
	want := []string{"docs/c.md:1: no link in docs/README.md",
		"suites/b/README.md:3: broken link: y.md: no file suites/b/y.md"}
	if !slices.Equal(broken, want) {
		t.Errorf("found\n%s", strings.Join(broken, "\n"))
	}
}

// TestWrite: the pages have the text, the navigation, and links to places of the site.
func TestWrite(t *testing.T) {
	s, dir, broken := build(t, tree(t, nil))
	if broken != nil {
		t.Fatal(broken)
	}
	if n := s.links(); n != 11 {
		t.Errorf("%d links", n)
	}
	for name, parts := range map[string][]string{
		"index.html": {"<title>spbench</title>", `href="docs/index.html">manual</a>`,
			`href="suites/a/index.html">suite</a>`, `href="LICENSE.html">licence</a>`, `href="style.css"`},
		"LICENSE.html": {"Do &lt;what&gt; you like.", `href="docs/a.html">Words</a>`},
		"docs/a.html": {"<title>Words · spbench</title>", `href="#two-words">below</a>`,
			`href="b.html#x-1">there</a>`, `href="https://example.org/a"`, `id="two-words"`,
			`href="a.html" aria-current="page">Words</a>`, "<h2>More</h2>", `href="../style.css"`},
		"docs/b.html": {`src="images/dot.svg"`, `id="x-1"`, `<div class="wide"><table>`},
		"find.html":   {`href="docs/a.html#two-words">Two words</a> <small>Words</small>`},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s has no\n%s", name, part)
			}
		}
	}
	followAll(t, dir)
}

// TestRepository: the manual of this repository has no broken link, and its site has none.
func TestRepository(t *testing.T) {
	s, dir, broken := build(t, "../..")
	for _, line := range broken {
		t.Error(line)
	}
	if len(broken) == 0 && len(s.pages) < 30 {
		t.Errorf("%d pages", len(s.pages))
	}
	if dir != "" {
		followAll(t, dir)
	}
}

// followAll follows each address in the HTML of a site: its file and its place in it exist, and
// nothing is loaded from a network.
func followAll(t *testing.T, dir string) {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		texts[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	n, address := 0, regexp.MustCompile(`(href|src)="([^"]*)"`)
	for name, text := range texts {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, found := range address.FindAllStringSubmatch(text, -1) {
			n++
			file, id, _ := strings.Cut(found[2], "#")
			if strings.Contains(file, "://") {
				if found[1] == "src" {
					t.Errorf("%s loads %s", name, file)
				}
				continue
			}
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if there, ok := texts[to]; !ok || id != "" && !strings.Contains(there, `id="`+id+`"`) {
				t.Errorf("%s has a broken address %s", name, found[2])
			}
		}
	}
	if n == 0 {
		t.Error("the site has no addresses")
	}
}
