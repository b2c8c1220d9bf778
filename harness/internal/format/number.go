package format

import (
	"fmt"
	"strconv"
)

// number reads a number as JSON writes it and returns its text.
func (s *scanner) number(what string) ([]byte, error) {
	s.peek()
	b, i := s.b, s.at
	if i < len(b) && b[i] == '-' {
		i++
	}
	first := i
	if i = digits(b, i); i == first || i > first+1 && b[first] == '0' {
		return nil, s.wanted(what)
	}
	if i < len(b) && b[i] == '.' {
		point := i + 1
		if i = digits(b, point); i == point {
			return nil, s.wanted(what + " with digits after its point")
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		power := i
		if i = digits(b, i); i == power {
			return nil, s.wanted(what)
		}
	}
	text := b[s.at:i]
	s.at = i
	return text, nil
}

// digits returns the end of the digits starting at i.
func digits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' < 10 {
		i++
	}
	return i
}

// float reads a finite number of the given bit size.
func (s *scanner) float(bits int) (float64, error) {
	text, err := s.number("a finite number")
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(string(text), bits)
	if err != nil {
		return 0, fmt.Errorf("column %d: %s is too large for a %d-bit float", s.at, text, bits)
	}
	return v, nil
}

// floats appends the numbers of an array, of the given bit size, to list.
func floats[T float32 | float64](s *scanner, list []T, bits int) ([]T, error) {
	err := s.list("an array of numbers", func() error {
		v, err := s.float(bits)
		list = append(list, T(v))
		return err
	})
	return list, err
}

// whole reads a whole number in 0..most.
func (s *scanner) whole(most int) (int, error) {
	text, err := s.number("a whole number, 0 or more")
	if err != nil {
		return 0, err
	}
	v, err := strconv.Atoi(string(text))
	if err != nil || text[0] == '-' || v > most {
		s.at -= len(text)
		return 0, s.wanted(fmt.Sprintf("a whole number in 0..%d", most))
	}
	return v, nil
}

// wholes appends the whole numbers of an array, in 0..most, to list.
func (s *scanner) wholes(list []int32, most int) ([]int32, error) {
	err := s.list("an array of whole numbers", func() error {
		v, err := s.whole(most)
		list = append(list, int32(v))
		return err
	})
	return list, err
}
