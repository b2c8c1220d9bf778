package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// A website is a local server. It responds to requests for the file with its answers in turn, and
// repeats the last one.
type website struct {
	*httptest.Server
	content []byte
	entry   Entry

	mu     sync.Mutex
	asked  int // number of requests
	answer []http.HandlerFunc
}

// newWebsite serves a small OCR file, compressed.
func newWebsite(t *testing.T) *website {
	t.Helper()
	text := ocrText("fetch", "me")
	sum := sha256.Sum256(text)
	w := &website{content: zipped(t, text)}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	w.entry = ocrEntry
	w.entry.URL = w.URL + "/official/letter.data.gz"
	w.entry.Files = []File{{Path: "ocr/letter.data.gz", SHA256: hex.EncodeToString(sum[:])}}
	w.answers(w.whole)
	return w
}

// answers sets the responses to the following requests.
func (w *website) answers(list ...http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked, w.answer = 0, list
}

func (w *website) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	h := w.answer[min(w.asked, len(w.answer)-1)]
	w.asked++
	if r.Header.Get("Accept-Encoding") != "identity" {
		h = status(http.StatusNotAcceptable) // the length is that of the stored file
	}
	w.mu.Unlock()
	h(rw, r)
}

// whole sends the file.
func (w *website) whole(rw http.ResponseWriter, r *http.Request) {
	http.ServeContent(rw, r, "", time.Time{}, bytes.NewReader(w.content))
}

// cut sends n bytes of the response and breaks the connection.
func (w *website) cut(n int) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		w.whole(&cutWriter{rw, n}, r)
	}
}

type cutWriter struct {
	http.ResponseWriter
	left int
}

func (c *cutWriter) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p[:min(len(p), c.left)])
	if c.left -= n; c.left == 0 {
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// closes sends content without its length, as if complete.
func closes(content []byte) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		conn, buf, err := rw.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		fmt.Fprintf(buf, "HTTP/1.0 200 OK\r\n\r\n%s", content)
		buf.Flush()
	}
}

// stalls sends n bytes and then nothing.
func (w *website) stalls(n int) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Length", fmt.Sprint(len(w.content)))
		rw.Write(w.content[:n])
		rw.(http.Flusher).Flush()
		<-r.Context().Done()
	}
}

func status(code int) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(code) }
}

func serves(content []byte) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) { rw.Write(content) }
}

// fetch fetches into dir and returns the failure of the first attempt.
func (w *website) fetch(dir string, o FetchOptions) (states []State, failed []string, err error) {
	o.Observe = func(p Progress) {
		if p.Failed != nil {
			failed = append(failed, p.Failed.Error())
		}
	}
	states, err = w.entry.Fetch(context.Background(), dir, o)
	return states, failed, err
}

// wantFiles checks that dir holds exactly the files of the map.
func wantFiles(t *testing.T, dir string, want map[string][]byte) {
	t.Helper()
	found := 0
	for name, content := range want {
		have, err := os.ReadFile(filepath.Join(dir, "ocr", name))
		if err != nil || !bytes.Equal(have, content) {
			t.Errorf("%s has %d bytes, want %d (%v)", name, len(have), len(content), err)
		}
		found++
	}
	list, err := os.ReadDir(filepath.Join(dir, "ocr"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) || len(list) != found {
		t.Errorf("the folder has %v, want %d files (%v)", list, found, err)
	}
}
