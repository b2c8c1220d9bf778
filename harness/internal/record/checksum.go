package record

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
)

// A line ends with the checksum of all before it, which is the last member of the object: the CRC-32C, in hex, which finds any damage of up
// to 32 bits in a row. It is no seal against forgery, as anyone can compute it. Lines of older builds have none.
const (
	sumBegins = `,"sum":"`
	sumEnds   = `"}`
	sumBytes  = len(sumBegins) + 8 + len(sumEnds)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// summed returns the object in line with its checksum.
func summed(line []byte) []byte {
	body := bytes.TrimSuffix(line, []byte("}"))
	return fmt.Appendf(slices.Clip(body), "%s%08x%s", sumBegins, crc32.Checksum(body, castagnoli), sumEnds)
}

// unsummed returns the object in line without its checksum, and whether it has one. The error is of one that does not fit.
func unsummed(line []byte) (object []byte, has bool, err error) {
	at := len(line) - sumBytes
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumBegins)) || !bytes.HasSuffix(line, []byte(sumEnds)) {
		return line, false, nil
	}
	says, is := line[at+len(sumBegins):len(line)-len(sumEnds)], fmt.Sprintf("%08x", crc32.Checksum(line[:at], castagnoli))
	if string(says) != is {
		return nil, true, fmt.Errorf("it is damaged: its checksum is %s, and should be %.8q", is, says)
	}
	return append(line[:at:at], '}'), true, nil
}
