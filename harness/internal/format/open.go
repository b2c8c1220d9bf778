package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// maxLine bounds one line of a file, in bytes.
const maxLine = 256 << 20

// encodings are the encodings of text files, by name; nil: UTF-8.
var encodings = map[string]encoding.Encoding{"utf-8": nil, "latin1": charmap.ISO8859_1}

// A lineReader reads the lines of a file one after the other.
type lineReader struct {
	place // of the last line read
	r     *bufio.Reader
	long  []byte            // a line longer than the reader's buffer
	from  encoding.Encoding // of the file; nil: UTF-8
	limit int               // of a line in bytes
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
	if l.from != nil {
		return l.from.NewDecoder().Bytes(line)
	}
	if !utf8.Valid(line) {
		return nil, l.errorf("%.60q is not UTF-8: convert the file, such as iconv -f LATIN1 -t UTF-8 "+
			"(encoding: latin1 reads columns of tokens and CRFsuite's text)", line)
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
