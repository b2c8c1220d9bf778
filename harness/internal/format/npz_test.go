package format

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rawNPY writes values, a list of numbers or truth values, as numpy does.
func rawNPY(descr, shape string, values any) []byte {
	var b bytes.Buffer
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	if err := binary.Write(&b, binary.LittleEndian, values); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// npy writes an array like "<f4 (2,3): 0.5 1 -2 0*3"; 0x… are the bits of a float, and 0*3 three
// values.
func npy(text string) []byte {
	var descr, shape string
	var size int
	head, list, _ := strings.Cut(text, "): ")
	descr, shape, _ = strings.Cut(head, " (")
	fmt.Sscan(descr[2:], &size)
	var values []byte
	for _, field := range strings.Fields(list) {
		one, times, _ := strings.Cut(field, "*")
		n := 1
		fmt.Sscan(times, &n)
		v, err := strconv.ParseInt(one, 0, 64)
		bits := uint64(v)
		if real, err2 := strconv.ParseFloat(one, 64); descr[1] == 'f' && err2 == nil && size == 4 {
			bits = uint64(math.Float32bits(float32(real)))
		} else if descr[1] == 'f' && err2 == nil && size == 8 {
			bits = math.Float64bits(real)
		} else if err != nil {
			panic(text)
		}
		value := binary.LittleEndian.AppendUint64(nil, bits)[:min(size, 8)]
		if descr[0] == '>' {
			slices.Reverse(value)
		}
		values = append(values, bytes.Repeat(value, n)...)
	}
	return rawNPY(descr, shape, values)
}

// words32 are texts of numpy, each of width letters of UTF-32.
func words32(width int, texts ...string) []byte {
	var all []int32
	for _, text := range texts {
		one := make([]int32, width)
		for i, c := range []rune(text) {
			one[i] = c
		}
		all = append(all, one...)
	}
	return rawNPY(fmt.Sprintf("<U%d", width), fmt.Sprintf("%d,", len(texts)), all)
}

// zipped packs arrays, name and content in turn.
func zipped(arrays ...any) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(arrays); i += 2 {
		w, err := z.Create(arrays[i].(string) + ".npy")
		if err == nil {
			_, err = w.Write(arrays[i+1].([]byte))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// fullArrays has an array of every name except those of sparse rows and of chains.
func fullArrays() []any {
	return []any{
		"labels", words32(4, "sky", "roof"),
		"offsets", npy("<i8 (3,): 0 4 6"),
		"nodes", npy("<f8 (6,2): 1 2 3 4 5 6 7 8 -0.25 100 0 0"),
		"edges", npy("<i4 (3,2): 1 0 2 3 0 1"),
		"edge_offsets", npy("<u2 (3,): 0 2 3"),
		"edge_rows", npy("<f4 (3,1): 0.5 -1e-3 7"),
		"gold", npy("<i8 (6,): 0 0 -1 0 -1 -1"),
		"allowed", npy("|b1 (6,2): 1 1 1 1 0 1 1 1 1 1 1 1"),
		"size", npy("<f8 (6,): 1 2 0.5 4 1 1"),
		"mixed", npy("<f8 (6,2): 0*12"),
		"shape", npy("<i8 (2,2): 2 2 0 0"),
		"box", npy("<i8 (2,4): 0 0 2 1 0 0 0 0"),
		"id", words32(2, "a", "bé"),
		"weight", npy(">f8 (2,): 2.5 1"),
		"fold", npy("|u1 (2,): 3 0"),
		"standardise", npy("|b1 (): 1"),
		"fitted", npy("|b1 (): 0"),
		"node_width", npy("<i8 (): 2"),
		"edge_width", npy("<i8 (): 1"),
	}
}

func TestNPZ(t *testing.T) {
	sameLines(t, read(t, written(t, "a.npz", string(zipped(fullArrays()...)))),
		`{"labels": ["sky", "roof"], "standardise": true}`,
		`{"id": "a", "weight": 2.5, "fold": 3, "shape": [2, 2], "box": [0, 0, 2, 1], "gold": [0, 0, null, 0], "allowed": [null, null, [1], null], "size": [1, 2, 0.5, 4], "mixed": [[0, 0], [0, 0], [0, 0], [0, 0]], "nodes": [[1, 2], [3, 4], [5, 6], [7, 8]], "edges": [[0, 1], [2, 3]], "edge_rows": [[0.5], [-1e-3]]}`,
		`{"id": "bé", "fold": 0, "size": [1, 1], "mixed": [[0, 0], [0, 0]], "chain": true, "nodes": [[-0.25, 100], [0, 0]], "edge_rows": [[7]]}`)
}

// Numbers of 16 bits, of either order of bytes: zeros, the largest and the smallest ones.
func TestNPZHalf(t *testing.T) {
	bits := []uint16{0, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x03ff, 0x0400, 0x3555, 0xb400, 1, 0x6801}
	big := make([]uint16, len(bits))
	for i, b := range bits {
		big[i] = b<<8 | b>>8
	}
	want := []float32{0, 0, 1, -2, 65504, 0x1p-24, 1023 * 0x1p-24, 0x1p-14, 0.333251953125, -0.25,
		0x1p-24, 2050}
	for order, values := range map[string][]uint16{"<": bits, ">": big} {
		c := read(t, written(t, "a.npz", string(zipped("labels", npy("<i8 (): 2"), "offsets",
			npy("<i8 (2,): 0 6"), "nodes", rawNPY(order+"f2", "6, 2", values)))))
		if have := c.Instances[0].Node.Dense; !reflect.DeepEqual(have, want) {
			t.Errorf("%s: %v, want %v", order, have, want)
		}
	}
}

// Sparse rows are those of scipy's csr_matrix. Arrays in Fortran order are transposed.
func TestNPZSparse(t *testing.T) {
	turned := npy("<f4 (3,2): 1 2 3 4 5 6")
	turned = bytes.Replace(turned, []byte("'fortran_order': False"),
		[]byte("'fortran_order': True "), 1)
	turned = bytes.Replace(turned, []byte("True , "), []byte("True, "), 1)
	turned = bytes.Replace(turned, []byte(", }"), []byte(", } "), 1)
	c := read(t, written(t, "a.npz", string(zipped(
		"labels", npy("<i8 (): 3"), "offsets", npy("<i8 (3,): 0 2 4"), "chain",
		npy("|b1 (): 1"),
		"node_indptr", npy("<i4 (5,): 0 2 2 3 4"), "node_indices",
		npy("<i4 (4,): 0 4 6 1"), "node_data",
		npy("<f8 (4,): 1 2.5 3 4"),
		"edge_indptr", npy("<i4 (3,): 0 1 1"), "edge_indices",
		npy("<i4 (1,): 5"),
	))))
	sameLines(t, c, `{"labels": 3}`,
		`{"chain": true, "node_index": [[0, 4], []], "node_value": [[1, 2.5], []], "edge_index": [[5]]}`,
		`{"chain": true, "node_index": [[6], [1]], "node_value": [[3], [4]], "edge_index": [[]]}`)
	c = read(t, written(t, "f.npz",
		string(zipped("labels", npy("<i8 (): 3"), "offsets",
			npy("<i8 (2,): 0 3"), "nodes", turned))))
	if have, want := c.Instances[0].Node.Dense,
		[]float32{1, 4, 2, 5, 3, 6}; !reflect.DeepEqual(have, want) {
		t.Errorf("an array in the order of Fortran is read as %v, want %v", have, want)
	}
}

// damaged returns a zip with a wrong checksum of its first array.
func damaged(content string) string {
	at := strings.Index(content, "PK\x01\x02") + 16
	return content[:at] + string([]byte{content[at] ^ 1}) + content[at+1:]
}

// A large declared shape costs no memory: an array in Fortran order grows with its values.
func TestNPZClaims(t *testing.T) {
	claim := bytes.Replace(rawNPY("<f4", "2, 134217728", make([]float32, 1<<14)), []byte(
		"'fortran_order': False"), []byte("'fortran_order': True"), 1)
	claim = bytes.Replace(claim, []byte(", }"), []byte(", } "), 1)
	var before, after runtime.MemStats
	path := written(t, "a.npz",
		string(zipped("labels", npy("<i8 (): 3"), "offsets",
			npy("<i8 (2,): 0 2"), "nodes", claim)))
	runtime.ReadMemStats(&before)
	_, err := Read([]string{path}, "", nil)
	runtime.ReadMemStats(&after)
	wantError(t, "a claim", err, "nodes: it ends after", "of 268435456 values")
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 10<<20 {
		t.Errorf("%d bytes are allocated for 16384 values", grown)
	}
}

// Arrays are compressed already.
func TestNPZCompressed(t *testing.T) {
	_, err := Read([]string{written(t, "a.npz.gz", "")}, "", nil)
	wantError(t, "npz.gz", err, "a.npz.gz: arrays are not read from .gz: expand the file")
}

// replacing returns the full file with one array replaced or added.
func replacing(name string, content []byte) string {
	arrays := fullArrays()
	for i := 0; i < len(arrays); i += 2 {
		if arrays[i] == name {
			arrays[i+1] = content
			return string(zipped(arrays...))
		}
	}
	return string(zipped(append(arrays, name, content)...))
}

// TestBrokenNPZ has more mistakes than testdata/broken.txt, by arrays of other kinds.
func TestBrokenNPZ(t *testing.T) {
	refuse(t, ".npz", "", []broken{
		{"no zip", "nodes", "", "not a file of arrays & zip"},
		{"no offsets", string(zipped("labels", npy("<i8 (): 3"))), "",
			"want offsets: where the variables of each instance begin"},
		{"no array", replacing("nodes", []byte("1 2 3")), "",
			"nodes: it does not begin like a numpy array"},
		{"objects", replacing("gold", bytes.Replace(npy("<i8 (6,): 0*6"), []byte("'<i8'"),
			[]byte("'|O' "), 1)), "", "gold: want an array of numbers"},
		{"a rounded integer", replacing("nodes", rawNPY("<i4", "6, 2", append(make([]int32, 11), 1<<24+1))), "",
			"nodes: value 11 is 16777217, which float32 rounds"},
		{"a rounded weight", replacing("weight", rawNPY("<u8", "2,", []uint64{1, 1<<60 + 1})), "",
			"weight: value 1 is 1152921504606846976, which float64 rounds"},
		{"a cut header", replacing("nodes", npy("<f8 (6,2): 0*12")[:40]), "",
			"nodes: the header is truncated"},
		{"no labels", string(zipped("offsets", npy("<i8 (2,): 0 1"), "nodes",
			npy("<f4 (1,1): 1"))), "",
			"want labels: how many there are, such as labels=3"},
		{"surplus values", replacing("gold", append(npy("<i8 (6,): 0*6"), 0)), "",
			"gold: it goes on after its 6 values"},
		{"another checksum", damaged(string(zipped(fullArrays()...))), "",
			"labels: the file is damaged: zip: checksum error"},
		{"edges without offsets",
			string(zipped("labels", npy("<i8 (): 3"), "offsets",
				npy("<i8 (2,): 0 2"), "nodes", npy("<f4 (2,1): 1 1"),
				"edges",
				npy("<i8 (1,2): 0 1"))), "", "edges without edge_offsets"},
		{"texts for numbers", replacing("gold", words32(1, "a", "b", "c", "d", "e", "f")), "",
			"gold: want numbers, got texts"},
		{"an id twice", replacing("id", words32(1, "a", "a")), "",
			`instance 2:  & the id "a" is used twice (first in & npz: instance 1)`},
		{"not UTF-8", replacing("id", rawNPY("|S1", "2,", []byte("a\xff"))), "",
			`id: value 1, "\xff", is not Unicode`},
		{"a group that is not UTF-8", replacing("group", rawNPY("|S1", "2,", []byte("\xe9b"))), "",
			`group: value 0, "\xe9", is not Unicode`},
		{"half a surrogate pair", replacing("id", rawNPY("<U1", "2,", []int32{'b', 0xd800})), "",
			`id: value 1, "\xff", is not Unicode`},
	})
}

// Fuzzes the archive itself: the packaging of the arrays may be broken.
func FuzzNPZ(f *testing.F) {
	f.Add(zipped(fullArrays()...))
	f.Add(structures())
	f.Add(zipped("labels", npy("<i8 (): 3"), "offsets", npy("<i8 (3,): 0 2 4"),
		"chain", npy("|b1 (): 1"),
		"node_indptr", npy("<i4 (5,): 0 2 2 3 4"), "node_indices",
		npy("<i4 (4,): 0 4 6 1")))
	f.Fuzz(fuzzZip)
}

func fuzzZip(t *testing.T, content []byte) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return
	}
	r := newNPZ()
	if err := r.readZip("a.npz", z, int64(len(content))); err != nil || len(r.Instances) == 0 {
		return // an unknown array is quoted unchanged and may have several lines
	}
	readsWell(t, r.content(), nil)
}
