package format

import (
	"bytes"
	"compress/gzip"
	"slices"
	"testing"
)

// Every format reads parts of one or more files: parts are folds with names, and IDs begin with the
// name of the part, also IDs that the files name.
func TestParts(t *testing.T) {
	conll := `{"templates":"U:%x[0,0]\nB"}`
	conllu := `{"templates":"U:%x[0,form]\nB"}`
	for _, c := range []struct{ name, content, args, id string }{
		{"a.jsonl", `{"labels": 2, "id": "x", "nodes": [[1]], "gold": [1]}`, "", "x"},
		{"a.jsonl.gz", packed(t, `{"labels": 2, "nodes": [[1]], "gold": [1]}`), "", "1"},
		{"a.jsonl", `{"labels": 2, "nodes": [[1]], "gold": [1]}`, "", "1"},
		{"a.npz", string(zipped("labels", npy("<i8 (): 2"), "chain", npy("|b1 (): 1"),
			"offsets", npy("<i8 (2,): 0 1"), "nodes", npy("<f4 (1,1): 1"),
			"id", words32(1, "y"), "gold", npy("<i8 (1,): 0"))), "", "y"},
		{"a.crfsuite", "A\tx\n", "", "1"},
		{"a.conll", "He P\n", conll, "1"},
		{"a.conllu", "1\tHe\the\tPRON\t_\t_\t_\t_\t_\t_\n", conllu, "1"},
	} {
		one := func() string { return written(t, c.name, c.content) }
		content := must(ReadParts([]Part{{"train", []string{one()}}, {"dev", []string{one()}},
			{"test", []string{one()}}}, "", []byte(c.args)))(t)
		var ids []string
		for i := range content.Instances {
			ids = append(ids, content.Instances[i].ID)
		}
		want := []string{"train:" + c.id, "dev:" + c.id, "test:" + c.id}
		if !slices.Equal(ids, want) || !slices.Equal(content.Fold, []int{0, 1, 2}) ||
			!slices.Equal(content.Parts, []string{"train", "dev", "test"}) {
			t.Errorf("%s: IDs %q, folds %v, parts %q", c.name, ids, content.Fold, content.Parts)
		}
	}
}

func packed(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must(z.Write([]byte(content)))(t)
	check(t, z.Close())
	return b.String()
}

func TestBrokenParts(t *testing.T) {
	parts := func(train, test string) error {
		_, err := ReadParts([]Part{{"train", []string{written(t, "a.jsonl", train)}},
			{"test", []string{written(t, "b.jsonl", test)}}}, "", nil)
		return err
	}
	one := `{"labels": 2, "nodes": [[1]]}`
	check(t, parts(one, one))
	wantError(t, "folds", parts(`{"labels": 2, "nodes": [[1]], "fold": 1}`, one),
		`a.jsonl:1: instance "train:1" has a fold, but the path of its file tells its part, train: leave`)
	wantError(t, "empty", parts(one, `{"labels": 2}`), "b.jsonl: the file has no instances")
	wantError(t, "flags", parts(one, `{"labels": 2, "standardise": true}`+"\n"+one),
		"b.jsonl: standardise, fitted, void or found differs")
	wantError(t, "a mistake", parts(one, one+"\n"+`{"nodes": [[1]], "gold": [2]}`), "b.jsonl:2: gold")
}

// Read is ReadParts for files without parts.
func Read(paths []string, name string, args []byte) (*Content, error) {
	return ReadParts([]Part{{Paths: paths}}, name, args)
}
