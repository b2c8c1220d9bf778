package format

import (
	"path/filepath"
	"strings"
	"testing"
)

// wantError expects an error that contains all parts. " & " separates several parts in one string.
// The error is one line, or two more lines mark a character.
func wantError(t *testing.T, what string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	for _, part := range strings.Split(strings.Join(parts, " & "), " & ") {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %q lacks %q", what, err, part)
		}
	}
	if text := err.Error(); strings.Contains(text, "\n") && !strings.HasSuffix(text, " ^") {
		t.Errorf("%s: the error has several lines: %q", what, err)
	}
}

// A broken is an invalid file, the line of its mistake, and the expected words of the error.
type broken struct {
	what, content, line, parts string // parts: with " & " between
}

func refuse(t *testing.T, ending string, args string, list []broken) {
	for _, b := range list {
		path := written(t, "broken"+ending, b.content)
		_, err := Read([]string{path}, "", []byte(args))
		place := filepath.Base(path)
		if b.line != "" {
			place += ":" + b.line + ": "
		}
		wantError(t, b.what, err, b.parts, place)
	}
}

func TestBrokenJSONL(t *testing.T) {
	header := `{"labels": ["A", "B"], "node_width": 2}` + "\n"
	line := func(fields string) string {
		return header + `{"nodes": [[1, 2], [3, 4]], ` + fields + `}`
	}
	refuse(t, ".jsonl", "", []broken{
		{"a photo without superpixels", `{"labels": 2, "nodes": [[1]], "photo": "a.jpg"}`, "1",
			"photo needs superpixels in the first line"},
		{"an empty file", "", "", "no instance"},
		{"only a header", header, "", "no instance"},
		{"no object", "[1]", "1", "want an object, {…}, got [1"},
		{"not JSON", "nodes: 3", "1", "invalid character 'o' in literal null"},
		{"a line that ends early", header + `{"nodes": [[1, 2]`, "2",
			`nodes: column 18: the line ends too early`},
		{"something after it", line(`"gold": [0, 1]`) + " 7", "2",
			"column 45: invalid character '7' after top-level value"},
		{"no number of labels", `{"nodes": [[1]]}`, "1",
			`how many labels are there? & {"labels": 3}`},
		{"gold before labels", `{"gold": [1], "labels": 2, "nodes": [[1]]}`, "1",
			"gold: & labels are not declared yet"},
		{"no labels", `{"labels": 0}`, "1", "labels: & 0 labels, want 1 to 100000"},
		{"a label's name twice", `{"labels": ["A", "A"]}`, "1",
			`label 1 is called "A", and so is label 0`},
		{"other labels", header + `{"labels": 3, "nodes": [[1, 2]]}`, "2",
			"labels: & different labels than before: 2 were declared, here are 3"},
		{"an unknown field", line(`"glod": [0, 1]`), "2",
			`unknown field "glod": did you mean "gold"?`},
		{"a field twice", line(`"gold": [0, 1], "gold": [0, 1]`), "2", "gold is there twice"},
		{"a header too late", line(`"node_width": 2`), "2",
			"node_width & belong into the first line"},
		{"a label too large", line(`"gold": [0, 2]`), "2",
			"gold:  & want a whole number in 0..1, got 2"},
		{"a negative label", line(`"gold": [0, -1]`), "2", "want a whole number in 0..1, got -1"},
		{"a label that is none", line(`"gold": [0, 0.5]`), "2", "got 0.5"},
		{"an unknown name", line(`"gold": ["A", "a"]`), "2",
			`gold: & unknown label "a": did you mean "A"?`},
		{"a name where there are none", `{"labels": 2, "nodes": [[1]], "gold": ["A"]}`, "1",
			"labels have no names here: want 0..1"},
		{"too few labels", line(`"gold": [0]`), "2", "1 gold labels for 2 variables"},
		{"not a number", header + `{"nodes": [[1, NaN]]}`, "2",
			"nodes/0/1: column 16: invalid character 'N' at start of value: NaN"},
		{"infinity", header + `{"nodes": [[1, -Infinity]]}`, "2",
			"nodes/0/1: & in number & : Infinity"},
		{"too large a number", header + `{"nodes": [[1, 1e39]]}`, "2",
			"1e39 is too large for a 32-bit float"},
		{"a number of another country", header + `{"nodes": [[1, .5]]}`, "2",
			"nodes/0/1: & at start of value: .5"},
		{"another width", header + `{"nodes": [[1, 2, 3]]}`, "2",
			"node rows have 3 columns, node_width says 2"},
		{"a ragged row", header + `{"nodes": [[1, 2], [3]]}`, "2",
			"row 1 has 1 numbers, want 2 as in the first row"},
		{"another width than before", `{"labels": 2, "nodes": [[1]]}` + "\n" +
			`{"nodes": [[1, 2]]}`, "2", "node rows have 2 columns, those before & jsonl:1) have 1"},
		{"dense after sparse", `{"labels": 2, "node_index": [[1]]}` + "\n" + `{"nodes": [[1, 2]]}`,
			"2", "node rows are dense, but those before & are sparse"},
		{"both", header + `{"nodes": [[1, 2]], "node_index": [[0]]}`, "2",
			"both nodes (dense rows) and node_index"},
		{"a column too large", header + `{"node_index": [[2]]}`, "2",
			"node rows have column 2, want columns 0..1"},
		{"columns that do not ascend", header + `{"node_index": [[1, 1]]}`, "2",
			"row 0: column 1 follows column 1"},
		{"values without columns", header + `{"nodes": [[1, 2]], "node_value": [[2]]}`, "2",
			"node_value without node_index"},
		{"too few values", header + `{"node_index": [[0, 1]], "node_value": [[2]]}`, "2",
			"row 0 of node_value has 1 numbers, that of node_index 2"},
		{"no variables", header + `{"id": "a", "gold": []}`, "2", "it has no variables"},
		{"an edge out of range", line(`"edges": [[0, 2]]`), "2", "edge 0 joins 0 and 2 & 0..1"},
		{"a loop", line(`"edges": [[1, 1]]`), "2", "edge 0 joins 1 and 1"},
		{"an edge twice", line(`"edges": [[0, 1], [1, 0]]`), "2", "0 and 1 are joined twice"},
		{"an edge with three ends", line(`"edges": [[0, 1, 2]]`), "2", "edge 0 has 3 ends, want two: [u, v]"},
		{"an edge with one end", line(`"edges": [[0]]`), "2", "edge 0 has 1 ends, want two"},
		{"edges of a chain", line(`"edges": [[0, 1]], "chain": true`), "2", "both edges and chain"},
		{"edge rows without edges", line(`"edge_rows": [[1]]`), "2", "1 edge rows for 0 edges"},
		{"edge rows once only", line(`"chain": true, "edge_rows": [[1]]`) + "\n" +
			`{"nodes": [[1, 2], [1, 2]], "chain": true}`, "3",
			"no edge rows for 1 edges, but those before & :2) have some"},
		{"no edge rows at first", line(`"chain": true`) + "\n" +
			`{"nodes": [[1, 2], [1, 2]], "chain": true, "edge_rows": [[1]]}`, "3",
			"edge rows, but the edges before & :2) have none"},
		{"a candidate too large", line(`"allowed": [null, [3]]`), "2", "allowed/1:  & 0..1, got 3"},
		{"no candidate", line(`"allowed": [null, []]`), "2",
			"no label is allowed for variable 1: write null for all"},
		{"a negative size", line(`"size": [1, -2]`), "2", "size -2 of variable 1"},
		{"a grid of other sizes", line(`"shape": [2, 2]`), "2",
			"shape: 2×2 is 4 variables, but there are 2 nodes"},
		{"an empty shape", line(`"shape": [0, 0]`), "2", "shape: want at least one row and one column"},
		{"an empty id", line(`"id": ""`), "2", `id: want a text, got ""`},
		{"half a shape", line(`"shape": [2]`), "2", "want [rows, columns], got 1 numbers"},
		{"a box without a shape", line(`"box": [0, 0, 1, 1]`), "2",
			"box: [0, 0, 1, 1] in a shape of 0×0"},
		{"a box against the labels", line(`"shape": [1, 2], "gold": [0, 1], "box": [0, 0, 1, 1]`),
			"2", "variable 1 has label 1, but lies outside the box"},
		{"below the box", line(`"shape": [2, 1], "gold": [0, 1], "box": [0, 0, 1, 1]`), "2",
			"variable 1 has label 1, but lies outside the box"},
		{"half a point", line(`"box": [0, 0, 1, 1, 1]`), "2",
			"want [top, left, bottom, right], got 5 numbers"},
		{"all outside", line(`"outside": [0, 1]`), "2", "all variables are outside"},
		{"outside out of range", line(`"outside": [2]`), "2", "there is no variable 2"},
		{"weight 0", line(`"weight": 0`), "2", "weight 0, must be positive"},
		{"an id twice", line(`"id": "a"`) + "\n" + `{"id": "a", "nodes": [[1, 2]]}`, "3",
			`the id "a" is used twice (first in & jsonl:2)`},
		{"a number for an id", line(`"id": 7`), "2", "id:  & want a text, got 7"},
		{"a fold once only", line(`"fold": 1`) + "\n" + `{"nodes": [[1, 2]]}`, "3",
			"has no fold and no group, but the first one & has a fold"},
		{"a group once only", line(`"group": 1`) + "\n" + `{"nodes": [[1, 2]]}`, "3",
			"has no fold and no group, but the first one & has no fold and a group"},
		{"no group at first", line(`"weight": 1`) + "\n" + `{"group": "a", "nodes": [[1, 2]]}`, "3",
			"has no fold and a group, but the first one & has no fold and no group"},
		{"quotes that stay open", header + `{"id: 3}`, "2", "column 9: the line ends too early"},
		{"not UTF-8", header + "{\"id\": \"\xff\", \"nodes\": [[1, 2]]}", "2",
			`"{\"id\": \"\xff\", \"nodes\": [[1, 2]]}" is not UTF-8: convert the file`},
		{"not UTF-8 after an escape", header + "{\"id\": \"\\n\xe9\", \"nodes\": [[1, 2]]}", "2",
			`\xe9\", \"nodes\": [[1, 2]]}" is not UTF-8`},
		{"half a pair", header + `{"id": "a\ud800", "nodes": [[1, 2]]}`, "2",
			`id: & invalid surrogate pair`},
		{"half a pair beside U+FFFD", header + `{"id": "\ufffd\"�\udc00", "nodes": [[1, 2]]}`, "2",
			`id: & invalid surrogate pair`},
		{"null for a number", header + `{"nodes": [[1, null]]}`, "2",
			"nodes/0: column 16: want a finite number, got null"},
		{"a text for a number", line(`"size": [1, "2"]`), "2",
			`size: column 41: want a finite number, got "2"`},
		{"a number for a row", header + `{"nodes": [1, 2]}`, "2",
			"nodes: column 12: want an array of numbers, got 1"},
		{"null for a candidate", line(`"allowed": [[null], [0]]`), "2", "want a label, got null"},
		{"a text for a flag", `{"labels": 2, "void": "no"}`, "1",
			`void: & want true or false, got "no"`},
		{"a fold below 0", line(`"fold": -1`), "2", "fold: & want a whole number in 0.. & got -1"},
		{"a width too large", `{"labels": 2, "node_width": 1073741825}`, "1",
			"node_width: a width of 1073741825, want at most"},
		{"gold that is not allowed", line(`"gold": [0, 1], "allowed": [null, [0]]`), "2",
			"variable 1 has label 1, which is not among its allowed labels"},
	})
}

// Errors for missing files and unknown formats name the file and a remedy.
func TestNotRead(t *testing.T) {
	_, err := Read([]string{"/nonsense/a.jsonl"}, "", nil)
	wantError(t, "no file", err, "/nonsense/a.jsonl", "no such file")
	_, err = Read([]string{"a.docx"}, "", nil)
	wantError(t, "no ending", err, "a.docx", ".jsonl", "format: NAME")
	_, err = Read([]string{"a.jsonl"}, "jsnol", nil)
	wantError(t, "no format", err, `unknown format "jsnol": did you mean "jsonl"?`)
	_, err = Read([]string{written(t, "a.jsonl", everything)}, "", []byte(`{"columns": 3}`))
	wantError(t, "no argument", err, "format jsonl", `unknown parameter "columns"`)
	_, err = Read(nil, "", nil)
	wantError(t, "nothing", err, "no file is named")
	l := newLines("long", strings.NewReader(strings.Repeat("x", 1<<20)))
	l.limit = 1 << 19
	_, err = l.next()
	wantError(t, "a long line", err, "long:1: the line is longer than")
}
