package data

import (
	"context"
	"errors"
	"image/color"
	"path/filepath"
	"strings"
	"testing"
)

func TestHorsesFolder(t *testing.T) {
	p := newPaddock(t)
	ctx := context.Background()
	state := func() State {
		t.Helper()
		states, err := p.entry.Verify(ctx, p.dir)
		if err != nil || len(states) != 1 {
			t.Fatal(states, err)
		}
		return states[0]
	}
	if s := state(); s.Err != nil || s.Size == 0 ||
		s.Path != filepath.Join(p.dir, "weizmann_horse") {
		t.Errorf("%+v", s)
	}
	if _, err := p.entry.Fetch(ctx, p.dir, FetchOptions{}); err != nil {
		t.Errorf("existing files are fetched: %v", err)
	}
	p.put(t, "rgb/horse002.jpg", picture(30, 20, 0, color.Black, color.White))
	if s := state(); s.String() != "changed" {
		t.Errorf("changed: %s", s)
	} else {
		wantError(t, "changed", s.Err, "is not the published folder", p.entry.Files[0].SHA256,
			"6 files")
	}
	_, err := p.entry.Fetch(ctx, p.dir, FetchOptions{})
	wantError(t, "changed", err, "fetch does not overwrite it")
	remove(t, p.path("rgb/horse002.jpg"))
	if s := state(); s.String() != "absent" {
		t.Errorf("absent: %s: %v", s, s.Err)
	}
	_, err = p.entry.Fetch(ctx, p.dir, FetchOptions{})
	wantError(t, "fetch", err, "data: horses: no file weizmann_horse/rgb/horse002.jpg", "download "+
		horsesURL+", unpack it", "fetch does not unpack archives")
	if err != nil && strings.Contains(err.Error(), "spbench data fetch") {
		t.Errorf("%v recommends a rejected action", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.entry.Verify(ended, p.dir); !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
}
