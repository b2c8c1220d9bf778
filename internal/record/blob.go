package record

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
)

// A blob is a file of a run folder that is named by the SHA-256 of its content, which
// is compressed on disk. The hash is of what was compressed, since another version of
// Go may compress it otherwise.
func blobPath(dir, folder, sha string) string { return filepath.Join(dir, folder, sha+".gz") }

// maxBlob bounds what a blob may unpack to: more is damage.
const maxBlob = 1 << 31

// putBlob stores content, the same content once, and returns its name.
func (s *Store) putBlob(folder string, content []byte) (sha string, err error) {
	sum := sha256.Sum256(content)
	sha = hex.EncodeToString(sum[:])
	if _, err := readBlob(s.dir, folder, sha); err == nil {
		return sha, nil
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = w.Write(content)
	if err = errors.Join(err, w.Close()); err == nil {
		err = writeFile(blobPath(s.dir, folder, sha), packed.Bytes())
	}
	if err != nil {
		return "", fmt.Errorf("record: store %s: %w", folder, err)
	}
	return sha, nil
}

// readBlob returns the content of that name after verifying its hash.
func readBlob(dir, folder, sha string) ([]byte, error) {
	if !isHash(sha) {
		return nil, fmt.Errorf("%.80q is no SHA-256", sha)
	}
	var content bytes.Buffer
	if err := unpackBlob(&content, dir, folder, sha); err != nil {
		return nil, err
	}
	return content.Bytes(), nil
}

// checkBlob verifies the hash of the content of that name.
func checkBlob(dir, folder, sha string) error {
	if !isHash(sha) {
		return fmt.Errorf("%.80q is no SHA-256", sha)
	}
	return unpackBlob(io.Discard, dir, folder, sha)
}

// unpackers are kept, as each holds some tens of kilobytes, most blobs less than one, and merging looks at very many.
var unpackers = sync.Pool{New: func() any { return new(gzip.Reader) }}

// unpackBlob writes the content of that name and verifies its hash.
func unpackBlob(to io.Writer, dir, folder, sha string) error {
	path := blobPath(dir, folder, sha)
	packed, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	r := unpackers.Get().(*gzip.Reader)
	defer unpackers.Put(r)
	sum := sha256.New()
	if err = r.Reset(bytes.NewReader(packed)); err == nil {
		_, err = io.Copy(io.MultiWriter(to, sum), io.LimitReader(r, maxBlob))
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", path, err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != sha {
		return fmt.Errorf("%s is damaged: its content does not have the hash it is named by", path)
	}
	return nil
}

// hasBlob reports whether there is a file of that name.
func hasBlob(dir, folder, sha string) bool {
	info, err := os.Stat(blobPath(dir, folder, sha))
	return err == nil && info.Size() > 0
}
