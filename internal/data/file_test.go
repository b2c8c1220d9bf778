package data

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// fileOf writes a dataset and returns the arguments that read it.
func fileOf(t *testing.T, d *Dataset) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteJSONL(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, `{"path":%q}`, path)
}

func load(t *testing.T, name, args string) *Dataset {
	t.Helper()
	d, err := Load(name, []byte(args), "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A dataset that was written to a file and read back is the same one, to the last bit that can change a result.
func TestFileIsTheSameDataset(t *testing.T) {
	for _, d := range []*Dataset{
		load(t, "chains", `{"words":40}`),                                // sparse ones, folds
		load(t, "blobs", `{"images":6,"rows":5,"columns":6,"radius":2}`), // dense, edges with features, grid
		load(t, "tagging", `{"sentences":20,"features":2000}`),
		load(t, "denoising", `{"versions":5}`),
	} {
		read := load(t, FileName, string(fileOf(t, d)))
		read.Name = d.Name
		if have := read.contentHash(); have != d.Hash {
			t.Errorf("%s: the hash of the file is %.8s, of the dataset %.8s", d.Name, have, d.Hash)
		}
	}
	all := whole()
	all.Name, all.Labels, all.Outside = "whole", []string{"a", "b"}, [][]bool{{false, false, true, true}}
	read := load(t, FileName, string(fileOf(t, all)))
	if read.Name = all.Name; read.contentHash() != all.contentHash() {
		t.Errorf("every field: read back as %+v", read)
	}
}

// Paths start from the folder of the suite; the names of labels, which metrics know, are part of the content, the
// path is not.
func TestFileArguments(t *testing.T) {
	dir := t.TempDir()
	write := func(name, labels string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"labels": `+labels+`}`+"\n"+`{"nodes": [[1]]}`), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.jsonl", `["x", "y"]`)
	write("b.jsonl", `["x", "y"]`)
	write("c.jsonl", `["x", "z"]`)
	from := func(args string) *Dataset {
		full, err := From(dir, FileName, []byte(args))
		if err != nil {
			t.Fatal(err)
		}
		return load(t, FileName, string(full))
	}
	a, b, c := from(`{"path":"a.jsonl"}`), from(`{"path":"b.jsonl","format":"jsonl"}`), from(`{"path":"c.jsonl"}`)
	if a.Hash != b.Hash || a.Hash == c.Hash {
		t.Errorf("hashes %.8s, %.8s and with other labels %.8s", a.Hash, b.Hash, c.Hash)
	}
	if d := from(`{"path":["a.jsonl","b.jsonl"],"standardise":true}`); len(d.Instances) != 2 || d.Fold[1] != 1 || !d.Standardise {
		t.Errorf("two files: %+v", d)
	}
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(`{"labels": 2}`+"\n"+`{"node_index": [[0]]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Load(FileName, fmt.Appendf(nil, `{"path":%q,"standardise":true}`, filepath.Join(dir, "s.jsonl")), "")
	wantError(t, "sparse", err, "data: file: ", `standardise: instance "1": its features are sparse`)
	for args, want := range map[string]string{
		`{}`:                                 `which file? Write file: {path: FILE}`,
		`{"path":[]}`:                        "path: it is empty",
		`{"path":7}`:                         "want a text, or a list of texts, got 7",
		`{"path":"a.doc"}`:                   "no format is known by the ending",
		`{"path":"a.jsonl","formt":"conl"}`:  `unknown parameter "formt"`,
		`{"path":"a.jsonl","format":"jsnl"}`: `did you mean "jsonl"?`,
		`{"path":"none.jsonl"}`:              "open none.jsonl: no such file",
		`{"path":"a.jsonl","format":1}`:      "want a",
	} {
		_, err := Load(FileName, []byte(args), "")
		wantError(t, args, err, "data: file: ", want)
	}
}
