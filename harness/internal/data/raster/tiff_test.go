package raster

import (
	"encoding/binary"
	"testing"
)

// FuzzOrientation: damaged data are no orientation.
func FuzzOrientation(f *testing.F) {
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		exif := []byte("MM\x00*")
		if order == binary.AppendByteOrder(binary.LittleEndian) {
			exif = []byte("II*\x00")
		}
		exif = order.AppendUint16(order.AppendUint32(exif, 8), 1)
		exif = order.AppendUint16(order.AppendUint16(exif, 0x0112), 3)
		exif = order.AppendUint16(order.AppendUint32(exif, 1), 6)
		exif = append(exif, 0, 0)
		for n := range len(exif) + 1 {
			want := uint32(0)
			if n == len(exif) {
				want = 6
			}
			if have := exifOrientation(exif[:n]); have != want {
				f.Errorf("%v: %d bytes have the orientation %d", order, n, have)
			}
		}
		f.Add(exif)
	}
	f.Fuzz(func(t *testing.T, exif []byte) { exifOrientation(exif) })
}
