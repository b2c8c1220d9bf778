package jpeg

import "encoding/binary"

// frame reads the size and the components of the picture (T.81, B.2.2).
func (f *File) frame(content []byte) {
	f.check(f.components == nil, "there is a second frame")
	f.check(len(content) >= 6 && len(content) == 6+3*int(content[5]),
		"a frame has %d bytes, which do not fit its components", len(content))
	f.check(content[0] == 8, "samples have %d bits: want 8"+convert, content[0])
	f.Height = int(binary.BigEndian.Uint16(content[1:]))
	f.Width = int(binary.BigEndian.Uint16(content[3:]))
	f.check(f.Width > 0 && f.Height > 0, "the picture has %d×%d pixels", f.Width, f.Height)
	n := int(content[5])
	f.check(n == 1 || n == 3, "a pixel has %d components, such as CMYK: want 1 or 3"+convert, n)

	mostH, mostV := 1, 1
	for i := range n {
		about := content[6+3*i:]
		c := &component{h: int(about[1] >> 4), v: int(about[1] & 15), quantizer: about[2]}
		f.check(c.h > 0 && c.h <= 4 && c.v > 0 && c.v <= 4 && c.quantizer <= 3, "a component has "+
			"sampling factors %d×%d and quantization table %d: want 1 to 4, and 0 to 3", c.h, c.v,
			c.quantizer)
		for k := range c.shift {
			c.shift[k] = unread
		}
		mostH, mostV = max(mostH, c.h), max(mostV, c.v)
		f.components, f.ids = append(f.components, c), append(f.ids, about[0])
	}
	for _, c := range f.components {
		f.check(mostH%c.h == 0 && mostV%c.v == 0, "components have sampling factors %d×%d and %d×%d: "+
			"want whole proportions"+convert, c.h, c.v, mostH, mostV)
		c.moreH, c.moreV = mostH/c.h, mostV/c.v
		c.width, c.height = parts(f.Width, c.moreH), parts(f.Height, c.moreV)
		c.across, c.down = c.h*parts(f.Width, 8*mostH), c.v*parts(f.Height, 8*mostV)
	}
}

// parts returns the number of parts of a length in n. The last may be smaller.
func parts(n, length int) int { return (n + length - 1) / length }
