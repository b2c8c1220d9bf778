package data

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

func TestVerify(t *testing.T) {
	w := newWebsite(t)
	text, n := ocrText("fetch", "me"), len(w.content)
	flipped := slices.Clone(w.content)
	flipped[n/2] ^= 1
	for _, test := range []struct {
		name, file string
		content    []byte
		word, want string
	}{
		{"compressed", "letter.data.gz", w.content, "present", ""},
		{"plain", "letter.data", text, "present", ""},
		{"plain under the other name", "letter.data.gz", text, "present", ""},
		{"absent", "other", nil, "absent",
			`fetch it with "spbench data fetch ocr", or download it from ` + w.entry.URL},
		{"half a download", "letter.data.gz.part", w.content, "absent", "no file"},
		{"truncated", "letter.data.gz", w.content[:n-9], "changed",
			"the compressed file is truncated"},
		{"bit", "letter.data.gz", flipped, "changed", "letter.data.gz is not the published file"},
		{"header", "letter.data.gz", w.content[:5], "changed", "broken gzip header"},
		{"edited", "letter.data", append(slices.Clone(text), '\n'), "changed",
			"the sha256 of the uncompressed content is"},
		{"empty", "letter.data.gz", nil, "changed", "not " + w.entry.Files[0].SHA256},
	} {
		dir := putOCR(t, test.file, test.content)
		states, err := w.entry.Verify(context.Background(), dir)
		if err != nil || len(states) != 1 {
			t.Errorf("%s: %v, %v", test.name, states, err)
			continue
		}
		s := states[0]
		if s.String() != test.word {
			t.Errorf("%s: %s, want %s (%v)", test.name, s, test.word, s.Err)
		}
		switch test.word {
		case "absent":
			if s.Size != 0 || s.Path != filepath.Join(dir, "ocr", "letter.data.gz") ||
				!errors.Is(s.Err, fs.ErrNotExist) {
				t.Errorf("%s: %+v", test.name, s)
			}
		default:
			if s.Size != int64(len(test.content)) ||
				s.Path != filepath.Join(dir, "ocr", test.file) {
				t.Errorf("%s: %+v", test.name, s)
			}
		}
		if test.want != "" {
			wantError(t, test.name, s.Err, test.want)
		}
	}
}

// Content that expands to too much is an error, even if its file is small.
func TestContentIsBounded(t *testing.T) {
	text := bytes.Repeat([]byte{'x'}, 1000)
	for name, stored := range map[string][]byte{"plain": text, "compressed": zipped(t, text)} {
		for _, limit := range []int64{1000, 999, 10} {
			c := newContent(bytes.NewReader(stored))
			c.left = limit
			have, err := io.ReadAll(c)
			if limit == 1000 {
				if err != nil || !bytes.Equal(have, text) {
					t.Errorf("%s: %d bytes, %v", name, len(have), err)
				}
				continue
			}
			wantError(t, name, err, "the content is larger than")
		}
	}
}

func TestVerifyPublished(t *testing.T) {
	published(t)
	for _, e := range Names() {
		states := must(e.Verify(context.Background(), ""))(t)
		for _, s := range states {
			if s.Err != nil && !errors.Is(s.Err, fs.ErrNotExist) {
				t.Error(s.Err)
			}
		}
	}
}
