// Package blob stores files of run folders under the SHA-256 of their content. The same content is
// stored once.
//
// Files in the folders [Statistics], [Predictions] and [Tests] are compressed. Their hash is that of
// the content before compression, since versions of Go compress differently. Files in the folder
// [Weights] are plain arrays of float64, little-endian.
package blob

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Folders of a run folder.
const (
	Weights     = "weights"
	Statistics  = "statistics"
	Predictions = "predictions"
	Tests       = "tests"
)

// Folders are the names of all folders with files named by their content.
var Folders = []string{Weights, Statistics, Predictions, Tests}

// A blob may unpack to freeSize bytes, or to maxRatio times its size on disk, but never to more
// than maxSize. A blob that unpacks to more is damaged. So a small file cannot fill the memory.
const (
	freeSize = 32 << 20
	maxRatio = 32
	maxSize  = 1 << 31
)

// Limit returns the largest unpacked size, in bytes, of a blob of a size on disk.
func Limit(packed int64) int64 { return min(maxSize, max(freeSize, maxRatio*packed)) }

// Hash returns the SHA-256 of content in lower-case hex: its name without the ending.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// IsHash reports whether s is a SHA-256 in lower-case hex. So it is a safe file name.
func IsHash(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Put stores content in a folder of run folder dir and returns its hash. Content that packs too
// well for [Read] is stored without compression.
func Put(dir, folder string, content []byte) (sha string, err error) {
	sha = Hash(content)
	if Check(dir, folder, sha) == nil {
		return sha, nil
	}
	packed := content
	if folder != Weights {
		packed, err = Pack(content)
	}
	if err == nil {
		err = rundir.Replace(File{folder, sha}.Path(dir), packed)
	}
	if err != nil {
		return "", fmt.Errorf("blob: store %s: %w", folder, err)
	}
	return sha, nil
}

// Pack returns the file of a content, compressed for [Read].
func Pack(content []byte) ([]byte, error) {
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	packed, err := compress(content, w)
	if err == nil && int64(len(content)) > Limit(int64(len(packed))) {
		if w, err = gzip.NewWriterLevel(nil, gzip.NoCompression); err == nil {
			packed, err = compress(content, w)
		}
	}
	return packed, err
}

// packers are reused: each holds almost a megabyte, and most blobs have a few kilobytes.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func compress(content []byte, w *gzip.Writer) ([]byte, error) {
	var packed bytes.Buffer
	w.Reset(&packed)
	_, err := w.Write(content)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// Read returns the content with a hash, after verifying it.
func Read(dir, folder, sha string) (content []byte, err error) {
	return read(dir, folder, sha, true)
}

// Check verifies the hash of a stored content. It keeps at most a megabyte of a compressed one.
func Check(dir, folder, sha string) error {
	_, err := read(dir, folder, sha, false)
	return err
}

// read verifies a content. It returns a compressed one of more than keptSize only if asked to.
func read(dir, folder, sha string, all bool) (content []byte, err error) {
	if !IsHash(sha) {
		return nil, fmt.Errorf("%.80q is no SHA-256", sha)
	}
	name := File{folder, sha}.Name()
	if folder == Weights {
		content, err = rundir.Read(dir, name)
		if err == nil && (Hash(content) != sha || len(content)%8 != 0) {
			err = fmt.Errorf("%s is damaged: %w", filepath.Join(dir, name), errHash)
		}
	} else {
		content, err = unpack(dir, name, sha, all)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// keptSize is how many bytes of a blob are kept in memory while its hash is verified: a small file
// may unpack to gigabytes.
const keptSize = 1 << 20

// unpackers are reused: each holds tens of kilobytes, most blobs less than one, and a table reads
// very many.
var unpackers = sync.Pool{New: func() any { return new(gzip.Reader) }}

// unpack verifies the hash of a compressed file of a run folder, and returns its content; without
// all only if it has at most keptSize bytes.
func unpack(dir, name, sha string, all bool) ([]byte, error) {
	f, err := rundir.Open(dir, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	r := unpackers.Get().(*gzip.Reader)
	defer unpackers.Put(r)
	content, err := verified(f, r, info.Size(), sha, all)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, name), err)
	}
	return content, nil
}

// verified is unpack of an open file of this size.
func verified(f *os.File, r *gzip.Reader, size int64, sha string, all bool) ([]byte, error) {
	var kept bytes.Buffer
	kept.Grow(int(min(16*size, keptSize)) + bytes.MinRead) // nearly always enough
	err := r.Reset(f)
	if err == nil {
		_, err = kept.ReadFrom(io.LimitReader(r, keptSize))
	}
	if err != nil {
		return nil, err
	}

	// The rest is read twice: once for the hash, and then into memory of its size.
	sum, most := sha256.New(), Limit(size)
	sum.Write(kept.Bytes())
	more, err := io.Copy(sum, io.LimitReader(r, most+1-int64(kept.Len())))
	total := int64(kept.Len()) + more
	switch {
	case err != nil:
		return nil, err
	case total > most:
		return nil, fmt.Errorf("%d kB unpack to more than %d MB", size>>10, most>>20)
	case hex.EncodeToString(sum.Sum(nil)) != sha:
		return nil, errHash
	case more == 0 || !all:
		return kept.Bytes(), nil
	}
	content := make([]byte, total)
	if _, err = f.Seek(0, io.SeekStart); err == nil {
		err = r.Reset(f)
	}
	if err == nil {
		_, err = io.ReadFull(r, content)
	}
	return content, err
}

var errHash = errors.New("its content does not have the hash it is named by")
