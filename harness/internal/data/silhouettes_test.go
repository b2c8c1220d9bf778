package data

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/data/array"
)

// matText writes a MAT-file with one matrix of bytes per name, each compressed or not. Element
// types: 2 uint8, 5 int32, 14 matrix, 15 compressed.
func matText(t *testing.T, compressed bool, arrays ...matVariable) []byte {
	t.Helper()
	text := slices.Concat(bytes.Repeat([]byte{' '}, 124), []byte{0, 1, 'I', 'M'})
	element := func(kind uint32, body []byte) []byte {
		out := binary.LittleEndian.AppendUint32(nil, kind)
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(body))), body...)
		for len(out)%8 != 0 && kind != 15 {
			out = append(out, 0)
		}
		return out
	}
	for _, v := range arrays {
		sizes := binary.LittleEndian.AppendUint32(nil, uint32(v.a.Rows))
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(v.a.Columns))
		m := element(14, slices.Concat(element(6, make([]byte, 8)), element(5, sizes),
			element(1, []byte(v.name)), element(2, v.a.Entries)))
		if compressed {
			var b bytes.Buffer
			z := zlib.NewWriter(&b)
			must(z.Write(m))(t)
			check(t, z.Close())
			m = element(15, b.Bytes())
		}
		text = append(text, m...)
	}
	return text
}

type matVariable struct {
	name string
	a    array.Matrix
}

// outlines returns n images; only the pixel in row 2, column i+1 of image i is object.
func outlines(n int) array.Matrix {
	a := array.Matrix{Rows: n, Columns: 784, Entries: bytes.Repeat([]byte{1}, n*784)}
	for i := range n {
		a.Entries[((i+1)*28+2)*n+i] = 0
	}
	return a
}

func TestSilhouettes(t *testing.T) {
	for _, compressed := range []bool{false, true} {
		dir := t.TempDir()
		labels := array.Matrix{Rows: 1, Columns: 3, Entries: []byte{1, 2, 3}}
		putFile(t, dir, "caltech101_silhouettes/"+silhouettesFile, matText(t, compressed,
			matVariable{"train_labels", labels}, matVariable{"train_data", outlines(3)},
			matVariable{"val_data", outlines(2)}, matVariable{"test_data", outlines(1)}))
		d := must(Load("silhouettes", nil, dir))(t)
		if len(d.Warnings) != 1 || !slices.Equal(d.Fold, []int{0, 0, 0, 1, 1, 2}) ||
			d.Instances[4].ID != "val-1" {
			t.Errorf("warnings %q, folds %v", d.Warnings, d.Fold)
		}
		for i, x := range d.Instances {
			column := i + 1 - []int{0, 3, 5}[d.Fold[i]]
			want := make([]int32, 784)
			want[2*28+column] = 1
			if !slices.Equal(x.Gold, want) {
				t.Errorf("%s: object at %d, want row 2, column %d", x.ID, slices.Index(x.Gold, 1),
					column)
			}
		}
	}
}

func TestBrokenSilhouettes(t *testing.T) {
	train, val, test := matVariable{"train_data", outlines(3)},
		matVariable{"val_data", outlines(2)}, matVariable{"test_data", outlines(1)}
	good := matText(t, true, train, val, test)
	grey := outlines(1)
	grey.Entries[5] = 7
	lies := outlines(1)
	lies.Rows = 2
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"empty": {nil, "is not a little-endian MAT-file of level 5"},
		"version": {append(bytes.Repeat([]byte{0}, 126), 'M', 'I'),
			"is not a little-endian MAT-file"},
		"cut":       {good[:len(good)-9], "is truncated after"},
		"cut early": {good[:131], "after 128 bytes: an element is truncated"},
		"zlib": {slices.Concat(good[:140], []byte{1, 2, 3, 4}, good[144:]),
			"after 128 bytes: "},
		"no test": {matText(t, true, train, val),
			"no matrix of bytes test_data with 784 columns"},
		"narrow": {matText(t, false, train, val,
			matVariable{"test_data", array.Matrix{Rows: 1, Columns: 3, Entries: []byte{0, 1, 1}}}),
			"no matrix of bytes test_data with 784"},
		"grey": {matText(t, false, train, val, matVariable{"test_data", grey}),
			"test_data: image 0: a pixel is 7"},
		"sizes": {matText(t, false, train, val, matVariable{"test_data", lies}),
			`variable "test_data" has 784 entries, its sizes are 2×784`},
	} {
		dir := t.TempDir()
		putFile(t, dir, "caltech101_silhouettes/"+silhouettesFile, c.text)
		_, err := Load("silhouettes", nil, dir)
		wantError(t, name, err, silhouettesFile, c.want)
	}
	_, err := Load("silhouettes", nil, t.TempDir())
	wantError(t, "missing", err, "no file caltech101_silhouettes/"+silhouettesFile,
		"spbench data fetch silhouettes")
}

func FuzzMAT(f *testing.F) {
	f.Add([]byte("no file"))
	f.Add(slices.Concat(make([]byte, 126), []byte("IM"), make([]byte, 40)))
	f.Fuzz(func(t *testing.T, text []byte) {
		arrays, err := array.ParseMAT("f", text)
		if err != nil && len(arrays) > 0 {
			t.Error("arrays beside an error")
		}
		for name, a := range arrays {
			if a.Rows*a.Columns != len(a.Entries) {
				t.Errorf("%s: %d×%d of %d", name, a.Rows, a.Columns, len(a.Entries))
			}
		}
	})
}
