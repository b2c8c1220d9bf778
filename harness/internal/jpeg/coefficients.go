package jpeg

// dc reads the DC coefficient as a difference from the block before (T.81, F.2.2.1), or its next
// bit (G.1.2.1).
func (s *scan) dc(p *part, b *block) {
	if s.high > 0 {
		b[0] |= int16(s.take(1) << s.low)
		return
	}
	p.before += s.value(uint(s.symbol(p.dc)))
	b[0] = int16(p.before << s.low)
}

// ac reads the AC coefficients, each behind a run of zeros (T.81, F.2.2.2).
func (s *scan) ac(p *part, b *block) {
	for k := max(s.from, 1); k <= s.to && s.run == 0; k++ {
		zeros, size := s.zeros(p)
		k += zeros
		if size > 0 {
			if k > s.to {
				s.fail("a block has too many coefficients: the file is damaged")
			}
			b[zigzag[k]] = int16(s.value(size) << s.low)
		}
	}
	s.run = max(s.run-1, 0)
}

// zeros reads a run of zeros and the number of bits of the coefficient behind it, or sets run: the
// rest of a block is zero, in progressive frames of more blocks too (T.81, G.1.2.2).
func (s *scan) zeros(p *part) (zeros int, size uint) {
	symbol := s.symbol(p.ac)
	zeros, size = symbol>>4, uint(symbol&15)
	if size == 0 && zeros < 15 {
		s.check(zeros == 0 || s.progressive, "the end of a block is damaged")
		s.run = 1<<zeros + s.take(uint(zeros))
	}
	return zeros, size
}

// refine reads the next bit of the AC coefficients (T.81, G.1.2.3): those that were not zero have
// it between the words for those that no longer are.
func (s *scan) refine(p *part, b *block) {
	k := s.from
	for k <= s.to && s.run == 0 {
		zeros, size := s.zeros(p)
		if s.run > 0 {
			break
		}
		grown := int16(0)
		if size > 0 {
			grown = int16(2*s.take(1)-1) << s.low
		}
		if k = s.correct(b, k, zeros); k <= s.to {
			b[zigzag[k]] = grown
		}
		k++
	}
	if s.run > 0 {
		s.correct(b, k, 64)
		s.run--
	}
}

// correct reads a bit of each coefficient from k on that is not zero. It moves over so many zeros,
// and returns the place of the next one, or one behind the last coefficient.
func (s *scan) correct(b *block, k, zeros int) int {
	for ; k <= s.to; k++ {
		c := &b[zigzag[k]]
		switch {
		case *c == 0 && zeros == 0:
			return k
		case *c == 0:
			zeros--
		case s.take(1) == 0:
		case *c > 0:
			*c += 1 << s.low
		default:
			*c -= 1 << s.low
		}
	}
	return k
}
