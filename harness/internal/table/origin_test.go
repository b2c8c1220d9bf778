package table_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// made is a fit by these builds, appended at that second.
func made(seed uint64, build, harness string, second int64) record.Fit {
	f := recorded(seed)
	f.Learner = "crf"
	f.Identity = map[string]string{"build": "source:" + strings.Repeat(build, 64),
		"harness": strings.Repeat(harness, 64)}
	f.Times.Appended = time.Unix(second, 0)
	return f
}

func tableOf(t *testing.T, fits []record.Fit) *table.Table {
	t.Helper()
	var plan []table.Entry
	for i := range fits {
		plan = append(plan, planned("map", fits[i].Seed.Learner))
	}
	entries := must(table.FromRecords(plan, fits))(t)
	return build(t, entries)
}

// A cell that mixes builds, or has none of the one at hand, says so in every format.
func TestMixedBuildsAreMarked(t *testing.T) {
	kept := made(1, "a", "e", 100)
	kept.Kept = map[string]string{"build": "source:" + strings.Repeat("b", 64)}
	scored := made(2, "a", "e", 100)
	scored.Kept = map[string]string{"score": strings.Repeat("5", 64)}
	const learner, spbench, scores = "a different build of the learner than the latest",
		"a different spbench than the latest", "parameters chosen by other scores than the table's"
	for _, test := range []struct {
		name string
		fits []record.Fit
		want string // footnote; "" for none
	}{
		{"one build", []record.Fit{made(1, "a", "e", 100), made(2, "a", "e", 200)}, ""},
		{"within a cell", []record.Fit{made(1, "a", "e", 100), made(2, "b", "e", 200)},
			"1 of 2 fits by " + learner + " (source:aaaaaaaa, harness eeeeeeee)"},
		{"older appended later", []record.Fit{made(1, "a", "e", 300), made(2, "b", "e", 200)},
			"1 of 2 fits by " + learner + " (source:bbbbbbbb, harness eeeeeeee)"},
		{"harness", []record.Fit{made(1, "a", "e", 100), made(2, "a", "f", 200)},
			"1 of 2 fits by " + spbench + " (source:aaaaaaaa, harness eeeeeeee)"},
		{"all kept", []record.Fit{kept}, "1 of 1 fits by " + learner +
			" (source:aaaaaaaa, harness eeeeeeee)"},
		{"kept beside new", []record.Fit{kept, made(2, "b", "f", 200)}, "1 of 2 fits by " +
			learner + ", " + spbench + " (source:aaaaaaaa, harness eeeeeeee)"},
		{"chosen by other scores", []record.Fit{made(1, "a", "e", 100), scored}, "1 of 2 fits by " +
			scores + " (source:aaaaaaaa, harness eeeeeeee)"},
	} {
		tab := tableOf(t, test.fits)
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if !slices.Equal(tab.Footnotes, want) {
			t.Errorf("%s: footnotes %q, want %q", test.name, tab.Footnotes, want)
		}
		for _, format := range grid.Formats() {
			if format == "csv" { // it has no footnotes
				continue
			}
			text := flat(write(t, tab, format, layout.Style{}))
			if got := strings.Contains(text, "than the "); got != (test.want != "") {
				t.Errorf("%s as %s: marked is %v:\n%s", test.name, format, got, text)
			}
			full := test.fits[0].Identity["build"]
			if named := strings.Contains(text, full); named != (format == "json") {
				t.Errorf("%s as %s: the build is named in full: %v", test.name, format, named)
			}
		}
	}
}

// The builds of a cell, counted, are in its JSON.
func TestOriginsAreCounted(t *testing.T) {
	tab := tableOf(t, []record.Fit{made(1, "a", "e", 100), made(2, "b", "e", 200),
		made(3, "b", "e", 150)})
	text, err := json.Marshal(tab.Rows[0].Cells[0].Origins)
	want := `[{"learner":"source:` + strings.Repeat("a", 64) + `","harness":"` +
		strings.Repeat("e", 64) + `","fits":1,"differs":["build"]},` +
		`{"learner":"source:` + strings.Repeat("b", 64) + `","harness":"` +
		strings.Repeat("e", 64) + `","fits":2}]`
	if err != nil || string(text) != want {
		t.Errorf("%s (%v), want %s", text, err, want)
	}
}

// Numbers that other sources scored than the last ones are left out, and missed.
func TestScoresAreNotMixed(t *testing.T) {
	old, now := made(1, "a", "e", 100), made(2, "a", "e", 200)
	old.Rows[0].Score, now.Rows[0].Score = "5", "6"
	tab := tableOf(t, []record.Fit{old, now})
	cell := tab.Rows[0].Cells[0]
	if cell.Good != 1 || cell.Planned != 2 || float64(cell.Values[1].Value) != 0.125 {
		t.Errorf("cell %+v", cell)
	}
	if !slices.ContainsFunc(tab.Notes, func(n string) bool {
		return strings.HasPrefix(n,
			"Warning: 1 fits are left out, because a different spbench scored them")
	}) {
		t.Errorf("notes %q", tab.Notes)
	}
	if notes := tableOf(t, []record.Fit{old}).Notes; slices.ContainsFunc(notes,
		func(n string) bool { return strings.Contains(n, "left out") }) {
		t.Errorf("scored by one, if not the latest: %q", notes)
	}
}
