package data

import (
	"net/http"
	"testing"
)

// Only one process downloads into a folder.
func TestFetchLocks(t *testing.T) {
	w := newWebsite(t)
	dir := t.TempDir()
	var second error
	w.answers(func(rw http.ResponseWriter, r *http.Request) {
		_, _, second = w.fetch(dir, FetchOptions{})
		w.ranges(rw, r)
	})
	if _, _, err := w.fetch(dir, FetchOptions{}); err != nil {
		t.Fatal(err)
	}
	wantError(t, "second", second, "another process is downloading into")
}
