package data

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The published file arrives in one attempt or in two.
func TestFetchArrives(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	for name, test := range map[string]struct {
		answers []http.HandlerFunc
		failed  string
	}{
		"at once":   {[]http.HandlerFunc{w.whole}, ""},
		"no length": {[]http.HandlerFunc{closes(w.content)}, ""},
		"truncated": {[]http.HandlerFunc{w.cut(n / 2), w.whole}, fmt.Sprintf("the download ended after %d of %d bytes", n/2, n)},
		"truncated, silently": {[]http.HandlerFunc{closes(w.content[:n/2]), w.whole},
			"the compressed file is truncated"},
		"429": {[]http.HandlerFunc{status(429), w.whole}, "the server answers 429"},
		"503": {[]http.HandlerFunc{status(503), w.whole}, "the server answers 503"},
		"redirected": {[]http.HandlerFunc{
			http.RedirectHandler("/moved", http.StatusFound).ServeHTTP, w.whole}, ""},
	} {
		dir := t.TempDir()
		w.answers(test.answers...)
		states, failed, err := w.fetch(dir, FetchOptions{})
		if err != nil || len(states) != 1 || states[0].String() != "present" ||
			states[0].Size != int64(n) ||
			states[0].Path != filepath.Join(dir, "ocr", "letter.data.gz") {
			t.Errorf("%s: states %v, %v", name, states, err)
		}
		wantFiles(t, dir, map[string][]byte{"letter.data.gz": w.content})
		if got := strings.Join(failed, ""); !strings.Contains(got, test.failed) ||
			(got == "") != (test.failed == "") || w.asked != len(test.answers) {
			t.Errorf("%s: asked %d times, the first attempt failed with %q, want %q", name, w.asked,
				got, test.failed)
		}
	}
}

// A silent server ends the attempt.
func TestFetchStalls(t *testing.T) {
	stall = 3 * time.Second
	defer func() { stall = 30 * time.Second }()
	w := newWebsite(t)
	w.answers(w.stalls(len(w.content)/2), w.whole)
	dir := t.TempDir()
	_, failed, err := w.fetch(dir, FetchOptions{})
	if err != nil || len(failed) != 1 || !strings.Contains(failed[0], "stalled: no byte for 3s") {
		t.Errorf("%q, %v", failed, err)
	}
	wantFiles(t, dir, map[string][]byte{"letter.data.gz": w.content})
}

// A fetch that fails twice returns one error and leaves no file under the final name.
func TestFetchFails(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	flipped := slices.Clone(w.content)
	flipped[n/2] ^= 4
	for _, test := range []struct {
		name   string
		limit  int64
		answer http.HandlerFunc
		want   string
	}{
		{"404", maxContent, http.NotFound,
			"404 Not Found: the address may have moved & to do it by hand, put a copy at"},
		{"500", maxContent, status(500), "500 Internal Server Error"},
		{"corrupted", maxContent, serves(flipped),
			"the content is not the published file"},
		{"another file", maxContent, serves(zipped(t, ocrText("other"))), "sha256 & " +
			w.entry.Files[0].SHA256},
		{"web page", maxContent, serves([]byte("<!DOCTYPE html><title>Gone</title>")),
			"a web page instead of the file, which may have moved"},
		{"empty", maxContent, serves(nil), "not the published file"},
		{"truncated twice", maxContent, w.cut(8), "the download ended after 8 of"},
		{"too large", 20, w.whole, "larger than 20 bytes"},
		{"too large, no length", 20, closes(w.content),
			"larger than 20 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			w.answers(test.answer)
			largest = test.limit
			defer func() { largest = maxContent }()
			_, _, err := w.fetch(dir, FetchOptions{})
			if test.limit == 20 && w.asked != 1 {
				t.Errorf("asked %d times", w.asked)
			}
			wantError(t, test.name, err, test.want, "data: ocr: "+w.entry.URL+": ",
				filepath.Join(dir, "ocr", "letter.data.gz"))
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%q is not one line", err)
			}
			wantFiles(t, dir, nil)
		})
	}
}

// An existing file is not downloaded again. One with different content is neither overwritten nor
// accepted.
func TestFetchLeavesFilesAlone(t *testing.T) {
	w := newWebsite(t)
	text := ocrText("fetch", "me")
	for name, content := range map[string][]byte{"letter.data.gz": w.content, "letter.data": text} {
		w.answers(w.whole)
		states, _, err := w.fetch(putOCR(t, name, content), FetchOptions{})
		if err != nil || w.asked > 0 || states[0].Size != int64(len(content)) {
			t.Errorf("%s: %v, %d, %v", name, states, w.asked, err)
		}
	}
	for name, content := range map[string][]byte{"letter.data.gz": w.content[:30],
		"letter.data": []byte("mine")} {
		dir := putOCR(t, name, content)
		_, _, err := w.fetch(dir, FetchOptions{})
		wantError(t, name, err, filepath.Join(dir, "ocr", name),
			"fetch does not overwrite it: move it away")
		wantFiles(t, dir, map[string][]byte{name: content})
		if w.asked > 0 {
			t.Errorf("%s: asked %d times", name, w.asked)
		}
	}
	dir := t.TempDir() // a file created during the download
	w.answers(func(rw http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(filepath.Join(dir, "ocr", "letter.data.gz"), []byte("mine"),
			0o666); err != nil {
			t.Error(err)
		}
		w.whole(rw, r)
	})
	_, _, err := w.fetch(dir, FetchOptions{})
	wantError(t, "meanwhile", err, "was created meanwhile and is kept")
	wantFiles(t, dir, map[string][]byte{"letter.data.gz": []byte("mine")})
}

func TestFetchInterrupted(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	dir := t.TempDir()
	w.answers(w.stalls(n / 2))
	ctx, cancel := context.WithCancel(context.Background())
	_, err := w.entry.Fetch(ctx, dir, FetchOptions{Observe: func(p Progress) {
		cancel()
		if p.Failed != nil {
			t.Errorf("the interrupt counts as a failed attempt: %v", p.Failed)
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
	wantFiles(t, dir, nil)
}

// A mirror is a folder laid out as a data folder.
func TestFetchFromMirror(t *testing.T) {
	w := newWebsite(t)
	var path string
	w.answers(func(rw http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		w.whole(rw, r)
	})
	for _, base := range []string{"/some/mirror", "/some/mirror/"} {
		if _, _, err := w.fetch(t.TempDir(), FetchOptions{From: w.URL + base}); err != nil ||
			path != "/some/mirror/ocr/letter.data.gz" {
			t.Errorf("asked for %s, %v", path, err)
		}
	}
	for _, from := range []string{"some/folder", "ftp://example.org", "http:///x", "http://a b",
		"::"} {
		_, _, err := w.fetch(t.TempDir(), FetchOptions{From: from})
		wantError(t, from, err, fmt.Sprintf("the mirror %q is not an address", from))
	}
}
