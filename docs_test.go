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
