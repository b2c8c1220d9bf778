package data

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxContent bounds what a compressed file may expand to.
const maxContent = 1 << 30

// folder returns the data folder and, for messages, how it was chosen.
func folder(dir string) (path, why string, err error) {
	if dir != "" {
		return dir, "the given data folder", nil
	}
	if dir = os.Getenv("SPBENCH_DATA"); dir != "" {
		return dir, "SPBENCH_DATA", nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", "", fmt.Errorf("no data folder: set SPBENCH_DATA to one (%w)", err)
	}
	return filepath.Join(cache, "spbench", "data"), "the user's cache", nil
}

// read returns the uncompressed content of f, which may be stored with or
// without its .gz, and the path that it was found at.
func read(dir string, e Entry, f File) (path string, content []byte, err error) {
	dir, why, err := folder(dir)
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, filepath.FromSlash(f.Path))
	raw, err := os.ReadFile(path)
	if plain, ok := strings.CutSuffix(path, ".gz"); ok && errors.Is(err, fs.ErrNotExist) {
		if text, err2 := os.ReadFile(plain); !errors.Is(err2, fs.ErrNotExist) {
			path, raw, err = plain, text, err2
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil, fmt.Errorf("no file %s in %s (%s): download it from %s and put it at %s, or set SPBENCH_DATA to the folder that holds %s: %w",
			f.Path, dir, why, e.URL, path, f.Path, fs.ErrNotExist)
	case err != nil:
		return path, nil, err
	case !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}):
		return path, raw, nil
	}
	if content, err = gunzip(raw); err != nil {
		return path, nil, fmt.Errorf("%s:%d: after %d bytes of content: %w; download it again from %s",
			path, bytes.Count(content, []byte{'\n'})+1, len(content), err, e.URL)
	}
	return path, content, nil
}

// gunzip returns what it could decompress also where it fails.
func gunzip(raw []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("broken gzip header: %w", err)
	}
	content, err := io.ReadAll(io.LimitReader(z, maxContent+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return content, fmt.Errorf("the compressed file is truncated: %w", err)
	case err != nil:
		return content, fmt.Errorf("the compressed file is broken: %w", err)
	case len(content) > maxContent:
		return content[:maxContent], fmt.Errorf("the content is larger than %d bytes", maxContent)
	}
	return content, nil
}
