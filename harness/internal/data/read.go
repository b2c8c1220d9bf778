package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxContent bounds the size of a file and of its decompressed content. Reading takes at most about
// twice as much memory.
const maxContent = 1 << 28

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

// Folder returns the data folder, as dir in [Load] chooses it.
func Folder(dir string) (string, error) {
	path, _, err := folder(dir)
	return path, err
}

// in returns the path of f in the data folder dir.
func (f File) in(dir string) string { return filepath.Join(dir, filepath.FromSlash(f.Path)) }

// open opens f, stored with or without its .gz.
func (f File) open(dir string) (*os.File, error) {
	path := f.in(dir)
	file, err := os.Open(path)
	if plain, ok := strings.CutSuffix(path, ".gz"); ok && errors.Is(err, fs.ErrNotExist) {
		if file, err2 := os.Open(plain); !errors.Is(err2, fs.ErrNotExist) {
			return file, err2
		}
	}
	return file, err
}

// absent returns an error with instructions if file, f or one in the folder f, does not exist. It
// returns all other errors unchanged.
func (e Entry) absent(f, file File, dir, why string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	what := fmt.Sprintf("fetch it with \"spbench data fetch %s\", or download it from %s and put it "+
		"at %s", e.Name, e.address(f), f.in(dir))
	if f.Names != nil {
		what = fmt.Sprintf("download %s, unpack it and put its %s into %s", e.address(f),
			strings.Join(f.folders(), " and "), f.in(dir))
	}
	return fmt.Errorf("no file %s in %s (%s): %s, or set SPBENCH_DATA to the folder that holds %s: %w",
		file.Path, dir, why, what, f.Path, fs.ErrNotExist)
}

// address is the official address of f.
func (e Entry) address(f File) string {
	if f.URL != "" {
		return f.URL
	}
	return e.URL
}

// A fileRead is a file of an entry as it was read: its path, and its uncompressed contents, one for
// each file of a folder.
type fileRead struct {
	path     string
	contents [][]byte
}

// readFiles reads all files of e. It warns of other content than the published one.
func (e Entry) readFiles() (all []fileRead, warnings []string, err error) {
	for _, f := range e.Files {
		var p fileRead
		var sum []byte
		p.path, sum, err = e.walk(f, e.dir, func(file *os.File) ([]byte, error) {
			content, err := io.ReadAll(newContent(file))
			if err != nil {
				return nil, fmt.Errorf("%s:%d: after %d bytes of content: %w; download it again from %s",
					file.Name(), bytes.Count(content, []byte{'\n'})+1, len(content), err, e.address(f))
			}
			p.contents = append(p.contents, content)
			one := sha256.Sum256(content)
			return one[:], nil
		})
		if err != nil {
			return nil, nil, err
		}
		if have := hex.EncodeToString(sum); f.SHA256 != "" && have != f.SHA256 {
			kind, of := f.kind()
			warnings = append(warnings,
				fmt.Sprintf("%s is not the published %s: sha256 %.12s… of %s instead of %.12s…",
					filepath.Base(p.path), kind, have, of, f.SHA256))
		}
		all = append(all, p)
	}
	return all, warnings, nil
}

// walk calls take with each file of f. take returns the checksum of a file, and walk that of f: of a
// folder, of the list of checksums. A missing file ends it: the error says how to get all of f.
func (e Entry) walk(f File, dir string, take func(*os.File) ([]byte, error)) (path string, sum []byte,
	err error) {
	dir, why, err := folder(dir)
	if err != nil {
		return "", nil, err
	}
	list := sha256.New()
	path = f.in(dir)
	for i, part := range f.files() {
		file, err := part.open(dir)
		if err != nil {
			return path, nil, e.absent(f, part, dir, why, err)
		}
		sum, err = take(file)
		if err = errors.Join(err, file.Close()); err != nil || f.Names == nil {
			return file.Name(), sum, err
		}
		f.list(list, sum, i)
	}
	return path, list.Sum(nil), nil
}

// kind returns what f is, and what its checksum is of.
func (f File) kind() (kind, of string) {
	if f.Names == nil {
		return "file", "the uncompressed content"
	}
	return "folder", fmt.Sprintf("the list of checksums of its %d files", len(f.Names))
}

// A contentReader reads the uncompressed content of a file, compressed or not, of at most
// maxContent bytes. Its errors describe the fault of the file.
type contentReader struct {
	file *bufio.Reader
	z    io.Reader // nil before the first Read
	gzip bool
	left int64
}

func newContent(r io.Reader) *contentReader {
	return &contentReader{file: bufio.NewReaderSize(r, 1<<16), left: maxContent}
}

func (c *contentReader) Read(p []byte) (int, error) {
	if c.z == nil {
		c.z = c.file
		if magic, _ := c.file.Peek(2); string(magic) == "\x1f\x8b" {
			z, err := gzip.NewReader(c.file)
			if err != nil {
				return 0, fmt.Errorf("broken gzip header: %w", err)
			}
			c.z, c.gzip = z, true
		}
	}
	n, err := c.z.Read(p)
	c.left -= int64(n)
	switch {
	case c.left < 0:
		return n, fmt.Errorf("the content is larger than %d bytes", int64(maxContent))
	case err == nil || err == io.EOF || !c.gzip:
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, fmt.Errorf("the compressed file is truncated: %w", err)
	}
	return n, fmt.Errorf("the compressed file is broken: %w", err)
}

// files returns the files of f: those in the folder, or f itself.
func (f File) files() []File {
	if f.Names == nil {
		return []File{f}
	}
	var list []File
	for _, name := range f.Names {
		list = append(list, f.member(name))
	}
	return list
}

// member returns one file of the folder f.
func (f File) member(name string) File { return File{Path: path.Join(f.Path, name), URL: f.URL} }

// folders returns the folders in the folder f.
func (f File) folders() (list []string) {
	for _, name := range f.Names {
		if part, _, _ := strings.Cut(name, "/"); !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	return list
}

// list adds file i to the list of checksums, as the command sha256sum prints it.
func (f File) list(list hash.Hash, sum []byte, i int) {
	fmt.Fprintf(list, "%x  %s\n", sum, f.Names[i])
}
