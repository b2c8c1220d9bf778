package spbench_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMessages: the messages in the headings of docs/faq.md are in the code. "…" stands for any
// text.
func TestMessages(t *testing.T) {
	page, err := os.ReadFile("docs/faq.md")
	if err != nil {
		t.Fatal(err)
	}
	code := sources(t)
	headings := regexp.MustCompile("(?m)^### `(.*)`$").FindAllSubmatch(page, -1)
	if len(headings) < 10 {
		t.Fatalf("%d messages", len(headings))
	}
	for _, h := range headings {
		for _, part := range strings.Split(string(h[1]), "…") {
			part = strings.Trim(part, `": ?`)
			if len(part) > 3 && !strings.Contains(code, part) {
				t.Errorf("docs/faq.md explains %q: no message has %q", h[1], part)
			}
		}
	}
}

// TestReadmeLength: the README is short.
func TestReadmeLength(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 120 {
		t.Errorf("README.md has %d lines, at most 120 are wanted: move text into docs/", n)
	}
}

// TestFileSizes: no file of the tree is large. Each version of one stays in every clone.
func TestFileSizes(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("SKIPPED: no files listed by git: ", err)
	}
	most := map[string]int64{"suites/shootout/shipped.zip": 1953 << 10}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		limit := int64(128 << 10)
		if most[name] > 0 {
			limit = most[name]
		}
		if info, err := os.Lstat(filepath.FromSlash(name)); err == nil && info.Size() > limit {
			t.Errorf("%s has %d kB, at most %d are wanted", name, info.Size()>>10, limit>>10)
		}
	}
}

// sources returns all Go files but tests. Texts that were split over lines are joined.
func sources(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "harness/*.go").Output()
	if err != nil {
		t.Skip("SKIPPED: no files listed by git: ", err)
	}
	var b strings.Builder
	for _, name := range strings.Fields(string(out)) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	code := regexp.MustCompile(`" \+\s+"`).ReplaceAllString(b.String(), "")
	return strings.ReplaceAll(code, `\"`, `"`)
}

// TestPeers: docs/peers.md has the table of findings/peers.tsv. Its scripts and tests exist.
func TestPeers(t *testing.T) {
	rows, err := os.ReadFile("findings/peers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	const name = "docs/peers.md"
	const header = "|tool|does|spbench|to compare|shown by|\n|---|---|---|---|---|\n"
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(old), header)
	if !found {
		t.Fatalf("%s has no line %q", name, header)
	}
	text, shown := before+header, map[string]bool{}
	for row := range strings.Lines(string(rows)) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(cells) != 5 {
			t.Fatalf("findings/peers.tsv: %q has %d cells", row, len(cells))
		}
		by := cells[4]
		shown[by] = true
		if folder, test, is := strings.Cut(by, ".Test"); is {
			if !hasTest(t, folder, "Test"+test) {
				t.Errorf("%s: there is no test %s", name, by)
			}
			by, cells[4] = folder, "`"+filepath.Base(folder)+".Test"+test+"`"
		} else {
			cells[4] = "[" + strings.TrimSuffix(filepath.Base(by), ".sh") + "](../" + by + ")"
		}
		if _, err := os.Stat(by); err != nil {
			t.Error(err)
		}
		text += "|" + strings.Join(cells, "|") + "|\n"
	}
	if n := len(strings.Fields(text)); n >= 1200 {
		t.Errorf("%s has %d words", name, n)
	}
	if len(shown) < 20 {
		t.Errorf("%s has %d rows", name, len(shown))
	}
	if text == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s is old; run go test . -run TestPeers -update", name)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// hasTest reports whether a package in folder has a test of that name.
func hasTest(t *testing.T, folder, name string) bool {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T) {") {
			return true
		}
	}
	return false
}
