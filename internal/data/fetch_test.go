package data

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// However the server answers on the way, the published file is what arrives.
func TestFetchArrives(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	half := fmt.Sprintf("bytes=%d-", n/2)
	wrong := bytes.Repeat([]byte{'x'}, n)
	for _, test := range []struct {
		name    string
		part    []byte // what an earlier fetch left
		answers []http.HandlerFunc
		asked   []string
		failed  []string
	}{
		{"at once", nil, []http.HandlerFunc{w.ranges}, []string{""}, nil},
		{"no ranges", nil, []http.HandlerFunc{w.whole}, []string{""}, nil},
		{"no length", nil, []http.HandlerFunc{closes(w.content)}, []string{""}, nil},
		{"truncated, then the rest", nil, []http.HandlerFunc{w.cut(n / 2), w.ranges}, []string{"", half},
			[]string{fmt.Sprintf("the connection broke after %d of %d bytes", n/2, n)}},
		{"truncated, no ranges", nil, []http.HandlerFunc{w.cut(n / 2), w.whole}, []string{"", half}, []string{"broke"}},
		{"truncated thrice", nil, []http.HandlerFunc{w.cut(n / 4), w.cut(n / 4), w.cut(n / 8), w.ranges},
			[]string{"", fmt.Sprintf("bytes=%d-", n/4), fmt.Sprintf("bytes=%d-", n/4*2), fmt.Sprintf("bytes=%d-", n/4*2+n/8)}, []string{"broke", "broke", "broke"}},
		{"silently truncated", nil, []http.HandlerFunc{closes(w.content[:n/2]), w.ranges}, []string{"", half},
			[]string{"the compressed file is truncated"}},
		{"500 and 503", nil, []http.HandlerFunc{status(500), status(503), w.ranges}, []string{"", "", ""},
			[]string{"the server answers 500 Internal Server Error", "the server answers 503"}},
		{"continued", w.content[:n/2], []http.HandlerFunc{w.ranges}, []string{half}, nil},
		{"continued, no ranges", w.content[:n/2], []http.HandlerFunc{w.whole}, []string{half}, nil},
		{"nothing left", w.content, []http.HandlerFunc{w.ranges}, []string{fmt.Sprintf("bytes=%d-", n)}, nil},
		{"kept too much", append(slices.Clone(w.content), 1, 2), []http.HandlerFunc{w.ranges},
			[]string{fmt.Sprintf("bytes=%d-", n+2), ""}, []string{fmt.Sprintf("the server has fewer than the %d bytes", n+2)}},
		{"kept other bytes", wrong[:n/2], []http.HandlerFunc{w.ranges}, []string{half, ""}, []string{"continued from what was kept"}},
		{"kept another file", wrong, []http.HandlerFunc{w.ranges}, []string{fmt.Sprintf("bytes=%d-", n), ""}, []string{"continued from what was kept"}},
		{"wrong range", w.content[:n/2], []http.HandlerFunc{func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", n-1, n))
			rw.WriteHeader(http.StatusPartialContent)
			rw.Write(w.content)
		}, w.ranges}, []string{half, ""}, []string{fmt.Sprintf("asked for the bytes from %d, the server sends", n/2)}},
		{"short range", w.content[:n/2], []http.HandlerFunc{func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", n/2, n/2+9, n))
			rw.WriteHeader(http.StatusPartialContent)
			rw.Write(w.content[n/2 : n/2+10])
		}, w.ranges}, []string{half, fmt.Sprintf("bytes=%d-", n/2+10)}, []string{fmt.Sprintf("ended after %d of %d bytes", n/2+10, n)}},
		{"redirect", nil, []http.HandlerFunc{http.RedirectHandler("/moved", http.StatusMovedPermanently).ServeHTTP, w.ranges}, []string{"", ""}, nil},
		{"redirect keeps the range", w.content[:n/2], []http.HandlerFunc{http.RedirectHandler("/moved", http.StatusFound).ServeHTTP, w.ranges}, []string{half, half}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if test.part != nil {
				dir = putOCR(t, "letter.data.gz.part", test.part)
			}
			w.answers(test.answers...)
			states, failed, err := w.fetch(dir, FetchOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(states) != 1 || states[0].String() != "present" || states[0].Size != int64(n) || states[0].Path != filepath.Join(dir, "ocr", "letter.data.gz") {
				t.Errorf("states %v", states)
			}
			wantFiles(t, dir, map[string][]byte{"letter.data.gz": w.content})
			if !slices.Equal(w.asked, test.asked) {
				t.Errorf("asked for %q, want %q", w.asked, test.asked)
			}
			if !slices.EqualFunc(failed, test.failed, strings.Contains) {
				t.Errorf("attempts failed with %q, want %q", failed, test.failed)
			}
		})
	}
}

