package format

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// wantError expects an error that contains all parts. " & " separates several parts in one string.
// The error is one line, or two more lines mark a character.
func wantError(t *testing.T, what string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	for _, part := range strings.Split(strings.Join(parts, " & "), " & ") {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %q lacks %q", what, err, part)
		}
	}
	if text := err.Error(); strings.Contains(text, "\n") && !strings.HasSuffix(text, " ^") {
		t.Errorf("%s: the error has several lines: %q", what, err)
	}
}

// A broken is an invalid file, the line of its mistake, and the expected words of the error.
type broken struct {
	what, content, line, parts string // parts: with " & " between
}

func refuse(t *testing.T, ending string, args string, list []broken) {
	for _, b := range list {
		path := written(t, "broken"+ending, b.content)
		_, err := Read([]string{path}, "", []byte(args))
		place := filepath.Base(path)
		if b.line != "" {
			place += ":" + b.line + ": "
		}
		wantError(t, b.what, err, b.parts, place)
	}
}

// TestBroken reads testdata/broken.txt. It has files with a mistake, arguments for conll, and arrays to
// replace in a whole file. A line "=> LINE" and words of the error follow.
func TestBroken(t *testing.T) {
	for _, f := range must(txtar.ParseFile("testdata/broken.txt"))(t).Files {
		name, what, _ := strings.Cut(f.Name, ": ")
		content, want, _ := strings.Cut(string(f.Data), "=>")
		line, parts, _ := strings.Cut(want, "\n")
		parts = strings.TrimSuffix(parts, "\n")
		switch ending := filepath.Ext(name); ending {
		case "":
			_, err := Read([]string{written(t, "a.conll", chunks)}, "", []byte(content))
			wantError(t, what, err, parts)
		case ".npz":
			array, values, _ := strings.Cut(strings.TrimSpace(content), " ")
			refuse(t, ending, "", []broken{{what, replacing(array, npy(values)), "", parts}})
		case ".conll":
			refuse(t, ending, `{"templates": "U0:%x[0,0]\nB"}`, []broken{{what, content, strings.TrimSpace(line), parts}})
		default:
			refuse(t, ending, "", []broken{{what, content, strings.TrimSpace(line), parts}})
		}
	}
}

// Errors for missing files and unknown formats name the file and a remedy.
func TestNotRead(t *testing.T) {
	_, err := Read([]string{"/nonsense/a.jsonl"}, "", nil)
	wantError(t, "no file", err, "/nonsense/a.jsonl", "no such file")
	_, err = Read([]string{"a.docx"}, "", nil)
	wantError(t, "no ending", err, "a.docx", ".jsonl", "format: NAME")
	_, err = Read([]string{"a.jsonl"}, "jsnol", nil)
	wantError(t, "no format", err, `unknown format "jsnol": did you mean "jsonl"?`)
	_, err = Read([]string{written(t, "a.jsonl", everything)}, "", []byte(`{"columns": 3}`))
	wantError(t, "no argument", err, "format jsonl", `unknown parameter "columns"`)
	l := newLines("long", strings.NewReader(strings.Repeat("x", 1<<20)))
	l.limit = 1 << 19
	_, err = l.next()
	wantError(t, "a long line", err, "long:1: the line is longer than")
}
