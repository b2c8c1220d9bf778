package find

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestBehind checks that the manager of a shim is asked for the program. Without a manager, or if
// it does not know the program, the shim itself is used.
func TestBehind(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"env/shims/python": "#!/bin/sh\n", "env/shims/other": "#!/bin/sh\n",
		"alone/shims/python": "#!/bin/sh\n", "env/versions/3/bin/python": "#!/bin/sh\n",
		"env/bin/pyenv": "#!/bin/sh\n[ \"$1 $2\" = 'which python' ] && echo " +
			filepath.Join(dir, "env/versions/3/bin/python"),
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(text), 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"env/shims/python":          "env/versions/3/bin/python",
		"env/shims/other":           "env/shims/other",
		"alone/shims/python":        "alone/shims/python",
		"env/versions/3/bin/python": "env/versions/3/bin/python",
	} {
		if is := behind(filepath.Join(dir, path)); is != filepath.Join(dir, want) {
			t.Errorf("behind %s is %s, want %s", path, is, want)
		}
	}
}
