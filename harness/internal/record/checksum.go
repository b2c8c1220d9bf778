package record

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
)

// The last member of a line is the checksum of the text before it: the CRC-32C, in hex. It detects
// any damage of up to 32 consecutive bits. It does not protect against forgery, since anyone can
// compute it. Lines of older builds have no checksum.
const (
	sumBegins = `,"sum":"`
	sumEnds   = `"}`
	sumBytes  = len(sumBegins) + 8 + len(sumEnds)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// summed returns a JSON object with its checksum.
func summed(line []byte) []byte {
	body := bytes.TrimSuffix(line, []byte("}"))
	return fmt.Appendf(slices.Clip(body), "%s%08x%s", sumBegins, crc32.Checksum(body, castagnoli),
		sumEnds)
}

// unsummed returns a JSON object without its checksum, and whether it has one. A wrong checksum is
// an error.
func unsummed(line []byte) (object []byte, has bool, err error) {
	at := len(line) - sumBytes
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumBegins)) || !bytes.HasSuffix(line,
		[]byte(sumEnds)) {
		return line, false, nil
	}
	says, is := line[at+len(sumBegins):len(line)-len(sumEnds)], fmt.Sprintf("%08x",
		crc32.Checksum(line[:at], castagnoli))
	if string(says) != is {
		return nil, true, fmt.Errorf("it is damaged: its checksum is %s, and should be %.8q", is, says)
	}
	return append(line[:at:at], '}'), true, nil
}
