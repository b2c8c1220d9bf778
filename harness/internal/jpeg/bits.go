package jpeg

// bits reads bytes, and the bits of a scan, the highest of each byte first (T.81, F.2.2.5).
type bits struct {
	content []byte
	at      int    // of the next byte
	next    uint64 // the next bits, in its lowest count bits
	count   uint
	zeros   uint // bits of next that are not in the file
}

// fill makes at least 57 bits ready. A byte ff is followed by a byte 0; else it begins a marker,
// and the bits end before it.
func (b *bits) fill() {
	b.complete()
	for b.count <= 56 {
		var value byte
		switch rest := b.content[b.at:]; {
		case len(rest) > 0 && rest[0] != 0xff:
			value = rest[0]
			b.at++
		case len(rest) > 1 && rest[1] == 0:
			value = 0xff
			b.at += 2
		default:
			b.zeros += 8
		}
		b.next = b.next<<8 | uint64(value)
		b.count += 8
	}
}

// complete checks that all bits read so far are in the file.
func (b *bits) complete() {
	b.check(b.zeros <= b.count, "the bits of a scan end early: the file is not complete or damaged")
}

// end checks that the bits are complete. The next ones are those behind the next marker.
func (b *bits) end() {
	b.complete()
	b.count, b.zeros = 0, 0
}

// take returns the next n bits, at most 16, as a number.
func (b *bits) take(n uint) int {
	if b.count < n {
		b.fill()
	}
	b.count -= n
	return int(b.next>>b.count) & (1<<n - 1)
}

// value returns a number of n bits. Those with the first bit 0 are negative (T.81, F.2.2.1).
func (b *bits) value(n uint) int {
	v := b.take(n)
	if v < 1<<n>>1 {
		v -= 1<<n - 1
	}
	return v
}
