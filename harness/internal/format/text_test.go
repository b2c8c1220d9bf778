package format

import (
	"bytes"
	"slices"
	"testing"
)

func TestCRFsuite(t *testing.T) {
	c := read(t, written(t, "a.crfsuite",
		"B-NP\tw[0]=An\tpos=DT\nI-NP\tpos=NN:2\tw[0]=a\\:b\\\\:.5\tw[0]=An\tpos=NN\n\n\n@weight:2\n\tw[0]=An\n@\tpos=DT\n"))
	// w[0]=An, pos=DT, pos=NN, w[0]=a:b\
	sameLines(t, c, `{"labels": ["B-NP", "I-NP", "@"], "found": true}`,
		`{"gold": [0, 1], "chain": true, "node_index": [[0, 1], [0, 2, 3]], "node_value": [[1, 1], [1, 3, 0.5]]}`,
		`{"weight": 2, "gold": [null, 2], "chain": true, "node_index": [[0], [1]]}`)
	if c = read(t, written(t, "a.crfsuite", "A\tx\n\t\nB\n  \nA\tx\n")); len(c.Instances) != 2 ||
		c.Instances[0].N() != 3 {
		t.Errorf("a variable without label and attributes ends a sequence: %+v", c.Instances)
	}
	two := read(t, written(t, "a.crfsuite", "A\tx\n"), written(t, "b.crfsuite", "B\ty\n"))
	if two.K != 2 || two.NodeWidth != 2 || two.Instances[1].Node.Index[0] != 1 || two.Fold[1] != 1 {
		t.Errorf("files share their names: %+v", two)
	}
	if first, second := two.Instances[0].ID, two.Instances[1].ID; first != "0:1" ||
		second != "1:1" {
		t.Errorf("instances of two files are called %q and %q, want 0:1 and 1:1", first, second)
	}
}

// Files of equal name in two folders are two files; their names do not matter.
func TestFilesOfOneName(t *testing.T) {
	for ending, content := range map[string]string{
		".crfsuite": "A\tx\n", ".jsonl": `{"labels": 2, "nodes": [[1]]}`} {
		c := read(t, written(t, "a"+ending, content), written(t, "a"+ending, content))
		if len(c.Instances) != 2 || c.Instances[1].ID != "1:1" {
			t.Errorf("%s: %d instances, the last one called %q, want 2 and 1:1", ending,
				len(c.Instances), c.Instances[len(c.Instances)-1].ID)
		}
	}
	_, err := Read([]string{written(t, "a.jsonl", `{"labels": 2}`+"\n"+`{"nodes": [[1]]}`),
		written(t, "b.jsonl", `{"standardise": true}`+"\n"+`{"nodes": [[1]]}`)}, "", nil)
	wantError(t, "other flags", err,
		"b.jsonl: standardise, fitted, void or found differs from earlier files")
}

// TestCRFsuiteEscapes: labels have the escapes of attributes, read and written.
func TestCRFsuiteEscapes(t *testing.T) {
	text := `B\:x` + "\tw\n" + `C\\` + "\tv\n"
	path := written(t, "a.crfsuite", text+"\n:\tu\nD\\d\tz\n")
	if c := read(t, path); !slices.Equal(c.Labels, []string{"B:x", `C\`, ":", `D\d`}) {
		t.Errorf("labels %q", c.Labels)
	}
	new := written(t, "b.crfsuite", "\tw\n\tv\n\n\tu\n\tz\n")
	if got := labelledText(t, []string{path}, nil, new, [][]int32{{0, 1}, {2, 3}}); got !=
		text+"\n"+`\:`+"\tu\n"+`D\\d`+"\tz\n" {
		t.Errorf("written is\n%s", got)
	}
}

func TestBrokenCRFsuite(t *testing.T) {
	refuse(t, ".crfsuite", "", []broken{
		{"an empty file", "\n\n", "", "no instance"},
		{"a value that is none", "A\tw=x:y", "1",
			`attribute "w=x:y": value: want a finite number, got "y" & a colon in a name is written \:`},
		{"not UTF-8", "\xb1\tx", "1", `"\xb1\tx" is not UTF-8`},
		{"no name", "A\tx\nA\t:3", "2", `attribute ":3" has no name`},
		{"a weight that is none", "@weight:0\nA\tx", "1", "@weight: want a number above 0"},
		{"spaces for tabs", "\nB-NP An DT\nI-NP apple NN\n", "2",
			"no line of the file has a tab: want LABEL, tab, ATTRIBUTE & format: conll"},
		{"an unknown declaration", "A\tx\n\n@comment:1\nA\tx\n", "3",
			`unknown declaration "@comment:1": CRFsuite knows @weight:NUMBER`},
		{"a declaration without a value", "@weight\nA\tx\n", "1", `unknown declaration "@weight"`},
		{"a label like a declaration", "@user\tx\n", "1", "no label that begins with @"},
		{"more than a weight", "@weight:2\tx\nA\tx\n", "1", "want a number above 0, got \"2\\tx\""},
		{"a weight alone", "A\tx\n\n@weight:2\n", "3", "a declaration without a sequence"},
	})
}

func FuzzCRFsuite(f *testing.F) {
	f.Add([]byte("B-NP\tw[0]=An\tpos=DT\nI-NP\tpos=NN:2\tw[0]=a\\:b\\\\:.5\tw[0]=An\n\n@weight:2\n\tw[0]=An\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := must(newCRFsuite(labelArgs{}))(t)
		if err := r.read(newLines("text", bytes.NewReader(text))); err != nil ||
			len(r.Instances) == 0 {
			readsWell(t, nil, err)
			return
		}
		readsWell(t, r.content(), nil)
	})
}

// Named labels keep the order of their names. Other labels are rejected with their place.
func TestLabelsThatAreNamed(t *testing.T) {
	for _, c := range []struct{ file, content, bad, line string }{
		{"a.crfsuite", "B\tx\n\nA\tx\n", "B\tx\n\nb\tx\n", "3"},
		{"a.conll", "x B\n\ny A\n", "y A\nx AB\n", "2"},
	} {
		args := map[string]any{"labels": []string{"A", "B", "C"}}
		if c.file == "a.conll" {
			args["templates"] = "U"
		}
		got, err := readArgs(t, written(t, c.file, c.content), args)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if got.K != 3 || !slices.Equal(got.Labels, []string{"A", "B", "C"}) ||
			got.Instances[0].Gold[0] != 1 || got.Instances[1].Gold[0] != 0 {
			t.Errorf("%s: %v, gold %v and %v", c.file, got.Labels, got.Instances[0].Gold,
				got.Instances[1].Gold)
		}
		_, err = readArgs(t, written(t, c.file, c.bad), args)
		wantError(t, c.file, err, c.file+":"+c.line+": ", "labels")
		args["labels"] = []string{"A", "B", "A"}
		_, err = readArgs(t, written(t, c.file, c.content), args)
		wantError(t, c.file, err, `labels: label 2 is called "A", and so is label 0`)
	}
}
