package spbench_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// licenceWords is a phrase of each licence.
var licenceWords = map[string]string{
	"MIT": "Permission is hereby granted, free of charge", "Apache-2.0": "Apache License",
	"BSD-3-Clause": "Redistribution and use", "MPL-2.0": "Mozilla Public License",
	"OFL-1.1": "SIL OPEN FONT LICENSE", "CC-BY-4.0": "Attribution 4.0", "FTL": "FreeType License",
	"Unlicense": "released into the public domain",
}

// TestNotice: NOTICE lists the linked modules, each with the licences that it comes with.
func TestNotice(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", "./harness/cmd/...")
	cmd.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	linked, listed := map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(out)) {
		if module, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			linked[module] = dir
		}
	}
	text, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^(\S+\.\S+)  +(\S.*)$`).FindAllStringSubmatch(string(text), -1) {
		listed[m[1]] = m[2]
	}
	is, want := slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(linked))
	if !slices.Equal(is, want) {
		t.Fatalf("NOTICE lists %q, linked are %q", is, want)
	}
	for module, dir := range linked {
		var own strings.Builder
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, name := range files {
			if regexp.MustCompile(`(?i)^(un)?licen[sc]e|^copying`).MatchString(filepath.Base(name)) {
				text, _ := os.ReadFile(name) // a folder has no text
				own.Write(text)
			}
		}
		for licence, words := range licenceWords {
			named := regexp.MustCompile(`\b` + licence + `\b`).MatchString(listed[module])
			if named && !strings.Contains(own.String(), words) {
				t.Errorf("%s: NOTICE says %s, its licence does not", module, listed[module])
			}
		}
		if len(own.String()) == 0 {
			t.Errorf("%s has no licence", module)
		}
	}
}
