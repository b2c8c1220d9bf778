package data

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Files with other content are read, with a warning for each.
func TestEWTWarnsOfOtherFiles(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, "ud_english_ewt"), 0o755))
	text := "1\tIt\t_\tPRON\t_\t_\t_\t_\t_\t_\n2\tworks\t_\tVERB\t_\t_\t_\t_\t_\t_\n\n"
	for _, part := range []string{"train", "dev", "test"} {
		name := filepath.Join(dir, "ud_english_ewt", "en_ewt-ud-"+part+".conllu")
		check(t, os.WriteFile(name, []byte(text), 0o644))
	}
	d, err := Load("ud_english_ewt", []byte(`{"templates":"U0:%x[0,form]\nB"}`), dir)
	check(t, err)
	if len(d.Warnings) != 3 || d.NodeWidth != 2 || !slices.Equal(d.Labels, []string{"PRON", "VERB"}) ||
		!slices.Equal(d.Fold, []int{0, 1, 2}) {
		t.Errorf("warnings %q, %d features, labels %q, folds %v", d.Warnings, d.NodeWidth, d.Labels,
			d.Fold)
	}
	_, err = Load("ud_english_ewt", nil, t.TempDir())
	wantError(t, "missing", err, "no file ud_english_ewt/en_ewt-ud-train.conllu.gz")
	refused(t, "ud_english_ewt", map[string]string{`{"min_count":0}`: "min_count"})
}

// TestUnlabelledTrees: sentences to parse have the columns of the treebank and no heads, and are
// written with heads.
func TestUnlabelledTrees(t *testing.T) {
	text := "1\tHi\thi\tINTJ\tUH\t_\t0\troot\t_\t_\n" +
		"2\tyou\tyou\tPRON\tPRP\t_\t1\tvocative\t_\t_\n\n"
	path := filepath.Join(t.TempDir(), "new.conllu")
	check(t, os.WriteFile(path, []byte(text), 0o666))
	u := must(unlabelledTrees([]string{"train"}, [][]byte{[]byte(text + text)}, path))(t)
	if x := &u.Instances[0]; len(u.Instances) != 1 || x.Labelled() || x.Node.D != 10 {
		t.Errorf("%d sentences, labels %v, %d columns", len(u.Instances), x.Gold, x.Node.D)
	}
	var b strings.Builder
	check(t, u.Write(&b, [][]int32{{2, 0}}))
	want := strings.NewReplacer("0\troot", "2\t_", "1\tvocative", "0\t_").Replace(text)
	if b.String() != want {
		t.Errorf("written as %q, want %q", b.String(), want)
	}
	check(t, os.WriteFile(path, nil, 0o666))
	_, err := unlabelledTrees([]string{"train"}, [][]byte{[]byte(text)}, path)
	wantError(t, "an empty file", err, "the file has no sentences")
}
