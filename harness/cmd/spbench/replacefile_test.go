package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceFile: a file is not touched before its new content is whole.
func TestReplaceFile(t *testing.T) {
	name, broken := filepath.Join(t.TempDir(), "f"), errors.New("broken")
	for _, fails := range []error{nil, broken} {
		err := replaceFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			if text, _ := os.ReadFile(name); fails != nil && string(text) != "new" || fails == nil && text != nil {
				t.Errorf("%q while it is written", text)
			}
			return errors.Join(err, fails)
		})
		files, _ := os.ReadDir(filepath.Dir(name))
		if text, _ := os.ReadFile(name); !errors.Is(err, fails) || string(text) != "new" || len(files) != 1 {
			t.Errorf("%v: %q beside %v", err, text, files)
		}
	}
}
