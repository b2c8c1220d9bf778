package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// maxLine bounds one line of a file, in bytes.
const maxLine = 256 << 20

// A compression is a supported compression, by file ending.
type compression struct {
	ending string
	expand func(io.Reader) (io.ReadCloser, error)
}

var compressions = []compression{
	{".gz", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{".zst", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(maxLine))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
}

// open opens the file at path for reading. It decompresses the content if the name ends like a
// compressed file.
func open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	for _, c := range compressions {
		if strings.HasSuffix(strings.ToLower(path), c.ending) {
			z, err := c.expand(bufio.NewReaderSize(file, 1<<16))
			if err != nil {
				return nil, errors.Join(fmt.Errorf("%s: broken %s file: %w", path, c.ending, err),
					file.Close())
			}
			return expanded{z, file}, nil
		}
	}
	return file, nil
}

// An expanded is the content of a compressed file.
type expanded struct {
	io.ReadCloser
	file *os.File
}

func (e expanded) Close() error { return errors.Join(e.ReadCloser.Close(), e.file.Close()) }

// A lineReader reads the lines of a file one after the other.
type lineReader struct {
	place // of the last line read
	r     *bufio.Reader
	long  []byte // a line longer than the reader's buffer
	limit int    // of a line in bytes
}

func newLines(name string, r io.Reader) *lineReader {
	return &lineReader{place: place{file: name}, r: bufio.NewReaderSize(r, 1<<18), limit: maxLine}
}

// next returns the next line without its end, valid until the next call; after the last one the
// error is io.EOF. Other bytes than UTF-8 are an error. Functions of texts, and JSON, would make
// different ones equal.
func (l *lineReader) next() ([]byte, error) {
	l.line++
	line, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		l.long = l.long[:0]
		for errors.Is(err, bufio.ErrBufferFull) && len(l.long) <= l.limit {
			l.long = append(l.long, line...)
			line, err = l.r.ReadSlice('\n')
		}
		l.long = append(l.long, line...)
		line = l.long
	}
	switch {
	case len(line) > l.limit:
		return nil, l.errorf("the line is longer than %d bytes", l.limit)
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, l.errorf("reading failed: %w", err)
	}
	if l.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
	if !utf8.Valid(line) {
		return nil, l.errorf("%.60q is not UTF-8: convert the file, such as iconv -f LATIN1 -t UTF-8",
			line)
	}
	return line, nil
}

// each calls take with each line without its end. The line is valid until take returns.
func (l *lineReader) each(take func(line []byte) error) error {
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = take(line)
		}
		if err != nil {
			return err
		}
	}
}
