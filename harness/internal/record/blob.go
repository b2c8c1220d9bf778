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
func blobPath(dir, folder, sha string) string { return filepath.Join(dir, blobName(folder, sha)) }

func blobName(folder, sha string) string { return filepath.Join(folder, sha+".gz") }

// A small blob cannot fill the memory of its reader. It unpacks to at most anyBlob bytes, or mostRatio times its own
// size, and never to more than maxBlob. A blob unpacking to more is damaged.
const (
	anyBlob   = 32 << 20
	mostRatio = 32
	maxBlob   = 1 << 31
)

// mostUnpacked returns the largest unpacked size, in bytes, of a blob of a size on disk.
func mostUnpacked(packed int64) int64 { return min(maxBlob, max(anyBlob, mostRatio*packed)) }

// putBlob stores content, the same content once, and returns its name. Content packing too well for
// [mostUnpacked] is stored without compression.
func (s *Store) putBlob(folder string, content []byte) (sha string, err error) {
	sum := sha256.Sum256(content)
	sha = hex.EncodeToString(sum[:])
	if checkBlob(s.dir, folder, sha) == nil {
		return sha, nil
	}
	packed, err := packBlob(content, gzip.DefaultCompression)
	if err == nil && int64(len(content)) > mostUnpacked(int64(len(packed))) {
		packed, err = packBlob(content, gzip.NoCompression)
	}
	if err == nil {
		err = writeFile(blobPath(s.dir, folder, sha), packed)
	}
	if err != nil {
		return "", fmt.Errorf("record: store %s: %w", folder, err)
	}
	return sha, nil
}

func packBlob(content []byte, level int) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, level)
	if err == nil {
		_, err = w.Write(content)
		err = errors.Join(err, w.Close())
	}
	return packed.Bytes(), err
}

// readBlob returns the content named sha after verifying its hash. It costs two passes over content
// of more than keptBlob bytes, as no content is held in memory before its hash is verified.
func readBlob(dir, folder, sha string) (content []byte, err error) {
	err = unpackBlob(dir, folder, sha, func(kept []byte, size int64, again io.Reader) error {
		if content = kept; size <= keptBlob {
			return nil
		}
		content = make([]byte, size)
		_, err := io.ReadFull(again, content)
		return err
	})
	return content, err
}

// checkBlob verifies the hash of the content of that name.
func checkBlob(dir, folder, sha string) error {
	return unpackBlob(dir, folder, sha, func([]byte, int64, io.Reader) error { return nil })
}

// unpackers are kept, as each holds some tens of kilobytes, most blobs less than one, and merging looks at very many.
var unpackers = sync.Pool{New: func() any { return new(gzip.Reader) }}

// keptBlob is how many bytes of a blob are kept while its hash is verified.
const keptBlob = 1 << 20

// unpackBlob verifies the hash of the content named sha. It hands to use its first bytes, its size,
// and a reader of all of it.
func unpackBlob(dir, folder, sha string, use func(kept []byte, size int64, again io.Reader) error) error {
	if !isHash(sha) {
		return fmt.Errorf("%.80q is no SHA-256", sha)
	}
	f, err := OpenFile(dir, blobName(folder, sha), os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r := unpackers.Get().(*gzip.Reader)
	defer unpackers.Put(r)
	size, most := int64(0), mostUnpacked(info.Size())
	var kept bytes.Buffer
	kept.Grow(int(min(16*info.Size(), keptBlob)) + bytes.MinRead) // nearly always enough
	sum := sha256.New()
	if err = r.Reset(f); err == nil {
		all := io.TeeReader(io.LimitReader(r, most+1), sum)
		if size, err = io.CopyN(&kept, all, keptBlob); err == nil {
			var more int64
			more, err = io.Copy(io.Discard, all)
			size += more
		} else if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	switch {
	case err == nil && size > most:
		err = fmt.Errorf("%d kB unpack to more than %d MB", info.Size()>>10, most>>20)
	case err == nil && hex.EncodeToString(sum.Sum(nil)) != sha:
		err = errors.New("its content does not have the hash it is named by")
	case err == nil:
		if _, err = f.Seek(0, io.SeekStart); err == nil && size > keptBlob {
			err = r.Reset(f)
		}
		if err == nil {
			err = use(kept.Bytes(), size, r)
		}
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", blobPath(dir, folder, sha), err)
	}
	return nil
}

// hasBlob reports whether there is a file of that name.
func hasBlob(dir, folder, sha string) bool {
	info, err := os.Lstat(blobPath(dir, folder, sha))
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}
