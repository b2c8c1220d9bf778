package data

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// fileOf writes a dataset and returns the arguments to read it.
func fileOf(t *testing.T, d *Dataset) []byte {
	t.Helper()
	var b bytes.Buffer
	check(t, d.WriteJSONL(&b))
	path := filepath.Join(t.TempDir(), "own.jsonl")
	check(t, os.WriteFile(path, b.Bytes(), 0o666))
	return fmt.Appendf(nil, `{"path":%q}`, path)
}

func load(t testing.TB, name, args string) *Dataset {
	t.Helper()
	return must(Load(name, []byte(args), ""))(t)
}

// A dataset written to a file and read back is the same, to the last bit that can change a result.
func TestFileIsTheSameDataset(t *testing.T) {
	for _, d := range []*Dataset{
		load(t, "chains", `{"words":40}`),                                // sparse ones, folds
		load(t, "blobs", `{"images":6,"rows":5,"columns":6,"radius":2}`), // dense, edges with features, grid
		load(t, "denoising", `{"versions":5}`),
	} {
		if read := load(t, FileName, string(fileOf(t, d))); read.Hash != d.Hash {
			t.Errorf("%s: the hash of the file is %.8s, of the dataset %.8s", d.Name, read.Hash,
				d.Hash)
		}
	}
	all := whole()
	all.Outside = [][]bool{{false, false, true, true}}
	if read := load(t, FileName, string(fileOf(t, all))); read.Hash != all.contentHash() {
		t.Errorf("every field: read back as %+v", read)
	}
}

// Paths are relative to the folder of the suite. Names of labels are part of the content, because
// metrics use them; the path is not.
func TestFileArguments(t *testing.T) {
	dir := t.TempDir()
	write := func(name, labels string) {
		putFile(t, dir, name, []byte(`{"labels": `+labels+`}`+"\n"+`{"nodes": [[1]]}`))
	}
	write("a.jsonl", `["x", "y"]`)
	write("b.jsonl", `["x", "y"]`)
	write("c.jsonl", `["x", "z"]`)
	from := func(args string) *Dataset {
		full := must(From(dir, FileName, []byte(args)))(t)
		return load(t, FileName, string(full))
	}
	a, b, c := from(`{"path":"a.jsonl"}`), from(`{"path":"b.jsonl","format":"jsonl"}`),
		from(`{"path":"c.jsonl"}`)
	if a.Hash != b.Hash || a.Hash == c.Hash {
		t.Errorf("hashes %.8s, %.8s and with other labels %.8s", a.Hash, b.Hash, c.Hash)
	}
	if d := from(`{"path":["a.jsonl","b.jsonl"],"standardise":true}`); len(d.Instances) != 2 ||
		d.Fold[1] != 1 || !d.Standardise {
		t.Errorf("two files: %+v", d)
	}
	putFile(t, dir, "s.jsonl", []byte(`{"labels": 2}`+"\n"+`{"node_index": [[0]]}`))
	_, err := Load(FileName, fmt.Appendf(nil, `{"path":%q,"standardise":true}`,
		filepath.Join(dir, "s.jsonl")), "")
	wantError(t, "sparse", err, "data: file: ",
		`standardise: instance "1": its features are sparse`)
	refused(t, FileName, map[string]string{
		`{}`:                                            "path: it is empty; write path: FILE",
		`{"path":[]}`:                                   "path: it is empty",
		`{"path":7}`:                                    "path: want a path, or a list of paths, got 7",
		`{"path":"a.doc"}`:                              "unknown ending of",
		`{"path":"a.jsonl","formt":"conl"}`:             `unknown parameter "formt"`,
		`{"path":"a.jsonl","format":"jsnl"}`:            `did you mean "jsonl"?`,
		`{"path":{"train":"a.jsonl"}}`:                  "path: test: it is empty",
		`{"path":{"train":"a.jsonl","test":[]}}`:        "path: test: it is empty",
		`{"path":{"train":"a.jsonl","test":7}}`:         "path: test: want a path, or a list of paths, got 7",
		`{"path":{"train":"a","devel":"b","test":"c"}}`: `path: unknown parameter "devel"`,
		`{"path":"none.jsonl"}`:                         "open none.jsonl: no such file",
		`{"path":"a.jsonl","format":1}`:                 "want a",
	})
}
