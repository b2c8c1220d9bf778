package format

import (
	"bytes"
	commandline "flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestRead reads testdata/read.txt. It has files, and their content as JSON lines after a line
// "=> ARGUMENTS". -update writes it.
func TestRead(t *testing.T) {
	all := must(txtar.ParseFile("testdata/read.txt"))(t)
	for i := range all.Files {
		f := &all.Files[i]
		name, what, _ := strings.Cut(f.Name, ": ")
		content, after, _ := strings.Cut(string(f.Data), "=>")
		args, want, _ := strings.Cut(after, "\n")
		c := must(ReadParts(unnamed(written(t, name, content)), "", []byte(args)))(t)
		var got bytes.Buffer
		check(t, WriteJSONL(&got, c))
		if got.String() != want && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", what, got.String(), want)
		}
		f.Data = []byte(content + "=>" + args + "\n" + got.String())
	}
	if *update {
		check(t, os.WriteFile("testdata/read.txt", txtar.Format(all), 0o666))
	}
}

var update = commandline.Bool("update", false, "rewrite testdata/read.txt")

func TestCRFsuiteFiles(t *testing.T) {
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

func FuzzCRFsuite(f *testing.F) {
	f.Add([]byte("B-NP\tw[0]=An\tpos=DT\nI-NP\tpos=NN:2\tw[0]=a\\:b\\\\:.5\tw[0]=An\n\n@weight:2\n\tw[0]=An\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := must(newCRFsuite(crfsuiteArgs{}))(t)
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
		_, err := readArgs(t, written(t, c.file, c.bad), args)
		wantError(t, c.file, err, c.file+":"+c.line+": ", "labels")
		args["labels"] = []string{"A", "B", "A"}
		_, err = readArgs(t, written(t, c.file, c.content), args)
		wantError(t, c.file, err, `labels: label 2 is called "A", and so is label 0`)
	}
}