// A server that sends nothing, before or within the answer, is given up.
func TestFetchStalls(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	silent := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.answers(silent, w.stalls(n/2), w.ranges)
	dir := t.TempDir()
	_, failed, err := w.fetch(dir, FetchOptions{Stall: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"silent: no byte for 500ms, after 0 bytes", fmt.Sprintf("silent: no byte for 500ms, after %d of %d bytes", n/2, n)}
	if !slices.EqualFunc(failed, want, strings.Contains) {
		t.Errorf("attempts failed with %q, want %q", failed, want)
	}
	wantFiles(t, dir, map[string][]byte{"letter.data.gz": w.content})
}

// Slow is not silent: a server that sends a little now and then is not given up.
func TestFetchSlow(t *testing.T) {
	w := newWebsite(t)
	const pieces = 12
	w.answers(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Length", fmt.Sprint(len(w.content)))
		for i := range pieces {
			rw.Write(w.content[i*len(w.content)/pieces : (i+1)*len(w.content)/pieces])
			rw.(http.Flusher).Flush()
			time.Sleep(300 * time.Millisecond)
		}
	})
	if _, failed, err := w.fetch(t.TempDir(), FetchOptions{Stall: 3 * time.Second}); err != nil || len(failed) > 0 {
		t.Errorf("%q, %v", failed, err)
	}
}

// What cannot succeed fails at once, or after the last attempt, with one error
// and with nothing at the place of the file.
func TestFetchFails(t *testing.T) {
	w := newWebsite(t)
	n := len(w.content)
	flipped := slices.Clone(w.content)
	flipped[n/2] ^= 4
	other := zipped(t, ocrText("other"))
	for _, test := range []struct {
		name     string
		options  FetchOptions
		answer   http.HandlerFunc
		requests int
		kept     []byte
		want     []string
	}{
		{"404", FetchOptions{}, http.NotFound, 1, nil, []string{"404 Not Found: the address may have moved", "to do it by hand, put a copy at"}},
		{"403", FetchOptions{}, status(403), 1, nil, []string{"403 Forbidden: it does not give the file to everybody"}},
		{"418", FetchOptions{}, status(418), 1, nil, []string{"the server answers 418"}},
		{"500 for ever", FetchOptions{Attempts: 3}, status(500), 3, nil, []string{"500 Internal Server Error (attempt 3 of 3)"}},
		{"corrupted", FetchOptions{}, serves(flipped), 1, nil, []string{"what the server sends is not the published file"}},
		{"another file", FetchOptions{}, serves(other), 1, nil, []string{"sha256", w.entry.Files[0].SHA256}},
		{"web page", FetchOptions{}, serves([]byte("<!DOCTYPE html><title>Gone</title>")), 1, nil, []string{"a web page instead of the file, which may have moved"}},
		{"empty", FetchOptions{}, serves(nil), 1, nil, []string{"not the published file"}},
		{"truncated at its source", FetchOptions{}, serves(w.content[:n/2]), 1, nil, []string{"the compressed file is truncated"}},
		{"truncated for ever", FetchOptions{Attempts: 2}, w.cut(8), 2, w.content[:16],
			[]string{"attempt 2 of 2", "16 bytes are kept, fetch again to continue"}},
		{"too large", FetchOptions{Limit: 20, Stall: time.Second}, w.stalls(10), 1, nil, []string{"larger than 20 bytes"}},
		{"too large, no length", FetchOptions{Limit: 20}, closes(w.content), 1, nil, []string{"larger than 20 bytes"}},
		{"redirect to nowhere", FetchOptions{}, func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/gone" {
				http.NotFound(rw, r)
				return
			}
			http.Redirect(rw, r, "/gone", http.StatusFound)
		}, 2, nil, []string{"404 Not Found (redirected to " + w.URL + "/gone)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			w.answers(test.answer)
			_, _, err := w.fetch(dir, test.options)
			wantError(t, test.name, err, append(test.want, "data: ocr: "+w.entry.URL+": ", filepath.Join(dir, "ocr", "letter.data.gz"))...)
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%q is not one line", err)
			}
			if len(w.asked) != test.requests {
				t.Errorf("%d requests, want %d", len(w.asked), test.requests)
			}
			want := map[string][]byte{}
			if test.kept != nil {
				want["letter.data.gz.part"] = test.kept
			}
			wantFiles(t, dir, want)
		})
	}
}

// Nobody listens: each attempt says so.
func TestFetchNobodyListens(t *testing.T) {
	w := newWebsite(t)
	w.Close()
	_, failed, err := w.fetch(t.TempDir(), FetchOptions{Attempts: 2})
	wantError(t, "closed", err, "no answer: ", "attempt 2 of 2")
	if len(failed) != 1 {
		t.Errorf("attempts failed with %q, want one before the last", failed)
	}
}

// Whom a certificate does not name, or no name server knows, will not answer the
// next time either.
func TestFetchNobodyOfThatName(t *testing.T) {
	w := newWebsite(t)
	secret := httptest.NewUnstartedServer(w)
	secret.Config.ErrorLog = log.New(io.Discard, "", 0)
	secret.StartTLS()
	defer secret.Close()
	_, failed, err := w.fetch(t.TempDir(), FetchOptions{From: secret.URL})
	wantError(t, "certificate", err, "no answer: ", "certificate")
	if len(failed) > 0 {
		t.Errorf("tried again after %q", failed)
	}
	var again transient
	var d download
	if err := d.broken(context.Background(), &net.DNSError{Err: "no such host", IsNotFound: true}); errors.As(err, &again) {
		t.Errorf("%v is transient", err)
	}
	if err := d.broken(context.Background(), &net.DNSError{Err: "server misbehaving", IsTemporary: true}); !errors.As(err, &again) {
		t.Errorf("%v is not transient", err)
	}
}

