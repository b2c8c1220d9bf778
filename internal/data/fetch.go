package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// FetchOptions change how a dataset is fetched. The zero value is what a person
// at a terminal wants.
type FetchOptions struct {
	From     string         // http(s) address of a folder laid out as a data folder; empty: the official addresses
	Observe  func(Progress) // called whenever bytes arrived or an attempt failed, never at the same time; may be nil
	Stall    time.Duration  // a server that sends nothing for so long is given up; 0: 30 s
	Attempts int            // requests per file; 0: 5
	Wait     time.Duration  // before the second attempt, and twice as long before each further one; 0: 1 s
	Limit    int64          // bytes that a file may have; 0: 1 GiB
}

// A Progress is how far the download of one file has come.
type Progress struct {
	File        File
	URL         string        // where it comes from
	Done, Total int64         // bytes; Total is -1 where the server does not say
	Failed      error         // why the last attempt failed; nil: bytes arrived
	Wait        time.Duration // after a failure: until the next attempt
}

// Fetch downloads the files of the dataset that the data folder dir (empty: as
// for [Load]) does not hold and returns what it holds then. A file is downloaded
// beside its place, under its name and ".part", and moved there when its content
// has the published checksum, so that a file at its place is complete. What an
// interrupted Fetch leaves is continued by the next where the server can do so.
// A file that is there is never overwritten: one with other content is an error.
// The error says what failed, whether trying again helps and what to do by hand.
func (e Entry) Fetch(ctx context.Context, dir string, o FetchOptions) ([]State, error) {
	dir, why, err := folder(dir)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	var states []State
	for _, f := range e.Files {
		s := e.state(ctx, f, dir, why)
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case errors.Is(s.Err, fs.ErrNotExist) && len(f.Names) > 0:
			err = fmt.Errorf("%w; archives are not unpacked here", s.Err)
		case errors.Is(s.Err, fs.ErrNotExist):
			s.Size, err = e.fetch(ctx, f, s.Path, o)
			s.Err = nil
		case s.Err != nil:
			err = fmt.Errorf("%w; it is left alone: move it away, then fetch again", s.Err)
		}
		if err != nil {
			return nil, fmt.Errorf("data: %s: %w", e.Name, err)
		}
		states = append(states, s)
	}
	return states, nil
}

// fetch downloads one file to target and returns its size.
func (e Entry) fetch(ctx context.Context, f File, target string, o FetchOptions) (int64, error) {
	address, err := e.source(f, o.From)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return 0, err
	}
	unlock, err := lock(filepath.Dir(target))
	if err != nil {
		return 0, err
	}
	defer unlock()
	d := download{
		file: f, url: address, target: target, part: target + ".part", observe: o.Observe,
		stall: cmp.Or(o.Stall, 30*time.Second), limit: cmp.Or(o.Limit, maxContent),
	}
	if d.observe == nil {
		d.observe = func(Progress) {}
	}
	err = d.run(ctx, cmp.Or(o.Attempts, 5), cmp.Or(o.Wait, time.Second))
	if err == nil {
		return d.have, nil
	}
	kept := ""
	if info, err := os.Stat(d.part); err == nil && info.Size() > 0 {
		kept = fmt.Sprintf("; %d bytes are kept, fetch again to continue", info.Size())
	} else {
		os.Remove(d.part)
	}
	return 0, fmt.Errorf("%s: %w%s; to do it by hand, put a copy at %s and verify it (spbench data verify %s)", address, err, kept, target, e.Name)
}

// source returns the address to download f from.
func (e Entry) source(f File, from string) (string, error) {
	if from == "" {
		return e.address(f), nil
	}
	base, err := url.Parse(from)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return "", fmt.Errorf("the mirror %q is not an address such as https://example.org/data", from)
	}
	return base.JoinPath(strings.Split(f.Path, "/")...).String(), nil
}

// transient marks what another attempt may cure.
type transient struct{ error }

func (e transient) Unwrap() error { return e.error }

// run tries until the file is at its place, an attempt fails for good, or
// attempts are used up.
func (d *download) run(ctx context.Context, attempts int, wait time.Duration) error {
	for i := 1; ; i++ {
		err := d.attempt(ctx)
		var again transient
		if err == nil || !errors.As(err, &again) {
			return err
		}
		if i == attempts {
			return fmt.Errorf("%w (attempt %d of %d)", err, i, attempts)
		}
		d.observe(Progress{File: d.file, URL: d.url, Done: d.have, Total: d.total, Failed: err, Wait: wait})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait *= 2
	}
}

// attempt downloads what is missing, checks the whole and moves it to its place.
func (d *download) attempt(ctx context.Context) error {
	part, err := os.OpenFile(d.part, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer part.Close()
	if err := d.receive(ctx, part); err != nil {
		return err
	}
	if err := d.accept(ctx, part); err != nil {
		return err
	}
	if err := errors.Join(part.Sync(), part.Close()); err != nil {
		return err
	}
	if _, err := os.Lstat(d.target); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s appeared meanwhile; it is left alone", d.target)
	}
	return os.Rename(d.part, d.target)
}

// accept returns nil if part is the published file. Other content is thrown
// away, unless it is the beginning of a compressed file whose length the server
// did not say.
func (d *download) accept(ctx context.Context, part *os.File) error {
	if _, err := part.Seek(0, 0); err != nil {
		return err
	}
	err := d.file.check(ctx, part)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case d.total < 0 && errors.Is(err, io.ErrUnexpectedEOF):
		return transient{err}
	case d.continued:
		err = transient{fmt.Errorf("continued from what was kept, it is not the published file: %w", err)}
	default:
		head := make([]byte, 512)
		n, _ := part.ReadAt(head, 0)
		what := "what the server sends is not the published file"
		if strings.HasPrefix(http.DetectContentType(head[:n]), "text/html") {
			what = "the server sends a web page instead of the file, which may have moved"
		}
		err = fmt.Errorf("%s: %w", what, err)
	}
	return errors.Join(err, d.discard(part))
}
