package array

import (
	"encoding/binary"
	"fmt"
)

// ParseIDX reads an array of bytes in the format IDX (LeCun, Cortes & Burges): two bytes 0, the
// type 8 of unsigned bytes, the number of sizes, the sizes as big-endian 32-bit numbers, and the
// entries, the last index fastest. The array must have dims sizes, none of them 0. Errors name
// path.
func ParseIDX(path string, content []byte, dims int) (sizes []int, entries []byte, err error) {
	if len(content) < 4 || content[0] != 0 || content[1] != 0 {
		return nil, nil, fmt.Errorf("%s is not an IDX file: it does not begin with two bytes 0",
			path)
	}
	if content[2] != 8 || int(content[3]) != dims {
		return nil, nil, fmt.Errorf(
			"%s is an IDX file of type %d and %d sizes, must be type 8, bytes, and %d", path,
			content[2], content[3], dims)
	}
	numbers, total := make([]uint32, dims), 1
	if _, err := binary.Decode(content[4:], binary.BigEndian, numbers); err != nil {
		return nil, nil, fmt.Errorf("%s is truncated within its sizes", path)
	}
	for _, v := range numbers {
		n := int(v)
		if n == 0 || n > maxContent/total {
			return nil, nil, fmt.Errorf(
				"%s has a size of %d, must be at least 1 and the whole at most %d bytes", path, n,
				maxContent)
		}
		sizes, total = append(sizes, n), total*n
	}
	rest := content[4+4*dims:]
	if len(rest) != total {
		return nil, nil, fmt.Errorf("%s has %d entries, its sizes %v say %d", path, len(rest),
			sizes, total)
	}
	return sizes, rest, nil
}
