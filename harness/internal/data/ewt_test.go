package data

import (
	"os"
	"path/filepath"
	"slices"
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
