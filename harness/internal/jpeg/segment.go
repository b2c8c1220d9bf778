package jpeg

import (
	"bytes"
	"encoding/binary"
)

// Markers (T.81, table B.1).
const (
	temporary        = 0x01
	sof0, sof1, sof2 = 0xc0, 0xc1, 0xc2 // frames: baseline, extended sequential, progressive
	dht, sof9, sof15 = 0xc4, 0xc9, 0xcf
	rst0, rst7       = 0xd0, 0xd7
	soi, eoi         = 0xd8, 0xd9
	sos, dqt, dri    = 0xda, 0xdb, 0xdd
	app0, app1       = 0xe0, 0xe1
	app14            = 0xee
)

const convert = "\nhint: convert the image to PNG"

// segments reads the segments up to the head of the next scan, or to the end of the image.
func (f *File) segments() {
	f.scanHead = nil
	for f.scanHead == nil {
		marker := f.marker()
		if marker == eoi {
			return
		}
		if marker != temporary && (marker < rst0 || marker > rst7) { // these are all of their segment
			f.segment(marker)
		}
	}
}

// marker moves behind the next marker, and returns its second byte.
func (f *File) marker() byte {
	for ; f.at+1 < len(f.content); f.at++ {
		m := f.content[f.at+1]
		if f.content[f.at] == 0xff && m != 0 && m != 0xff {
			f.at += 2
			return m
		}
	}
	f.check(false, "the file ends before a marker: it is not complete")
	return 0
}

// segment reads the segment behind a marker.
func (f *File) segment(marker byte) {
	rest := f.content[f.at:]
	f.check(len(rest) >= 2, "the file ends in a segment: it is not complete")
	n := int(binary.BigEndian.Uint16(rest))
	f.check(n >= 2 && n <= len(rest), "a segment has %d bytes, the rest of the file %d: it is "+
		"damaged or not complete", n, len(rest))
	content := rest[2:n]
	switch {
	case marker == sos:
		f.scanHead = content
	case marker == dht:
		f.huffmanCodes(content)
	case marker == dqt:
		f.quantizerTables(content)
	case marker == dri:
		f.check(len(content) == 2, "an interval of restarts has %d bytes, must have 2", len(content))
		f.interval = int(binary.BigEndian.Uint16(content))
	case marker >= sof0 && marker <= sof2:
		f.progressive = marker == sof2
		f.frame(content)
	case marker > sof2 && marker <= sof15:
		f.check(marker >= sof9, "coding is lossless or hierarchical, which is not decoded"+convert)
		f.check(false, "coding is arithmetic, which is not decoded"+convert)
	case marker == app0 && bytes.HasPrefix(content, []byte("JFIF\x00")):
		f.jfif = true
	case marker == app1 && f.EXIF == nil && bytes.HasPrefix(content, []byte("Exif\x00\x00")):
		f.EXIF = content[6:]
	case marker == app14 && len(content) >= 12 && bytes.HasPrefix(content, []byte("Adobe")):
		f.adobe = int(content[11])
	}
	f.at += n
}

// quantizerTables reads tables of steps between the values of a coefficient (T.81, B.2.4.1).
func (f *File) quantizerTables(content []byte) {
	for len(content) > 0 {
		size, at := 1+int(content[0]>>4), content[0]&15
		f.check(size <= 2 && at <= 3 && len(content) > 64*size, "a quantization table is damaged")
		table := new([64]uint16)
		for k := range 64 {
			for _, part := range content[1+size*k:][:size] {
				table[zigzag[k]] = table[zigzag[k]]<<8 | uint16(part)
			}
		}
		f.quantizers[at], content = table, content[1+64*size:]
	}
}
