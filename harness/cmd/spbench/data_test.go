package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/data"
)

// published serves two datasets: one exists, the other has moved.
func published(t *testing.T) (there, moved data.Entry) {
	t.Helper()
	content := bytes.Repeat([]byte("1 2 3\n"), 500)
	mux := http.NewServeMux()
	mux.HandleFunc("/there.txt", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	sum := sha256.Sum256(content)
	entry := func(name string) data.Entry {
		return data.Entry{
			Name: name, Licence: "none", URL: server.URL + "/" + name + ".txt",
			Files: []data.File{{Path: name + "/" + name + ".txt",
				SHA256: hex.EncodeToString(sum[:])}},
		}
	}
	return entry("there"), entry("moved")
}

// said runs f and returns its output on stdout and stderr.
func said(f func(*terminal) error) (out, errs string, err error) {
	var o, e bytes.Buffer
	err = f(&terminal{ctx: context.Background(), out: &o, err: &e})
	return o.String(), e.String(), err
}

func wantSaid(t *testing.T, what, have string, want ...string) {
	t.Helper()
	lines := strings.SplitAfter(have, "\n")
	if len(lines)-1 != len(want) {
		t.Errorf("%s has %d lines, want %d:\n%s", what, len(lines)-1, len(want), have)
		return
	}
	for i := range want {
		if !strings.Contains(lines[i], want[i]) {
			t.Errorf("%s: line %q does not say %q", what, lines[i], want[i])
		}
	}
}

func TestData(t *testing.T) {
	there, moved := published(t)
	chains := must(data.Find("chains"))(t)
	all, dir := []data.Entry{chains, there, moved}, t.TempDir()
	place := filepath.Join(dir, "there", "there.txt")

	out, _, err := said(func(t *terminal) error { return showDatasets(t, all, dir, false) })
	if err != nil {
		t.Error(err)
	}
	wantSaid(t, "list", out, "chains: generated", "  licence: generated",
		"there: absent, belongs at "+place, "  licence: none", "  official address: "+there.URL,
		"moved: absent", "  licence: none", "  official address: "+moved.URL)

	out, errs, err := said(func(t *terminal) error {
		return fetchDatasets(t, all, dir,
			data.FetchOptions{})
	})
	if !errors.Is(err, errFailed) || !strings.Contains(err.Error(),
		"1 of 3 datasets were not fetched") {
		t.Error(err)
	}
	wantSaid(t, "fetch", out, "chains: generated, needs no file", "there: present, 3.0 KB, "+place)
	wantSaid(t, "fetch's stderr", errs, "there: licence: none", "moved: licence: none",
		"data: moved: "+moved.URL+": the server answers 404 Not Found: the address may have moved")

	out, _, err = said(func(t *terminal) error { return showDatasets(t, all, dir, true) })
	if !errors.Is(err, errFailed) || !strings.Contains(err.Error(),
		"1 of 3 datasets are missing or changed") {
		t.Error(err)
	}
	wantSaid(t, "verify", out, "chains: generated", "there: present, 3.0 KB",
		"moved: absent: no file moved/moved.txt in "+dir)

	if out, _, err = said(func(t *terminal) error {
		return showDatasets(t, all[:2], dir, true)
	}); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	putText(t, "1 2\n", place)
	out, _, err = said(func(t *terminal) error { return showDatasets(t, all[:2], dir, true) })
	if !errors.Is(err, errFailed) {
		t.Errorf("a changed file: %v", err)
	}
	wantSaid(t, "verify", out, "chains: generated",
		"there: changed: "+place+" is not the published file")
}

// TestDataCommandLine: names, mirror, folder and exit codes.
func TestDataCommandLine(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	dir := t.TempDir()
	for _, test := range []struct {
		args string
		code int
	}{
		{"data list -data " + dir, 0},
		{"-data " + dir + " data verify", 1},
		{"data verify -data " + dir + " chains blobs", 0},
		{"data verify ocr -data " + dir, 1},
		{"data fetch chains -data " + dir, 0},
		{"data fetch ocr -data " + dir + " -from " + server.URL, 1},
		{"data fetch ocr -data " + dir + " --from=ftp://example.org", 1},
		{"data fetch ocn -from " + server.URL, 2},
		{"data verify ocn", 2},
		{"data fetch", 2},
		{"data", 2},
	} {
		if code := execute(strings.Fields(test.args)); code != test.code {
			t.Errorf("spbench %s: exit code %d, want %d", test.args, code, test.code)
		}
	}
}

// TestPreparing: long work on a dataset, such as a download, has lines. Short work is not shown.
// Failed attempts are shown at once.
func TestPreparing(t *testing.T) {
	var long, short bytes.Buffer
	for _, p := range []*preparing{{w: &long}, {w: &short, every: time.Hour}} {
		for _, what := range []string{"superpixels", "networks"} {
			for done := 1; done <= 3; done++ {
				p.observe(what, done, 3)
			}
		}
		for _, s := range []data.Progress{
			{Done: 1e6, Total: 4e6}, {Done: 1e6, Total: 4e6, Failed: io.ErrUnexpectedEOF},
			{Done: 2e6, Total: -1},
		} {
			s.URL = "http://there"
			p.download(s)
		}
	}
	wantSaid(t, "long work", long.String(), "superpixels: 1 of 3", "superpixels: 2 of 3",
		"networks: 1 of 3", "networks: 2 of 3", "http://there, MB: 1 of 4",
		"http://there: unexpected EOF: retrying", "http://there, MB: 2 of 3")
	wantSaid(t, "short work", short.String(), "http://there: unexpected EOF: retrying")
}
