package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"time"
)

// A covered file is how much of a record file an index stands for.
type covered struct {
	Name  string
	Size  int64  // of the whole lines that it stands for
	Lines int    // so many
	Sum   string // SHA-256 of these bytes

	Stamp stamp // of the file when it was read

	file      *os.File  // while it is looked at
	is        stamp     // of that, before anything of it is read
	bytes     int64     // of that
	hash      hash.Hash // of what is covered, to go on from
	unchanged bool      // the file is what it was: there is nothing to read
}

// A stamp tells whether a file was written to, without reading it.
type stamp struct {
	Inode             uint64 // 0: this system has none, so that the file is read
	Modified, Changed int64  // ns
	Quiet             bool   // both were so long before the file was read that a later change has a later time
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

// sum returns the SHA-256 of what is covered.
func (c *covered) sum() string {
	if c.unchanged {
		return c.Sum
	}
	return hex.EncodeToString(c.hash.Sum(nil))
}

// open opens the file of that run folder, unless it is, and notes its stamp.
func (c *covered) open(dir string) error {
	if c.file != nil {
		return nil
	}
	file, err := OpenFile(dir, c.Name, os.O_RDONLY)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	c.file, c.is, c.bytes = file, stampOf(info), info.Size()
	c.is.Quiet = time.Since(time.Unix(0, max(c.is.Modified, c.is.Changed))) > quiet
	return nil
}

// close closes the file, if it is open.
func (c *covered) close() error {
	file := c.file
	if c.file = nil; file == nil {
		return nil
	}
	return file.Close()
}

// check holds what is covered against the open file: by its stamp, else by its bytes, after which the file is at their end.
func (c *covered) check() error {
	was := c.Stamp
	c.unchanged = c.bytes == c.Size && was.Quiet && was.Inode != 0 && was == stamp{c.is.Inode, c.is.Modified, c.is.Changed, true}
	if c.unchanged {
		return nil
	}
	c.hash = sha256.New()
	if _, err := io.CopyN(c.hash, c.file, c.Size); err != nil {
		return err
	}
	if hex.EncodeToString(c.hash.Sum(nil)) != c.Sum {
		return errors.New("what the index stands for has changed")
	}
	c.Stamp = c.is
	return nil
}

// settled reports whether the stamp says now, and did not say before, that the file need not be read: never of one that ends in a torn line.
func (c *covered) settled() bool {
	return !c.unchanged && c.is.Quiet && c.is.Inode != 0 && c.bytes == c.Size
}
