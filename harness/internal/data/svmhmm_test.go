package data

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// writeSVMHMM writes the instances of each fold of d, chains with sparse features, in SVM-hmm's
// format, and returns the arguments of "file".
func writeSVMHMM(t *testing.T, d *Dataset) string {
	t.Helper()
	dir := t.TempDir()
	files := map[int]*bufio.Writer{}
	var paths []string
	for i := range d.Instances {
		w := files[d.Fold[i]]
		for len(files) <= d.Fold[i] {
			path := filepath.Join(dir, fmt.Sprintf("fold%d.svmhmm", len(files)))
			f := must(os.Create(path))(t)
			defer f.Close()
			w = bufio.NewWriter(f)
			files[len(files)] = w
			paths = append(paths, fmt.Sprintf("%q", path))
		}
		x := &d.Instances[i]
		for v, k := range x.Gold {
			fmt.Fprintf(w, "%d qid:%d", k+1, i)
			index, value := x.Node.Row(v)
			for at, j := range index {
				one := float32(1)
				if value != nil {
					one = value[at]
				}
				fmt.Fprintf(w, " %d:%v", j+1, one)
			}
			fmt.Fprintf(w, " # %s\n", d.Labels[k])
		}
	}
	for _, w := range files {
		check(t, w.Flush())
	}
	return `{"path":[` + strings.Join(paths, ",") + `]}`
}

// Words written for SVM-hmm and read back are the same instances, with a fold for each file.
func TestSVMHMMIsTheSameDataset(t *testing.T) {
	for _, name := range []string{"chains", "ocr"} {
		d, err := Load(name, nil, "")
		if errors.Is(err, fs.ErrNotExist) {
			t.Logf("SKIPPED: %s is not on this machine", name)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		read := load(t, FileName, writeSVMHMM(t, d))
		at := map[int]int{} // instances of a fold so far
		var want []sp.Instance
		for f := range 10 {
			for i := range d.Instances {
				if d.Fold[i] == f {
					x := d.Instances[i]
					x.ID = fmt.Sprintf("%d:%d", f, i)
					want = append(want, x)
					at[f]++
				}
			}
		}
		for i := range want {
			if i >= len(read.Instances) || !reflect.DeepEqual(want[i], read.Instances[i]) {
				t.Fatalf("%s: instance %s has changed", name, want[i].ID)
			}
		}
		for f := range 10 {
			if have := len(read.inFolds([]int{f})); have != at[f] {
				t.Errorf("%s: %d instances in fold %d, want %d", name, have, f, at[f])
			}
		}
	}
}
