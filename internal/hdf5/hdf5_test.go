package hdf5_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/hdf5"
	"github.com/spbench/spbench/internal/hdf5/hdf5test"
)

func open(t *testing.T, content []byte) *hdf5.File {
	t.Helper()
	f, err := hdf5.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func count(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i%100) - 7
	}
	return v
}

// arrays has every way to store an array.
func arrays() []hdf5test.Array {
	list := []hdf5test.Array{
		{Name: "scalar", Values: []float64{math.Pi}},
		{Name: "empty", Shape: []int{0, 3}},
		{Name: "compact", Shape: []int{5}, Values: count(5), Compact: true},
	}
	for _, bits := range []int{8, 16, 32, 64} {
		for _, big := range []bool{false, true} {
			list = append(list, hdf5test.Array{
				Name: fmt.Sprintf("signed %d %v", bits, big), Shape: []int{4, 3}, Values: count(12),
				Type: hdf5test.Type{Bits: bits, Integer: true, Signed: true, Big: big},
			}, hdf5test.Array{
				Name: fmt.Sprintf("unsigned %d %v", bits, big), Shape: []int{2}, Values: []float64{200, 0},
				Type: hdf5test.Type{Bits: bits, Integer: true, Big: big},
			})
			if bits >= 32 {
				list = append(list, hdf5test.Array{
					Name: fmt.Sprintf("float %d %v", bits, big), Shape: []int{4}, Values: []float64{0.25, -1e20, math.Inf(1), 3},
					Type: hdf5test.Type{Bits: bits, Big: big},
				})
			}
		}
	}
	for _, packed := range []struct{ deflate, shuffle bool }{{}, {true, false}, {true, true}, {false, true}} {
		list = append(list, hdf5test.Array{
			Name: fmt.Sprint("chunked", packed), Shape: []int{5, 7, 2}, Values: count(70), Chunk: []int{2, 3, 2},
			Deflate: packed.deflate, Shuffle: packed.shuffle, Type: hdf5test.Type{Bits: 32},
		})
	}
	return append(list, hdf5test.Array{Name: "many chunks", Shape: []int{100}, Values: count(100), Chunk: []int{1}, Type: hdf5test.Type{Bits: 16, Integer: true, Signed: true}})
}

