package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"
)

// A covered file is how much of a record file an index stands for.
type covered struct {
	Name  string
	Size  int64  // of the whole lines that it stands for
	Lines int    // so many
	Sum   string // SHA-256 of these bytes

	Stamp stamp // of the file when it was read

	hash      hash.Hash // of these bytes, to go on from
	unchanged bool      // the file is what it was: there is nothing to read
}

// A stamp tells whether a file was written to, without reading it.
type stamp struct {
	Inode             uint64 // 0: this system has none, so that the file is read
	Modified, Changed int64  // ns
	Quiet             bool   // that was so long before the file was read that a later change has a later time
}

// quiet is how far apart writing and reading must be for the clock of any file system to tell them apart.
const quiet = 2 * time.Second

func newCovered(name string) covered { return covered{Name: name, hash: sha256.New()} }

// cover adds a line.
func (c *covered) cover(text []byte) {
	c.hash.Write(text)
	c.Size += int64(len(text))
	c.Lines++
}

// check holds what is covered against the file of that run folder: by its stamp, else by its bytes.
func (c *covered) check(dir string) error {
	file, err := os.Open(filepath.Join(dir, c.Name))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	is := stampOf(info)
	is.Quiet = c.Stamp.Quiet
	if c.unchanged = info.Size() == c.Size && is == c.Stamp && is.Quiet && is.Inode != 0; c.unchanged {
		return nil
	}
	c.hash = sha256.New()
	if _, err := io.CopyN(c.hash, file, c.Size); err != nil {
		return err
	}
	if hex.EncodeToString(c.hash.Sum(nil)) != c.Sum {
		return errors.New("what the index stands for has changed")
	}
	return nil
}

// seen notes the stamp of the file, which is about to be read.
func (c *covered) seen(file *os.File) error {
	info, err := file.Stat()
	if err == nil {
		c.Stamp = stampOf(info)
		c.Stamp.Quiet = time.Since(info.ModTime()) > quiet
	}
	return err
}
