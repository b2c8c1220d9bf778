// Package hdf5 reads arrays of numbers from HDF5 files of the classic layout,
// which the HDF5 library writes unless it is told otherwise.
//
//	f, err := hdf5.Open(file, size)
//	d, err := f.Dataset("features_000000")
//	values, err := d.Numbers() // d.Shape says how many in each dimension
//
// Names are looked up in the file's own index, so a file may be much larger than
// memory. Of the format (HDF5 File Format Specification, versions 1.0 to 2.0) it
// knows superblocks 0 and 1, groups with symbol tables, object headers of
// version 1, integers of up to 8 bytes and IEEE floats in both byte orders, and
// arrays that are compact, contiguous or chunked, with the filters deflate and
// shuffle. It does not know the layout of libver="latest" (superblocks 2 and 3),
// compound, enumerated and text types, named types, external files, and arrays
// that were not written to the end; each is an error that says so. No array may
// have more than 2²⁴ numbers.
package hdf5

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// A File is an HDF5 file that is being read. It is safe for concurrent use if
// its reader is.
type File struct {
	r    io.ReaderAt
	size int64
	root uint64 // address of the object header
}

const (
	signature = "\x89HDF\r\n\x1a\n"
	undefined = ^uint64(0) // an address that leads nowhere
)

// Open reads the superblock of a file of size bytes. The error says what is not
// as this package wants it.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size}
	if err := f.superblock(); err != nil {
		return nil, fmt.Errorf("hdf5: superblock: %w", err)
	}
	return f, nil
}

// superblock finds the root group (section II.A).
func (f *File) superblock() error {
	c, err := f.read(0, min(f.size, 100))
	if err != nil {
		return err
	}
	if string(c.bytes(8)) != signature {
		return errors.New("this is no HDF5 file, or it begins with a user block")
	}
	version := c.u8()
	if version > 1 {
		return fmt.Errorf("version %d, only 0 and 1 can be read: write the file again without libver=\"latest\"", version)
	}
	c.skip(4)
	if offsets, lengths := c.u8(), c.u8(); offsets != 8 || lengths != 8 {
		return fmt.Errorf("addresses of %d and lengths of %d bytes, only 8 can be read", offsets, lengths)
	}
	c.skip(9) // reserved, ranks of B-trees, flags
	if version == 1 {
		c.skip(4)
	}
	if base := c.u64(); base != 0 {
		return fmt.Errorf("addresses count from %d, only 0 can be read", base)
	}
	c.skip(3 * 8) // free space, end of file, driver
	c.skip(8)     // name of the root group
	f.root = c.u64()
	return c.err
}

// Dataset returns the array of that name; a slash separates groups. Nothing of
// its values is read. The error is [ErrMissing] if there is no such name.
func (f *File) Dataset(name string) (*Dataset, error) {
	at := f.root
	for part := range strings.SplitSeq(name, "/") {
		g, err := f.group(at)
		if err == nil {
			at, err = g.find(part)
		}
		if err != nil {
			return nil, fmt.Errorf("hdf5: %q: %w", name, err)
		}
	}
	d, err := f.dataset(at)
	if err != nil {
		return nil, fmt.Errorf("hdf5: %q: %w", name, err)
	}
	d.name = name
	return d, nil
}

// ErrMissing says that a group has nothing of that name.
var ErrMissing = errors.New("there is no such name")

// read returns n bytes of the file.
func (f *File) read(at uint64, n int64) (*cursor, error) {
	if at > uint64(f.size) || n < 0 || uint64(n) > uint64(f.size)-at {
		return nil, fmt.Errorf("%d bytes at %d, but the file has only %d: %w", n, at, f.size, io.ErrUnexpectedEOF)
	}
	b := make([]byte, n)
	if _, err := f.r.ReadAt(b, int64(at)); err != nil && !(errors.Is(err, io.EOF) && at+uint64(n) == uint64(f.size)) {
		return nil, err
	}
	return &cursor{b: b}, nil
}
