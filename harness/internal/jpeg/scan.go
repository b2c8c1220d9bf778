package jpeg

import (
	"bytes"
	"slices"
)

// A scan has some coefficients of each block of some components, or some of their bits.
type scan struct {
	*File
	parts     []part
	from, to  int  // the first and the last coefficient
	high, low uint // bits up to high were read, those up to low are read now
	run       int  // blocks left without coefficients
}

// A part is a component in a scan.
type part struct {
	*component
	columns, rows int // blocks of an MCU
	dc, ac        *code
	before        int // DC coefficient of the block before
}

// scan reads the next scan (T.81, B.2.3).
func (f *File) scan() {
	head, n := f.scanHead, len(f.scanHead)
	f.check(n >= 6 && n == 4+2*int(head[0]),
		"the head of a scan has %d bytes, which do not fit its components", n)
	s := &scan{File: f, to: 63}
	if f.progressive {
		s.from, s.to = int(head[n-3]), int(head[n-2])
		s.high, s.low = uint(head[n-1]>>4), uint(head[n-1]&15)
		f.check(s.from <= s.to && s.to <= 63 && s.low <= 13 && (s.from == 0) == (s.to == 0) &&
			(s.from == 0 || head[0] == 1), "a scan of %d components has coefficients %d to %d from bit %d",
			head[0], s.from, s.to, s.low)
	}
	for chosen := range slices.Chunk(head[1:n-3], 2) {
		s.add(chosen[0], chosen[1]>>4, chosen[1]&15)
	}

	// An MCU has h×v blocks of each component, or one block of the only one (A.2).
	first := &s.parts[0]
	across, down := first.across/first.h, first.down/first.v
	if len(s.parts) == 1 {
		across, down = parts(first.width, 8), parts(first.height, 8)
		first.columns, first.rows = 1, 1
	}
	for mcu := range across * down {
		if f.interval > 0 && mcu > 0 && mcu%f.interval == 0 {
			s.restart(mcu/f.interval - 1)
		}
		for i := range s.parts {
			p := &s.parts[i]
			for b := range p.columns * p.rows {
				s.block(p, mcu%across*p.columns+b%p.columns, mcu/across*p.rows+b/p.columns)
			}
		}
	}
	f.end()
}

// add adds a component with its codes to the scan. Each bit of a coefficient is read once, the
// highest first (T.81, G.1.1.1), which also bounds the number of scans.
func (s *scan) add(id, dc, ac byte) {
	i := bytes.IndexByte(s.ids, id)
	s.check(i >= 0 && dc <= 3 && ac <= 3, "a scan has component %d with Huffman tables %d and %d", id,
		dc, ac)
	c := s.components[i]
	p := part{component: c, columns: c.h, rows: c.v, dc: s.codes[0][dc], ac: s.codes[1][ac]}
	for k := s.from; k <= s.to; k++ {
		was := int(c.shift[k])
		s.check(s.high == 0 && was == unread || s.high > 0 && was == int(s.high) && s.low+1 == s.high,
			"bits %d to %d of coefficient %d of component %d do not follow the scans before", s.high,
			s.low, k, id)
		c.shift[k] = int8(s.low)
	}
	s.check((s.from > 0 || s.high > 0 || p.dc != nil) && (s.to == 0 || p.ac != nil),
		"a scan of component %d lacks its Huffman table", id)
	if c.steps == nil {
		c.steps = s.quantizers[c.quantizer]
	}
	s.check(c.steps != nil, "component %d lacks its quantization table %d", id, c.quantizer)
	s.parts = append(s.parts, p)
}

// restart moves behind the n-th restart marker (T.81, F.2.1.3).
func (s *scan) restart(n int) {
	s.end()
	s.check(s.marker() == rst0+byte(n%8),
		"restart marker %d is missing: the file is not complete or damaged", n%8)
	s.run = 0
	for i := range s.parts {
		s.parts[i].before = 0
	}
}

// block reads what the scan has of the block at (x, y) of a component. A sequential block is whole,
// and becomes samples at once.
func (s *scan) block(p *part, x, y int) {
	var whole block
	b := &whole
	if s.progressive {
		b = &p.blocks[y*p.across+x]
	}
	if s.from == 0 {
		s.dc(p, b)
	}
	if s.to > 0 && s.high == 0 {
		s.ac(p, b)
	} else if s.to > 0 {
		s.refine(p, b)
	}
	if !s.progressive {
		p.transform(b, x, y)
	}
}