// Waits double and do not depend on chance.
func TestFetchWaits(t *testing.T) {
	w := newWebsite(t)
	w.answers(status(502))
	var waits []time.Duration
	_, err := w.entry.Fetch(context.Background(), t.TempDir(), FetchOptions{
		Wait: 2 * time.Millisecond, Observe: func(p Progress) { waits = append(waits, p.Wait) },
	})
	wantError(t, "502", err, "attempt 5 of 5")
	if ms := time.Millisecond; !slices.Equal(waits, []time.Duration{2 * ms, 4 * ms, 8 * ms, 16 * ms}) {
		t.Errorf("waited %v", waits)
	}
}

// Progress counts bytes up to the size of the whole, also of a continued file.
func TestFetchProgress(t *testing.T) {
	w := newWebsite(t)
	n := int64(len(w.content))
	dir := putOCR(t, "letter.data.gz.part", w.content[:10])
	var last Progress
	_, err := w.entry.Fetch(context.Background(), dir, FetchOptions{Observe: func(p Progress) {
		if p.Done <= 10 || p.Done < last.Done || p.Total != n || p.URL != w.entry.URL || p.File.Path != w.entry.Files[0].Path {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
	}})
	if err != nil || last.Done != n {
		t.Errorf("the last progress is %+v of %d bytes, %v", last, n, err)
	}
}

// A file that is there is not downloaded again, and one with other content is
// neither overwritten nor taken for the published one.
func TestFetchLeavesFilesAlone(t *testing.T) {
	w := newWebsite(t)
	text := ocrText("fetch", "me")
	for name, content := range map[string][]byte{"letter.data.gz": w.content, "letter.data": text} {
		w.answers(w.ranges)
		states, _, err := w.fetch(putOCR(t, name, content), FetchOptions{})
		if err != nil || len(w.asked) > 0 || states[0].Size != int64(len(content)) {
			t.Errorf("%s: %v, %q, %v", name, states, w.asked, err)
		}
	}
	for name, content := range map[string][]byte{"letter.data.gz": w.content[:30], "letter.data": []byte("mine")} {
		dir := putOCR(t, name, content)
		_, _, err := w.fetch(dir, FetchOptions{})
		wantError(t, name, err, filepath.Join(dir, "ocr", name), "it is left alone: move it away")
		wantFiles(t, dir, map[string][]byte{name: content})
		if len(w.asked) > 0 {
			t.Errorf("%s: asked for %q", name, w.asked)
		}
	}
	dir := t.TempDir() // a file that appears during the download
	w.answers(func(rw http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(filepath.Join(dir, "ocr", "letter.data.gz"), []byte("mine"), 0o666); err != nil {
			t.Error(err)
		}
		w.ranges(rw, r)
	})
	_, _, err := w.fetch(dir, FetchOptions{})
	wantError(t, "meanwhile", err, "appeared meanwhile; it is left alone")
	wantFiles(t, dir, map[string][]byte{"letter.data.gz": []byte("mine"), "letter.data.gz.part": w.content})
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
	wantFiles(t, dir, map[string][]byte{"letter.data.gz.part": w.content[:n/2]})
	w.answers(status(500)) // while it waits for the next attempt
	ctx, cancel = context.WithCancel(context.Background())
	_, err = w.entry.Fetch(ctx, dir, FetchOptions{Wait: time.Hour, Observe: func(Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
	w.answers(w.ranges)
	if _, _, err := w.fetch(dir, FetchOptions{}); err != nil || !slices.Equal(w.asked, []string{fmt.Sprintf("bytes=%d-", n/2)}) {
		t.Errorf("continued by %q, %v", w.asked, err)
	}
}

// A mirror is a folder laid out as a data folder.
func TestFetchFromMirror(t *testing.T) {
	w := newWebsite(t)
	var path string
	w.answers(func(rw http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		w.ranges(rw, r)
	})
	for _, base := range []string{"/some/mirror", "/some/mirror/"} {
		if _, _, err := w.fetch(t.TempDir(), FetchOptions{From: w.URL + base}); err != nil || path != "/some/mirror/ocr/letter.data.gz" {
			t.Errorf("asked for %s, %v", path, err)
		}
	}
	for _, from := range []string{"some/folder", "ftp://example.org", "http:///x", "http://a b", "::"} {
		_, _, err := w.fetch(t.TempDir(), FetchOptions{From: from})
		wantError(t, from, err, fmt.Sprintf("the mirror %q is not an address", from))
	}
}

func TestFetchGenerated(t *testing.T) {
	if states, err := chainsEntry.Fetch(context.Background(), t.TempDir(), FetchOptions{}); err != nil || len(states) > 0 {
		t.Errorf("%v, %v", states, err)
	}
}
