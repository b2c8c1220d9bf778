package format

import (
	"fmt"
	"math"
	"strconv"
)

// A decimal is a number as it is written: ±digits·10^exponent, where digits has not overflowed.
type decimal struct {
	text     []byte
	digits   uint64
	exponent int
	count    int // of digits
	negative bool
}

// number reads a number as JSON writes it into d.
func (s *scanner) number(d *decimal, what string) (err error) {
	s.peek()
	*d = decimal{}
	b, i := s.b, s.at
	if i < len(b) && b[i] == '-' {
		d.negative = true
		i++
	}
	whole := i
	for i < len(b) && b[i]-'0' < 10 {
		d.digits = d.digits*10 + uint64(b[i]-'0')
		i++
	}
	d.count = i - whole
	if d.count == 0 || d.count > 1 && b[whole] == '0' {
		return s.wanted(what)
	}
	if i < len(b) && b[i] == '.' {
		i++
		point := i
		for i < len(b) && b[i]-'0' < 10 {
			d.digits = d.digits*10 + uint64(b[i]-'0')
			i++
		}
		if i == point {
			return s.wanted(what + " with digits after its point")
		}
		d.exponent = point - i
		d.count += i - point
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		if i, err = d.power(b, i+1); err != nil {
			return s.wanted(what)
		}
	}
	d.text = b[s.at:i]
	s.at = i
	return nil
}

// power reads what follows the e of a number and returns where it ends.
func (d *decimal) power(b []byte, i int) (int, error) {
	sign := 1
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		if b[i] == '-' {
			sign = -1
		}
		i++
	}
	begin, e := i, 0
	for i < len(b) && b[i]-'0' < 10 {
		e = min(e*10+int(b[i]-'0'), 1<<20)
		i++
	}
	if i == begin {
		return i, strconv.ErrSyntax
	}
	d.exponent += sign * e
	return i, nil
}

var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// float returns the nearest float64: by one operation where digits and power of ten are exact (Clinger, PLDI 1990),
// else by the library.
func (d *decimal) float() float64 {
	var v float64
	switch {
	case d.count > 19 || d.digits >= 1<<53 || d.exponent < -22 || d.exponent > 22:
		v, _ = strconv.ParseFloat(string(d.text), 64) // out of range: infinite, which callers refuse
		return v
	case d.exponent < 0:
		v = float64(d.digits) / tens[-d.exponent]
	default:
		v = float64(d.digits) * tens[d.exponent]
	}
	if d.negative {
		v = -v
	}
	return v
}

// float32 returns the nearest float32. A float64 that lies next to the middle of two of them could have been rounded
// to its other side, so there the library decides.
func (d *decimal) float32() float32 {
	v := d.float()
	const below = 1<<29 - 1 // the bits that a float32 lacks
	middle := math.Float64bits(v)&below - (1<<28 - 1)
	if middle <= 2 || v != 0 && math.Abs(v) < 0x1p-126 {
		f, _ := strconv.ParseFloat(string(d.text), 32)
		return float32(f)
	}
	return float32(v)
}

// float32s appends the numbers of an array to list. It and wholes are where the time goes, so they do without list.
func (s *scanner) float32s(list []float32) ([]float32, error) {
	if err := s.take('[', "an array of numbers"); err != nil {
		return list, err
	}
	if s.peek() == ']' {
		s.at++
		return list, nil
	}
	var d decimal
	for {
		if err := s.number(&d, "a finite number"); err != nil {
			return list, err
		}
		v := d.float32()
		if v-v != 0 {
			return list, fmt.Errorf("column %d: %s is too large for a 32-bit float", s.at, d.text)
		}
		list = append(list, v)
		if more, err := s.more(); !more {
			return list, err
		}
	}
}

// more reads what follows a value of an array and reports whether another one comes.
func (s *scanner) more() (bool, error) {
	c := byte(0)
	if s.at < len(s.b) {
		c = s.b[s.at]
	}
	if c != ',' && c != ']' {
		c = s.peek()
	}
	switch c {
	case ',':
		s.at++
		return true, nil
	case ']':
		s.at++
		return false, nil
	}
	return false, s.wanted(`"," or "]"`)
}

// float64s appends the numbers of an array to list.
func (s *scanner) float64s(list []float64) ([]float64, error) {
	err := s.list("an array of numbers", func() error {
		v, err := s.float64()
		list = append(list, v)
		return err
	})
	return list, err
}

func (s *scanner) float64() (float64, error) {
	var d decimal
	if err := s.number(&d, "a finite number"); err != nil {
		return 0, err
	}
	v := d.float()
	if v-v != 0 {
		return 0, fmt.Errorf("column %d: %s is too large for a 64-bit float", s.at, d.text)
	}
	return v, nil
}

// whole reads a whole number in 0..most.
func (s *scanner) whole(most int) (int, error) {
	s.peek()
	i, v := s.at, 0
	for i < len(s.b) && s.b[i]-'0' < 10 && i < s.at+9 {
		v = v*10 + int(s.b[i]-'0')
		i++
	}
	if n := i - s.at; n > 0 && i < len(s.b) && (s.b[i] == ',' || s.b[i] == ']') && v <= most && (n == 1 || s.b[s.at] != '0') {
		s.at = i
		return v, nil
	}
	var d decimal
	err := s.number(&d, "a whole number, 0 or more")
	switch {
	case err != nil:
		return 0, err
	case d.negative || d.exponent != 0 || d.count > 18 || d.digits > uint64(most):
		s.at -= len(d.text)
		return 0, s.wanted(fmt.Sprintf("a whole number in 0..%d", most))
	}
	return int(d.digits), nil
}

// wholes appends the whole numbers of an array, in 0..most, to list.
func (s *scanner) wholes(list []int32, most int) ([]int32, error) {
	if err := s.take('[', "an array of whole numbers"); err != nil {
		return list, err
	}
	if s.peek() == ']' {
		s.at++
		return list, nil
	}
	for {
		v, err := s.whole(most)
		if err != nil {
			return list, err
		}
		list = append(list, int32(v))
		if more, err := s.more(); !more {
			return list, err
		}
	}
}
