package table_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

func write(t *testing.T, tab *table.Table, format string, s layout.Style) string {
	t.Helper()
	var b bytes.Buffer
	ok(t, layout.Write(&b, tab, format, s))
	return b.String()
}

// each runs f on every scene.
func each(t *testing.T, f func(t *testing.T, tab *table.Table)) {
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			tab := must(scene())(t)
			f(t, tab)
		})
	}
}

// TestLaTeXIsWellFormed counts what a compiler would trip over: braces, column
// separators, environments, and characters outside what the table declares.
func TestLaTeXIsWellFormed(t *testing.T) {
	each(t, func(t *testing.T, tab *table.Table) {
		text := write(t, tab, "latex", layout.Style{})
		all, columns := 2, 0
		head := regexp.MustCompile(`^\\begin\{tabular\*?\}(?:\{\\linewidth\})?\{(.*)\}$`)
		// A number with marks is r@{…}l, or n here, and anything else between columns nothing.
		parted := regexp.MustCompile(`r@\{(\\extracolsep\{0pt\})?\}l`)
		between := regexp.MustCompile(`@\{(\\extracolsep\{[^{}]*\})?(\\hspace\{[^{}]*\})?\}`)
		bare := regexp.MustCompile(`\\[{}&%$#_]`).ReplaceAllString(text, "")
		if open, closed := strings.Count(bare, "{"), strings.Count(bare, "}"); open != closed {
			t.Errorf("%d braces open, %d close", open, closed)
		}
		special := regexp.MustCompile(`\$[^$]*\$`).ReplaceAllString(bare, "")
		special = regexp.MustCompile(`[0-9}\]]~`).ReplaceAllString(special, "") // before marks
		if i := strings.IndexAny(special, "_^#~"); i >= 0 {
			t.Errorf("a bare %q", special[i])
		}
		if strings.Count(bare, "$")%2 != 0 {
			t.Error("an odd number of $")
		}
		for _, env := range []string{"table", "threeparttable", "tablenotes"} {
			if strings.Count(text, `\begin{`+env+`}`) != 1 ||
				strings.Count(text, `\end{`+env+`}`) != 1 {
				t.Errorf("environment %s is not there once", env)
			}
		}
		span := regexp.MustCompile(`\\multicolumn\{(\d+)\}`)
		for _, line := range strings.Split(bare, "\n") {
			if spec := head.FindStringSubmatch(line); spec != nil { // each panel begins with the two names
				letters := between.ReplaceAllString(parted.ReplaceAllString(spec[1], "n"), "")
				if strings.Trim(letters, "lrn") != "" {
					t.Errorf("columns %q", spec[1])
				}
				columns = len(letters) + strings.Count(letters, "n")
				all += len(letters) - 2
			}
			if body, ok := strings.CutSuffix(line, ` \\`); ok {
				n := strings.Count(body, "&") + 1
				for _, m := range span.FindAllStringSubmatch(body, -1) {
					extra, _ := strconv.Atoi(m[1])
					n += extra - 1
				}
				if n != columns {
					t.Errorf("%d columns instead of %d: %s", n, columns, line)
				}
			}
			if strings.Contains(line, "%") && !strings.HasPrefix(line, "% needs") {
				t.Errorf("a comment hides the rest of %q", line)
			}
		}
		if want := columnsOf(tab) - 4; all != want { // without effort
			t.Errorf("%d columns, want %d", all, want)
		}
		for _, r := range text {
			if r > 0xff {
				t.Errorf("%q needs a package", r)
			}
		}
	})
}

// columnsOf returns how many columns the table has on paper: names, results,
// published numbers, effort.
func columnsOf(tab *table.Table) int {
	n := 2 + len(tab.Columns) + 4
	for c := range tab.Columns {
		for _, row := range tab.Rows {
			if row.Cells[c].Published != nil {
				n++
				break
			}
		}
	}
	return n
}

func TestJSONReadsBack(t *testing.T) {
	each(t, func(t *testing.T, tab *table.Table) {
		text := write(t, tab, "json", layout.Style{})
		dec := json.NewDecoder(strings.NewReader(text))
		dec.DisallowUnknownFields()
		var back table.Table
		ok(t, dec.Decode(&back))
		if again := write(t, &back, "json", layout.Style{}); again != text {
			t.Error("reading and writing changes it")
		}
		for _, format := range grid.Formats() {
			if write(t, &back, format, layout.Style{}) != write(t, tab, format, layout.Style{}) {
				t.Errorf("the table read back differs as %s", format)
			}
		}
	})
}

func TestReasonsCannotDriveATerminal(t *testing.T) {
	entries := run("d", 1, 10, false)
	fail(entries, "CRF", "", 0, record.Crash, "\x1b[2J\x07 boom\r\n  at line 3\x00")
	text := write(t, build(t, entries), "text", layout.Style{})
	if strings.ContainsAny(text, "\x1b\x07\r\x00") || !strings.Contains(text, "boom at line 3") {
		t.Errorf("%q", text)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	tab := build(t, run("d", 1, 10, false))
	if err := layout.Write(&bytes.Buffer{}, tab, "html", layout.Style{}); err == nil ||
		!strings.Contains(err.Error(), `"html"; there are text, markdown`) {
		t.Errorf("unknown format: %v", err)
	}
	for _, format := range grid.Formats() {
		fails(0, layout.Write(fullDisk{}, tab, format, layout.Style{}))(t, "disk full")
	}
}
