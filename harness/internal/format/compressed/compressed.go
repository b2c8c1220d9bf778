// Package compressed reads and writes files that may be compressed: [Open], [Write].
package compressed

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// maxMemory bounds the window of a decoder, in bytes.
const maxMemory = 256 << 20

// A compression is a supported compression, by file ending.
type compression struct {
	ending string
	expand func(io.Reader) (io.ReadCloser, error)
}

var compressions = []compression{
	{".gz", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{".zst", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(maxMemory))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
}

// Open opens the file at path for reading. It decompresses the content if the name ends like a
// compressed file.
func Open(path string) (io.ReadCloser, error) {
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

// Plain returns path in lower case, without the ending of a compression, and that ending; "": none.
func Plain(path string) (plain, ending string) {
	plain = strings.ToLower(path)
	for _, c := range compressions {
		if rest, ok := strings.CutSuffix(plain, c.ending); ok {
			return rest, c.ending
		}
	}
	return plain, ""
}

// Write calls write with a writer that compresses by the ending of path.
func Write(w io.Writer, path string, write func(io.Writer) error) error {
	var z io.WriteCloser
	var err error
	switch _, ending := Plain(path); ending {
	case ".gz":
		z = gzip.NewWriter(w)
	case ".zst":
		z, err = zstd.NewWriter(w)
	default:
		return write(w)
	}
	if err != nil {
		return err
	}
	return errors.Join(write(z), z.Close())
}
