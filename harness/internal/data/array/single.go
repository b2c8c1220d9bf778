package array

import (
	"archive/zip"
	"bytes"
	"fmt"
)

// Single reads the header of the array in the content of a .npy file, or of the only one in a .npz
// file. Errors name path.
func Single(path string, content []byte) (*NPY, error) {
	r := bytes.NewReader(content)
	z, err := zip.NewReader(r, r.Size())
	switch {
	case err != nil:
		return NewNPY(path, r)
	case len(z.File) != 1:
		return nil, fmt.Errorf("%s: it has %d arrays, want one", path, len(z.File))
	}
	f, err := z.File[0].Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return NewNPY(path, f)
}
