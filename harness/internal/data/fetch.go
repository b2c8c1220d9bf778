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

// FetchOptions change how a dataset is fetched. The zero value suits a person at a terminal.
type FetchOptions struct {
	// http(s) address of a folder laid out as a data folder; empty: the official addresses
	From string
	// called when bytes arrived or the first attempt failed, never concurrently; may be nil
	Observe func(Progress)
}

var (
	stall         = 30 * time.Second // an attempt ends after so long without a byte
	largest int64 = maxContent       // bytes of a file
)

// A Progress is the progress of the download of one file.
type Progress struct {
	File        File
	URL         string // address of the file
	Done, Total int64  // bytes; Total is -1 if the server does not say
	Failed      error  // why the first attempt failed; nil: bytes arrived
}

// Fetch downloads the missing files of the dataset into the data folder dir (empty: as for [Load])
// and returns the state of all its files. It downloads a file under a temporary name and renames it
// once the content has the published checksum: a file under its final name is complete. Fetch never
// overwrites an existing file; different content is an error. The error states the cause and how
// to get the file by hand.
func (e Entry) Fetch(ctx context.Context, dir string, o FetchOptions) ([]State, error) {
	return e.states(ctx, dir, func(s *State) (err error) {
		switch {
		case errors.Is(s.Err, fs.ErrNotExist) && len(s.File.Names) > 0:
			return fmt.Errorf("%w; fetch does not unpack archives", s.Err)
		case errors.Is(s.Err, fs.ErrNotExist):
			s.Size, err = e.fetch(ctx, s.File, s.Path, o)
			s.Err = nil
		case s.Err != nil:
			return fmt.Errorf("%w; fetch does not overwrite it: move it away, then fetch again", s.Err)
		}
		return err
	})
}

// fetch downloads one file to target and returns its size. It tries twice.
func (e Entry) fetch(ctx context.Context, f File, target string, o FetchOptions) (int64, error) {
	address, err := e.source(f, o.From)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return 0, err
	}
	d := download{file: f, url: address, target: target, o: o}
	err = d.attempt(ctx)
	if err != nil && ctx.Err() == nil && !d.refused {
		d.observe(Progress{File: f, URL: address, Done: d.have, Total: d.total, Failed: err})
		err = d.attempt(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf(
			"%s: %w; to do it by hand, put a copy at %s and verify it (spbench data verify %s)",
			address, err, target, e.Name)
	}
	return d.have, nil
}

// source returns the address to download f from.
func (e Entry) source(f File, from string) (string, error) {
	if from == "" {
		return e.address(f), nil
	}
	base, err := url.Parse(from)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return "", fmt.Errorf("the mirror %q is not an address such as https://example.org/data",
			from)
	}
	return base.JoinPath(strings.Split(f.Path, "/")...).String(), nil
}

// A download is the transfer of one file.
type download struct {
	file        File
	url, target string // address and path
	o           FetchOptions
	refused     bool  // a second attempt would fail, too
	have, total int64 // bytes so far; bytes of the whole file, -1: unknown
}

func (d *download) observe(p Progress) {
	if d.o.Observe != nil {
		d.o.Observe(p)
	}
}

// attempt downloads the file, checks it and moves it to its place.
func (d *download) attempt(ctx context.Context) (err error) {
	part, err := os.CreateTemp(filepath.Dir(d.target), filepath.Base(d.target)+".part*")
	if err != nil {
		return err
	}
	defer func() {
		part.Close()
		if err != nil {
			os.Remove(part.Name())
		}
	}()
	if err := d.receive(ctx, part); err != nil {
		return err
	}
	if _, err := part.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum, err := digest(ctx, part)
	if err == nil {
		err = d.file.check(sum)
	}
	if err != nil {
		return d.rejected(part, err)
	}
	if err := errors.Join(part.Chmod(0o644), part.Sync(), part.Close()); err != nil {
		return err
	}
	if _, err := os.Lstat(d.target); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s was created meanwhile and is kept", d.target)
	}
	return os.Rename(part.Name(), d.target)
}

// rejected words the error of content without the published checksum.
func (d *download) rejected(part *os.File, err error) error {
	head := make([]byte, 512)
	n, _ := part.ReadAt(head, 0)
	what := "the content is not the published file"
	if strings.HasPrefix(http.DetectContentType(head[:n]), "text/html") {
		what = "the server sends a web page instead of the file, which may have moved"
	}
	return fmt.Errorf("%s: %w", what, err)
}

// receive writes what the server sends to part. A server without a byte for too long ends it.
func (d *download) receive(ctx context.Context, part *os.File) error {
	d.have = 0
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(stall, func() {
		cancel(fmt.Errorf("the server stalled: no byte for %v", stall))
	})
	defer silence.Stop()

	// the request
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "spbench (github.com/spbench/spbench)")
	req.Header.Set("Accept-Encoding", "identity") // the length is that of the stored file
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return cmp.Or(context.Cause(ctx), fmt.Errorf("no answer: %w", errors.Unwrap(err)))
	}
	defer resp.Body.Close()

	// the answer: too large a file is refused before it arrives, if its length is known
	if resp.StatusCode != http.StatusOK {
		// a busy server may answer the second time
		d.refused = resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests
		err := fmt.Errorf("the server answers %s", resp.Status)
		if d.refused {
			err = fmt.Errorf("%w: the address may have moved", err)
		}
		return err
	}
	if d.total = resp.ContentLength; d.total <= largest {
		_, err = io.Copy(part, io.TeeReader(io.LimitReader(resp.Body, largest+1),
			received(func(n int) {
				silence.Reset(stall)
				d.have += int64(n)
				d.observe(Progress{File: d.file, URL: d.url, Done: d.have, Total: d.total})
			})))
	}
	switch {
	case max(d.have, d.total) > largest:
		d.refused = true
		return fmt.Errorf("the file is larger than %d bytes", largest)
	case err != nil:
		return cmp.Or(context.Cause(ctx), fmt.Errorf("the download ended after %d of %d bytes: %w",
			d.have, d.total, err))
	}
	return nil
}

// A received is a writer that counts bytes.
type received func(n int)

func (o received) Write(p []byte) (int, error) { o(len(p)); return len(p), nil }
