package jpeg

// A code is a Huffman code. By the next 16 bits, it has the length of their first word and its
// symbol, length<<8 | symbol, or 0 if they begin with no word.
type code [1 << 16]uint16

// huffmanCodes reads codes: the number of words of each length, and their symbols. Words ascend
// (T.81, B.2.4.2 and annex C).
func (f *File) huffmanCodes(content []byte) {
	for len(content) > 0 {
		class, at := content[0]>>4, content[0]&15
		f.check(class <= 1 && at <= 3 && len(content) >= 17, "a Huffman table is damaged")
		numbers, symbols := content[1:17], content[17:]
		c, next := new(code), 0
		for i, number := range numbers {
			words := 1 << (15 - i) // of 16 bits that begin with one of this length
			f.check(int(number) <= len(symbols) && next+int(number)*words < len(c),
				"a Huffman table has too many words of %d bits", i+1)
			for _, symbol := range symbols[:number] {
				f.check(class == 1 || symbol <= 15, "differences have %d bits: want at most 15", symbol)
				for range words {
					c[next] = uint16(i+1)<<8 | uint16(symbol)
					next++
				}
			}
			symbols = symbols[number:]
		}
		f.codes[class][at], content = c, symbols
	}
}

// symbol returns the symbol of the next word.
func (b *bits) symbol(c *code) int {
	if b.count < 16 {
		b.fill()
	}
	found := c[uint16(b.next>>(b.count-16))]
	if found == 0 {
		b.check(false, "bits are no word of the Huffman code: the file is damaged")
	}
	b.count -= uint(found >> 8)
	return int(found & 0xff)
}
