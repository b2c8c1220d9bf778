package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// A packer writes Go values as bytes, without names or types: numbers of variable length, each text, and each JSON, as its number among
// all texts, a hash that is there once, as most are, in full, as bytes. Unexported fields and those that JSON leaves out are left out.
type packer struct {
	out     []byte
	texts   []string
	numbers map[string]uint64 // of texts, from 1
	hashes  map[string]bool   // that were written in full
}

func newPacker(out []byte, texts []string) *packer {
	return &packer{out, texts, map[string]uint64{}, map[string]bool{}}
}

// put appends v.
func (p *packer) put(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		p.text(v.String())
	case reflect.Bool:
		b := byte(0)
		if v.Bool() {
			b = 1
		}
		p.out = append(p.out, b)
	case reflect.Int, reflect.Int64:
		p.out = binary.AppendVarint(p.out, v.Int())
	case reflect.Uint8, reflect.Uint64:
		p.out = binary.AppendUvarint(p.out, v.Uint())
	case reflect.Float64:
		p.out = binary.LittleEndian.AppendUint64(p.out, math.Float64bits(v.Float()))
	case reflect.Pointer:
		p.put(reflect.ValueOf(!v.IsNil()))
		if !v.IsNil() {
			p.put(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			p.json(v.Bytes())
			return
		}
		p.length(v.IsNil(), v.Len())
		for i := range v.Len() {
			p.put(v.Index(i))
		}
	case reflect.Map:
		p.length(v.IsNil(), v.Len())
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			p.put(key)
			p.put(v.MapIndex(key))
		}
	case reflect.Struct:
		if at, ok := v.Interface().(time.Time); ok {
			p.out = binary.AppendVarint(binary.AppendVarint(p.out, at.Unix()), int64(at.Nanosecond()))
			return
		}
		for _, i := range fieldsOf(v.Type()) {
			p.put(v.Field(i))
		}
	default:
		panic("record: cannot pack a " + v.Type().String()) // a kind of field that this is to be taught
	}
}

// json writes a text of JSON, or that there is none.
func (p *packer) json(text []byte) {
	if p.length(text == nil, 0); text != nil {
		p.text(string(text))
	}
}

// length writes how long a list is, and whether it is none.
func (p *packer) length(none bool, n int) {
	if !none {
		n++
	}
	p.out = binary.AppendUvarint(p.out, uint64(n))
}

// text writes a text: the first time that a hash is met it is 0 and the hash.
func (p *packer) text(text string) {
	n, ok := p.numbers[text]
	if !ok && isHash(text) && !p.hashes[text] {
		p.hashes[text] = true
		p.out, _ = hex.AppendDecode(append(p.out, 0), []byte(text)) // it is one
		return
	}
	if !ok {
		p.texts = append(p.texts, text)
		n = uint64(len(p.texts))
		p.numbers[text] = n
	}
	p.out = binary.AppendUvarint(p.out, n)
}

// within appends v after its length.
func (p *packer) within(v reflect.Value) {
	inner := *p
	inner.out = nil
	inner.put(v)
	p.texts = inner.texts
	p.out = append(binary.AppendUvarint(p.out, uint64(len(inner.out))), inner.out...)
}

// An unpacker reads what a packer wrote. What it reads has texts and JSON in common with what is packed, which nobody changes.
type unpacker struct {
	in    []byte
	texts []string
}

// get reads into v, which is zero.
func (u *unpacker) get(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(u.text())
	case reflect.Bool:
		v.SetBool(u.bytes(1)[0] != 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(u.varint())
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(u.uvarint())
	case reflect.Float64:
		v.SetFloat(u.float())
	case reflect.Pointer:
		if u.bytes(1)[0] != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			u.get(v.Elem())
		}
	case reflect.Slice:
		n := int(u.uvarint()) - 1
		if n < 0 {
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			text := u.text()
			v.SetBytes(unsafe.Slice(unsafe.StringData(text), len(text)))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			u.get(v.Index(i))
		}
	case reflect.Map:
		n := int(u.uvarint()) - 1
		if n < 0 {
			return
		}
		switch m := v.Addr().Interface().(type) { // these two are nearly all
		case *map[string]Number:
			*m = make(map[string]Number, n)
			for range n {
				key := u.text()
				(*m)[key] = Number(u.float())
			}
			return
		case *map[string]string:
			*m = make(map[string]string, n)
			for range n {
				key := u.text()
				(*m)[key] = u.text()
			}
			return
		}
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for range n {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			u.get(key)
			u.get(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if at, ok := v.Addr().Interface().(*time.Time); ok {
			seconds := u.varint()
			*at = time.Unix(seconds, u.varint()).UTC()
			return
		}
		for _, i := range fieldsOf(v.Type()) {
			u.get(v.Field(i))
		}
	}
}

func (u *unpacker) bytes(n int) []byte {
	b := u.in[:n:n]
	u.in = u.in[n:]
	return b
}

func (u *unpacker) text() string {
	if n := u.uvarint(); n > 0 {
		return u.texts[n-1]
	}
	return hex.EncodeToString(u.bytes(sha256.Size))
}

func (u *unpacker) float() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(u.bytes(8)))
}

// skipText passes over a text.
func (u *unpacker) skipText() {
	if u.uvarint() == 0 {
		u.bytes(sha256.Size)
	}
}

// skip passes over what within wrote.
func (u *unpacker) skip() { u.bytes(int(u.uvarint())) }

func (u *unpacker) uvarint() uint64 {
	v, n := binary.Uvarint(u.in)
	u.in = u.in[n:]
	return v
}

func (u *unpacker) varint() int64 {
	v, n := binary.Varint(u.in)
	u.in = u.in[n:]
	return v
}