func TestReadsWhatWasWritten(t *testing.T) {
	f := open(t, hdf5test.Bytes(arrays()...))
	for _, a := range arrays() {
		d, err := f.Dataset(a.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		want := a.Values
		if strings.HasPrefix(a.Name, "float 32") {
			want = slices.Clone(want)
			for i, v := range want {
				want[i] = float64(float32(v))
			}
		}
		if got, err := d.Numbers(); err != nil || !slices.Equal(got, want) || !slices.Equal(d.Shape, a.Shape) {
			t.Errorf("%s: %v of shape %v, %v; want %v of %v", a.Name, got, d.Shape, err, want, a.Shape)
		}
	}
}

// Every name of a large group is found, and no other.
func TestLookup(t *testing.T) {
	var list []hdf5test.Array
	for i := range 1000 {
		list = append(list, hdf5test.Array{Name: fmt.Sprintf("features_%06d", 3*i), Values: []float64{float64(i)}, Compact: true})
	}
	f := open(t, hdf5test.Bytes(list...))
	for i := range 3 * 1000 {
		d, err := f.Dataset(fmt.Sprintf("features_%06d", i))
		if i%3 != 0 {
			if !errors.Is(err, hdf5.ErrMissing) {
				t.Fatalf("name %d, which was not written: %v", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if v, err := d.Numbers(); err != nil || v[0] != float64(i/3) {
			t.Fatalf("name %d: %v, %v", i, v, err)
		}
	}
	for _, name := range []string{"", "a", "features", "zzz", "features_000003/x"} {
		if _, err := f.Dataset(name); err == nil {
			t.Errorf("%q is found", name)
		}
	}
	if _, err := open(t, hdf5test.Bytes()).Dataset("a"); !errors.Is(err, hdf5.ErrMissing) {
		t.Errorf("in an empty file: %v", err)
	}
}

func TestInts(t *testing.T) {
	f := open(t, hdf5test.Bytes(
		hdf5test.Array{Name: "whole", Shape: []int{3}, Values: []float64{-1, 0, math.MaxInt32}},
		hdf5test.Array{Name: "half", Shape: []int{2}, Values: []float64{1, 0.5}},
		hdf5test.Array{Name: "large", Values: []float64{1e10}},
		hdf5test.Array{Name: "nan", Values: []float64{math.NaN()}},
	))
	for name, want := range map[string]string{"whole": "", "half": `"half": number 1 is 0.5`, "large": "is 1e+10", "nan": "is NaN"} {
		d, err := f.Dataset(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := d.Ints()
		if want == "" && (err != nil || !slices.Equal(v, []int32{-1, 0, math.MaxInt32})) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v does not say %q", name, err, want)
		}
	}
}

// What cannot be read is refused with what and where.
func TestRefusals(t *testing.T) {
	plain := hdf5test.Array{Name: "x", Shape: []int{4}, Values: count(4)}
	chunked := hdf5test.Array{Name: "x", Shape: []int{4}, Values: count(4), Chunk: []int{2}, Deflate: true}
	type bend = func(b []byte) []byte
	patch := func(old, new string) bend {
		return func(b []byte) []byte {
			if !bytes.Contains(b, []byte(old)) {
				t.Fatalf("nothing to bend: no %q", old)
			}
			return bytes.Replace(b, []byte(old), []byte(new), 1)
		}
	}
	u64 := func(v uint64) string { return string(binary.LittleEndian.AppendUint64(nil, v)) }
	for _, test := range []struct {
		name string
		a    hdf5test.Array
		bend bend
		want string
	}{
		{"no file", plain, func([]byte) []byte { return nil }, "superblock"},
		{"text", plain, func([]byte) []byte { return []byte(strings.Repeat("text ", 40)) }, "no HDF5 file"},
		{"latest", plain, patch("\n\x1a\n\x00", "\n\x1a\n\x02"), "version 2, only 0 and 1"},
		{"short", plain, func(b []byte) []byte { return b[:len(b)-30] }, "but the file has only"},
		{"heap", plain, patch("HEAP", "heap"), "no heap at"},
		{"tree", plain, patch("TREE", "tree"), "no B-tree"},
		{"symbols", plain, patch("SNOD", "snod"), "no symbols at"},
		{"float", plain, patch("\x34\x0b\x00\x34\xff\x03", "\x34\x0b\x00\x34\xfe\x03"), "not IEEE"},
		{"class", plain, patch("\x11\x20\x3f\x00", "\x16\x20\x3f\x00"), "neither integers nor floats"},
		{"size", plain, patch("\x01\x01\x00\x00\x00\x00\x00\x00"+u64(4), "\x01\x01\x00\x00\x00\x00\x00\x00"+u64(1<<40)), "more than 16777216 numbers"},
		{"layout", plain, patch("\x03\x01", "\x04\x01"), "version 4, only 3"},
		{"filter", chunked, patch("\x01\x00\x08\x00\x01\x00\x01\x00deflate", "\x03\x00\x08\x00\x01\x00\x01\x00deflate"), "filter 3"},
		{"stream", chunked, patch("\x78\x9c", "\x78\x9d"), "deflate: "},
		{"rank", chunked, patch("\x03\x02\x02", "\x03\x02\x05"), "rank 4 in an array of rank 1"},
	} {
		content := test.bend(hdf5test.Bytes(test.a))
		f, err := hdf5.Open(bytes.NewReader(content), int64(len(content)))
		var d *hdf5.Dataset
		if err == nil {
			d, err = f.Dataset("x")
		}
		if err == nil {
			_, err = d.Numbers()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "hdf5: ") {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

// Whatever the bytes, reading ends without a panic and without much memory.
func FuzzRead(f *testing.F) {
	for _, a := range arrays() {
		f.Add(hdf5test.Bytes(a), a.Name)
	}
	f.Fuzz(func(t *testing.T, content []byte, name string) {
		file, err := hdf5.Open(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return
		}
		d, err := file.Dataset(name)
		if err != nil {
			return
		}
		if v, err := d.Numbers(); err == nil && len(v) != d.Len() {
			t.Errorf("%d numbers of shape %v", len(v), d.Shape)
		}
	})
}
