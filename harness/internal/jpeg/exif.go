package jpeg

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Orientation returns how EXIF data turn a picture: 1 to 8, 1 is upright; 0 if they do not say it.
// They are a list of entries of 12 bytes (TIFF 6.0, section 2).
func Orientation(exif []byte) uint16 {
	var order binary.ByteOrder = binary.LittleEndian
	if bytes.HasPrefix(exif, []byte("MM\x00*")) {
		order = binary.BigEndian
	} else if !bytes.HasPrefix(exif, []byte("II*\x00")) {
		return 0
	}
	if len(exif) < 8 || uint64(order.Uint32(exif[4:]))+2 > uint64(len(exif)) {
		return 0
	}
	list := exif[order.Uint32(exif[4:]):]
	number := int(order.Uint16(list))
	entries := list[2:][:min(12*number, len(list)-2)]
	for entry := range slices.Chunk(entries, 12) {
		const orientation, short = 0x0112, 3
		if len(entry) == 12 && order.Uint16(entry) == orientation && order.Uint16(entry[2:]) == short {
			return order.Uint16(entry[8:])
		}
	}
	return 0
}
