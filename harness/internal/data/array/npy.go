package array

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An NPY is one array of numpy (format .npy, versions 1 to 3: numpy/lib/format.py). Its values
// can be read once.
type NPY struct {
	Name  string
	Shape []int
	Bytes uint64 // how many of the values are likely to be there, from the size of the file

	order   binary.ByteOrder
	kind    byte // b: bool, i and u: integers, f: floats, U and S: texts
	size    int  // bytes of a value
	fortran bool // the first index runs fastest
	values  io.Reader
}

// Exact is the end of the whole numbers without gaps in a float64.
const Exact = 1 << 53

const (
	maxNPYHeader = 1 << 16
	maxValues    = min(1<<40, math.MaxInt)
)

var npyHeader = regexp.MustCompile(`'descr': '([<>|=])([biufUS])(\d{1,9})', ` +
	`'fortran_order': (True|False), 'shape': \(([0-9, ]*)\)`)

// NewNPY reads the header of an array. Errors name it.
func NewNPY(name string, r io.Reader) (*NPY, error) {
	var head [12]byte
	if _, err := io.ReadFull(r, head[:10]); err != nil || string(head[:6]) != "\x93NUMPY" {
		return nil, fmt.Errorf("%s: it does not begin like a numpy array", name)
	}
	length := int(binary.LittleEndian.Uint16(head[8:]))
	if head[6] > 1 {
		if _, err := io.ReadFull(r, head[10:]); err != nil {
			return nil, fmt.Errorf("%s: the header is truncated", name)
		}
		length = int(min(binary.LittleEndian.Uint32(head[8:]), maxNPYHeader+1))
	}
	if length > maxNPYHeader {
		return nil, fmt.Errorf("%s: the header is longer than %d bytes", name, maxNPYHeader)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, fmt.Errorf("%s: the header is truncated", name)
	}
	m := npyHeader.FindSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%s: want an array of numbers, truth values or texts, got %s", name,
			bytes.ToValidUTF8(bytes.TrimSpace(text), []byte("?")))
	}
	a := &NPY{Name: name, order: binary.LittleEndian, kind: m[2][0],
		fortran: string(m[4]) == "True", values: r}
	if string(m[1]) == ">" {
		a.order = binary.BigEndian
	}
	a.size, _ = strconv.Atoi(string(m[3]))
	count := 1
	for field := range strings.SplitSeq(string(m[5]), ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		n, err := strconv.Atoi(field)
		if err != nil || n > maxValues || n > 0 && count > maxValues/n {
			return nil, fmt.Errorf("%s: the shape (%s) has too many values", name, m[5])
		}
		a.Shape = append(a.Shape, n)
		count *= n
	}
	return a, a.known()
}

// known returns an error if the type of the values is not supported.
func (a *NPY) known() error {
	sizes := map[byte][]int{'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {2, 4, 8}}
	if text := a.Text(); !text && !slices.Contains(sizes[a.kind], a.size) || text && a.size > 1<<16 {
		return fmt.Errorf("%s: values of type %c%d cannot be read: want bool, int8 to int64, "+
			"uint8 to uint64, float16, float32, float64 or texts", a.Name, a.kind, a.size)
	}
	return nil
}

// Text reports whether the values are texts.
func (a *NPY) Text() bool { return a.kind == 'U' || a.kind == 'S' }

// count is the number of values.
func (a *NPY) count() int {
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// place returns the index of value i of the file in row-major order, with the last index fastest.
func (a *NPY) place(i int) int {
	if !a.fortran {
		return i
	}
	at, step := 0, a.count()
	for _, n := range a.Shape {
		step /= n
		at, i = at+i%n*step, i/n
	}
	return at
}

// read calls take with each value as bytes, in the order of the file, and checks the end and the
// checksum of the array.
func (a *NPY) read(take func(at int, b []byte) error) error {
	size := a.size
	if a.kind == 'U' {
		size *= 4
	}
	if size == 0 {
		size = 1
	}
	buffer := make([]byte, max(1, (1<<15)/size)*size)
	for at, n := 0, a.count(); at < n; {
		chunk := buffer[:min(len(buffer), (n-at)*size)]
		if _, err := io.ReadFull(a.values, chunk); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return fmt.Errorf("%s: it ends after %d of %d values", a.Name, at, n)
			}
			return fmt.Errorf("%s: after %d of %d values: %w", a.Name, at, n, err)
		}
		for ; len(chunk) > 0; chunk = chunk[size:] {
			if err := take(at, chunk[:size]); err != nil {
				return err
			}
			at++
		}
	}
	switch _, err := io.ReadFull(a.values, buffer[:1]); {
	case err == nil:
		return fmt.Errorf(
			"%s: it goes on after its %d values: the shape and the values do not belong together",
			a.Name, a.count())
	case err != io.EOF: // a zip knows its checksum at the end
		return fmt.Errorf("%s: the file is damaged: %w", a.Name, err)
	}
	return nil
}

