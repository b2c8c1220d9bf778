package spbench_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// absolute finds the paths of programs of a system.
var absolute = regexp.MustCompile(`(?:^|[^\w.$/}])(/(?:usr/(?:local/)?)?s?bin(?:/[\w.]+)?)\b`)

// bound are the absolute paths that code may name, by file, each with the reason. A path after "#!"
// is bound everywhere: the kernel wants one.
var bound = map[string][]string{
	// Every sandbox opens the folders of the system, and its tests run programs in there.
	"harness/internal/sandbox/sandbox.go":            {"/bin", "/sbin"},
	"harness/internal/sandbox/bubblewrap_linux.go":   {"/bin/sh"},
	"harness/internal/sandbox/holes_linux_test.go":   {"/bin/sh"},
	"harness/internal/sandbox/sandbox_linux_test.go": {"/bin/sh", "/usr/bin", "/bin"},
}

// TestProgramsAreFoundByPath: code and tests find programs in $PATH alone. So a $PATH with Go, a shell
// and coreutils makes any machine one with only Go, on which all tests must pass.
func TestProgramsAreFoundByPath(t *testing.T) {
	found := map[string][]string{}
	check := func(file, text string) {
		for _, line := range strings.Split(text, "\n") {
			for _, at := range absolute.FindAllStringSubmatchIndex(line, -1) {
				if !strings.HasSuffix(line[:at[2]], "#!") {
					found[file] = append(found[file], line[at[2]:at[3]])
				}
			}
		}
	}
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		script := strings.HasSuffix(path, ".txt") && filepath.Base(filepath.Dir(path)) == "testdata"
		if path == "programs_test.go" || !strings.HasSuffix(path, ".go") && !script {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if path = filepath.ToSlash(path); script {
			check(path, string(text))
			return nil
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
		for {
			switch _, kind, literal := s.Scan(); kind {
			case token.EOF:
				return nil
			case token.STRING:
				check(path, strings.ReplaceAll(strings.Trim(literal, "`\""), `\n`, "\n"))
			}
		}
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files: %v", files, err)
	}
	for file, paths := range found {
		for _, path := range paths {
			if !slices.Contains(bound[file], path) {
				t.Errorf("%s names %s: find the program in $PATH, with exec.LookPath or longtest.Program",
					file, path)
			}
		}
	}
	for file, paths := range bound {
		for _, path := range paths {
			if !slices.Contains(found[file], path) {
				t.Errorf("%s no longer names %s", file, path)
			}
		}
	}
}
