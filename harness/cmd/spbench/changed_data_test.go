package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// The suite has the datasets and published numbers of suites/ocr, and one learner.
const changedDataSuite = `
datasets:
  - ocr: {as: small, split: {rotate: train-one}}
  - ocr: {as: large, split: {rotate: test-one}}
train-loss: hamming-count
learners: [crf: {as: CRF}]
budget: {passes: 1}
`

// inventedWords is a letter.data of 60 words of two letters, in ten folds.
func inventedWords() []byte {
	var b strings.Builder
	for word := range 60 {
		for position := range 2 {
			id, next := 2*word+position+1, -1
			if position == 0 {
				next = id + 1
			}
			fmt.Fprintf(&b, "%d\t%c\t%d\t%d\t%d\t%d", id, 'a'+rune((word+position)%3), next, word+1,
				position+1, word%10)
			for pixel := range 128 {
				fmt.Fprintf(&b, "\t%d", (word+position+pixel)%3/2)
			}
			b.WriteString("\t\n")
		}
	}
	return []byte(b.String())
}

// TestChangedData: with different data than the published ones, every table has a note, and no
// published number appears beside it. Plan, records and why show the change too.
func TestChangedData(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	bin := binariesDir(t)
	dir := t.TempDir()
	published := must(os.ReadFile("../../../suites/ocr/published.yaml"))(t)
	for name, content := range map[string][]byte{
		"suite.yaml": []byte(changedDataSuite), "published.yaml": published,
		"data/ocr/letter.data": inventedWords(),
	} {
		need(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		putText(t, string(content), dir, name)
	}
	said := func(args ...string) string {
		out, err := program(bin, dir, append([]string{"-data", "data"}, args...)...).Output()
		if err != nil {
			t.Fatalf("spbench %s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	said("run", "suite.yaml", "-workers", "2")
	for _, format := range []string{"text", "markdown", "latex", "csv", "json"} {
		args := []string{"table", "-format", format}
		if format == "text" {
			args = append(args, "-notes", "full")
		}
		table := strings.Join(strings.Fields(said(args...)), " ")
		warnings := strings.Count(table, "letter.data is not the published file: sha256")
		want := 1 // one sentence for both datasets
		switch format {
		case "csv":
			want = 2 // rows
		case "json":
			want = 3 // two columns and the note
		}
		if warnings != want {
			t.Errorf("%s: the data are called changed %d times, want %d:\n%s", format, warnings,
				want, table)
		}
		if strings.Contains(table, "19.5") || strings.Contains(table, "0.195") {
			t.Errorf("%s: published numbers stand beside other data:\n%s", format, table)
		}
		if format != "csv" && !strings.Contains(table,
			"The published numbers on small, large are left out") {
			t.Errorf("%s: that the published numbers are left out is not said:\n%s", format, table)
		}
	}
	key, _, _ := strings.Cut(strings.Split(said("why"), "\n")[1], " ")
	if why := said("why", key); !strings.Contains(why, "letter.data is not the published file") {
		t.Errorf("why does not say that the data are other ones:\n%s", why)
	}
}
