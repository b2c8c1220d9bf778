package array

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Types of elements of a MAT-file.
const (
	matUint8      = 2
	matInt32      = 5
	matMatrix     = 14
	matCompressed = 15
)

const matHeader = 128

// A Matrix is a matrix of bytes: entry (i,j) is Entries[j*Rows+i].
type Matrix struct {
	Rows, Columns int
	Entries       []byte
}

// ParseMAT reads the matrices of unsigned bytes of a MAT-file of level 5, by name (MATLAB MAT-File
// Format, The MathWorks). It skips other variables and supports only little-endian files. Errors
// name path.
func ParseMAT(path string, content []byte) (map[string]Matrix, error) {
	if len(content) < matHeader || string(content[126:128]) != "IM" {
		return nil, fmt.Errorf("%s is not a little-endian MAT-file of level 5", path)
	}
	arrays := map[string]Matrix{}
	for rest := content[matHeader:]; len(rest) > 0; {
		kind, body, next, err := matElement(rest)
		if err == nil && kind == matCompressed {
			body, err = inflate(body)
			if err == nil {
				kind, body, _, err = matElement(body)
			}
		}
		if err == nil && kind == matMatrix {
			err = addMatrix(arrays, body)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: after %d bytes: %w", path, len(content)-len(rest), err)
		}
		rest = next
	}
	return arrays, nil
}

func inflate(body []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(z, maxContent+1))
	if err == nil && len(out) > maxContent {
		err = fmt.Errorf("a variable is larger than %d bytes", maxContent)
	}
	return out, err
}

// matElement splits the first element off text: its type, its content, and the rest. Elements end
// at multiples of 8 bytes, except compressed ones. A small element has its content within its first
// 8 bytes.
func matElement(text []byte) (kind uint32, body, rest []byte, err error) {
	if len(text) < 8 {
		return 0, nil, nil, errors.New("an element is truncated")
	}
	kind = binary.LittleEndian.Uint32(text)
	if small := int(kind >> 16); small > 0 {
		if small > 4 {
			return 0, nil, nil, fmt.Errorf("a small element has %d bytes, at most 4 fit", small)
		}
		return kind & 0xffff, text[4 : 4+small], text[8:], nil
	}
	n := uint64(binary.LittleEndian.Uint32(text[4:]))
	text = text[8:]
	if n > uint64(len(text)) {
		return 0, nil, nil, fmt.Errorf("an element of %d bytes is truncated after %d", n, len(text))
	}
	end := n
	if kind != matCompressed {
		end = min((n+7)/8*8, uint64(len(text)))
	}
	return kind, text[:n], text[end:], nil
}

// addMatrix adds the variable of a matrix element if it has bytes and two sizes.
func addMatrix(arrays map[string]Matrix, body []byte) error {
	var parts [4][]byte // flags, sizes, name, entries
	var kinds [4]uint32
	for i := range parts {
		if len(body) == 0 {
			return nil // not a matrix of numbers
		}
		var err error
		if kinds[i], parts[i], body, err = matElement(body); err != nil {
			return err
		}
	}
	if kinds[1] != matInt32 || len(parts[1]) != 8 || kinds[3] != matUint8 {
		return nil
	}
	a := Matrix{
		Rows:    int(binary.LittleEndian.Uint32(parts[1])),
		Columns: int(binary.LittleEndian.Uint32(parts[1][4:])), Entries: parts[3],
	}
	if a.Rows > maxContent || a.Columns > maxContent || a.Rows*a.Columns != len(a.Entries) {
		return fmt.Errorf("variable %q has %d entries, its sizes are %d×%d", parts[2],
			len(a.Entries), a.Rows, a.Columns)
	}
	arrays[string(parts[2])] = a
	return nil
}