// number returns a value. It is no text.
func (a *NPY) number(b []byte) float64 {
	var v uint64
	switch a.size {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(a.order.Uint16(b))
	case 4:
		v = uint64(a.order.Uint32(b))
	case 8:
		v = a.order.Uint64(b)
	}
	switch free := 64 - 8*a.size; {
	case a.kind == 'i':
		return float64(int64(v<<free) >> free)
	case a.kind == 'f' && a.size == 2:
		return half(uint16(v))
	case a.kind == 'f' && a.size == 4:
		return float64(math.Float32frombits(uint32(v)))
	case a.kind == 'f':
		return math.Float64frombits(v)
	}
	return float64(v)
}

// half returns the number of an IEEE 754 binary16. Its bits have the places of a binary32, apart
// from the origin of the exponent.
func half(b uint16) float64 {
	v := math.Float32frombits(uint32(b>>15)<<31 | uint32(b<<1)<<12)
	if v *= 0x1p112; v >= 1<<16 || v <= -1<<16 { // infinite, or not a number
		return math.NaN()
	}
	return float64(v)
}

// largestWhole is the end of the whole numbers without gaps, by bytes of a float.
var largestWhole = map[int]float64{2: 1 << 11, 4: 1 << 24, 8: Exact}

// Numbers reads all values as numbers, finite as a T. If whole, they are whole, in least..most, and
// as floats at most largestWhole. Integers rounded by a T are errors.
func Numbers[T int32 | int | float32 | float64](a *NPY, whole bool, least,
	most float64) ([]T, error) {
	if a.Text() {
		return nil, fmt.Errorf("%s: want numbers, got texts", a.Name)
	}
	if whole && a.kind == 'f' {
		most = min(most, largestWhole[a.size])
	}
	// grows with the data, regardless of the declared shape
	list := make([]T, 0, min(a.count(), 1<<16+int(a.Bytes)/a.size))
	err := a.read(func(at int, b []byte) error {
		v := a.number(b)
		w := float64(T(v))
		if w-w != 0 || whole && (v != math.Trunc(v) || v < least || v > most) {
			if whole {
				return fmt.Errorf("%s: value %d is %v: want a whole number in %.0f..%.0f", a.Name,
					a.place(at), v, least, most)
			}
			return fmt.Errorf("%s: value %d is %v: want a finite number", a.Name, a.place(at), v)
		}
		if a.kind != 'f' && (w != v || math.Abs(v) > Exact) {
			return fmt.Errorf("%s: value %d is %.0f, which %T rounds: scale such numbers, or "+
				"write them as floats", a.Name, a.place(at), v, T(0))
		}
		list = append(list, T(v))
		return nil
	})
	if err != nil || !a.fortran {
		return list, err
	}
	turned := make([]T, len(list))
	for at, v := range list {
		turned[a.place(at)] = v
	}
	return turned, nil
}

// Texts reads all values as texts.
func (a *NPY) Texts() (list []string, err error) {
	if !a.Text() {
		return nil, fmt.Errorf("%s: want texts, got numbers", a.Name)
	}
	err = a.read(func(at int, b []byte) error {
		var text []byte
		if a.kind == 'S' {
			text = bytes.TrimRight(b, "\x00")
		}
		for ; a.kind == 'U' && len(b) >= 4; b = b[4:] {
			switch c := rune(a.order.Uint32(b)); {
			case !utf8.ValidRune(c):
				text = append(text, 0xff)
			case c != 0:
				text = utf8.AppendRune(text, c)
			}
		}
		if !utf8.Valid(text) {
			return fmt.Errorf("%s: value %d, %q, is not Unicode", a.Name, a.place(at), text)
		}
		list = append(list, string(text))
		return nil
	})
	return list, err
}
