package data

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestStructures: the published datasets have the sizes of their descriptions; generated ones
// load. Written as JSON lines and read, each is the same.
func TestStructures(t *testing.T) {
	for name, want := range map[string]struct {
		args         string
		instances, k int
		real         bool
	}{
		"alibi":          {`{}`, 522, 0, true},
		"digit_rows":     {`{"train":5,"test":3}`, 8, 10, true},
		"ud_english_ewt": {`{"task":"heads","max_words":10}`, 6886, 11, true},
		"paths":          {`{"instances":7}`, 7, 2, false},
		"subsets":        {`{"instances":7,"degree":4}`, 7, 2, false},
	} {
		if dir := os.Getenv("SPBENCH_DATA"); want.real && dir == "" {
			t.Logf("SKIPPED: %s: SPBENCH_DATA is not set", name)
			continue
		}
		d, err := Load(name, []byte(want.args), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Instances) != want.instances || want.k > 0 && d.K != want.k || len(d.Warnings) > 0 {
			t.Errorf("%s: %d instances, %d labels, warnings %q; want %d, %d", name, len(d.Instances), d.K,
				d.Warnings, want.instances, want.k)
		}
		if read := load(t, FileName, string(fileOf(t, d))); read.Hash != d.Hash {
			t.Errorf("%s: the hash of its JSON lines is %.8s, want %.8s", name, read.Hash, d.Hash)
		}
		if name == "alibi" {
			checkAlibi(t, d)
		}
	}
}

// checkAlibi counts words with certain links, with possible ones alone, and without any.
func checkAlibi(t *testing.T, d *Dataset) {
	certain, void, none := 0, 0, 0
	for i := range d.Instances {
		for _, k := range d.Instances[i].Gold {
			switch k {
			case sp.Unknown:
				void++
			case 0:
				none++
			default:
				certain++
			}
		}
	}
	if certain != 8452 || void != 5198 || none != 975 {
		t.Errorf("%d words have certain links, %d possible ones alone, %d none", certain, void, none)
	}
}

// TestStructuresRefused: void words of a tree, and known heads that no tree has, are refused; so is
// a file to label of another kind than the dataset.
func TestStructuresRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	read := func(text string) (*Dataset, error) {
		check(t, os.WriteFile(path, []byte(text), 0o666))
		return Load(FileName, fmt.Appendf(nil, `{"path":%q}`, path), "")
	}
	tree := `"structure":"arborescence","nodes":[[1],[1],[1]],"gold":[2,%s,null]}`
	_, err := read(`{"labels":4,"void":true}` + "\n{" + fmt.Sprintf(tree, "0"))
	wantError(t, "void", err, `instance "1": a variable of structure "arborescence" cannot be void`)
	_, err = read(`{"labels":4,` + fmt.Sprintf(tree, "1"))
	wantError(t, "a cycle", err, `a.jsonl:1: structure "arborescence" has no labeling with the `+
		"known and allowed labels of variables 0 to 1")
	d, err := read(`{"labels":4,` + fmt.Sprintf(tree, "0"))
	check(t, err)
	old := filepath.Join(t.TempDir(), "old.jsonl")
	check(t, os.Rename(path, old))
	for _, text := range []string{`"chain":true,"nodes":[[1]]}`,
		`"structure":"assignment","none":0,"nodes":[[1]]}`} {
		check(t, os.WriteFile(path, []byte(`{"labels":4,`+text), 0o666))
		_, err = d.ReadUnlabelled(fmt.Appendf(nil, `{"path":%q}`, path), path)
		wantError(t, text, err, `instance "1" is `, "those of the dataset are of structure arborescence")
	}
	larger := `{"structure":"arborescence","nodes":[[1],[1],[1],[1]]}`
	check(t, os.WriteFile(path, []byte(larger), 0o666))
	u, err := d.ReadUnlabelled(fmt.Appendf(nil, `{"path":%q}`, old), path)
	if check(t, err); u.Instances[0].K != 5 {
		t.Errorf("a larger tree to label has %d labels", u.Instances[0].K)
	}
}
