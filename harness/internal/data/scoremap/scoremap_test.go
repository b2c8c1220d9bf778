package scoremap

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// npy writes an array of numpy. at returns the value of an index in row-major order.
func npy(kind string, fortran bool, at func(i int) float64, shape ...int) []byte {
	text := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ", "), "[]")
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", kind,
		map[bool]string{false: "False", true: "True"}[fortran], text)
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	b, n := append(b, head...), 1
	for _, size := range shape {
		n *= size
	}
	var order binary.AppendByteOrder = binary.LittleEndian
	if kind[0] == '>' {
		order = binary.BigEndian
	}
	for i := range n {
		place := i
		if fortran { // the first index runs fastest
			place = rowMajor(i, shape)
		}
		v := at(place)
		switch kind[1:] {
		case "f2":
			bits := math.Float32bits(float32(v))
			half := uint16(bits>>16&0x8000 | (bits>>23&0xff-112)<<10 | bits>>13&0x3ff)
			if v == 0 {
				half = 0
			} else if v-v != 0 {
				half = 0x7e00
			}
			b = order.AppendUint16(b, half)
		case "f4":
			b = order.AppendUint32(b, math.Float32bits(float32(v)))
		case "f8":
			b = order.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}

// rowMajor returns the row-major index of value i in Fortran order.
func rowMajor(i int, shape []int) int {
	index := make([]int, len(shape))
	for j, n := range shape {
		index[j], i = i%n, i/n
	}
	place := 0
	for j, n := range shape {
		place = place*n + index[j]
	}
	return place
}

// npz writes a file of arrays, such as savez does.
func npz(t *testing.T, arrays ...[]byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, content := range arrays {
		w, err := z.Create(fmt.Sprintf("arr_%d.npy", i))
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRead: all layouts and types give the plain mean of the pixels of a variable.
func TestRead(t *testing.T) {
	const h, w, k = 4, 6, 3
	value := func(y, x, c int) float64 { return float64((7*y+5*x+3*c)%11)/4 - 1 }
	of := []int{0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2}
	want, count := make([]float64, 4*(k+1)), make([]float64, 4)
	for p, v := range of {
		for c := range k {
			want[v*(k+1)+c] += value(p/w, p%w, c)
		}
		count[v]++
	}
	for i := range want {
		if want[i] /= count[i/(k+1)]; i%(k+1) == k {
			want[i] = 1
		}
	}
	last := func(i int) float64 { return value(i/k/w, i/k%w, i%k) }
	first := func(i int) float64 { return value(i%(h*w)/w, i%w, i/(h*w)) }
	for _, kind := range []string{"<f2", "<f4", "<f8", ">f2", ">f4", ">f8"} {
		for _, fortran := range []bool{false, true} {
			for _, content := range [][]byte{npy(kind, fortran, last, h*w, k),
				npy(kind, fortran, last, h, w, k), npy(kind, fortran, first, k, h, w)} {
				for _, content := range [][]byte{content, npz(t, content)} {
					got, err := Read("a", content, k, image.Pt(w, h), func(p int) int { return of[p] }, 4)
					if err != nil {
						t.Fatal(err)
					}
					for i, v := range got {
						if v != float32(want[i]) {
							t.Fatalf("%s, Fortran %v: %v, want %v", kind, fortran, got, want)
						}
					}
				}
			}
		}
	}
}

// TestSmallMaps: each place of a map covers a block of pixels.
func TestSmallMaps(t *testing.T) {
	at := func(i int) float64 { return float64(i) }
	for _, c := range []struct {
		shape, photo [2]int // rows and columns
		want         []float32
	}{
		{[2]int{1, 2}, [2]int{2, 4}, []float32{0, 0, 5, 5, 0, 0, 5, 5}},
		{[2]int{2, 2}, [2]int{3, 3}, []float32{0, 0, 5, 0, 0, 5, 10, 10, 15}},
		{[2]int{4, 4}, [2]int{2, 2}, []float32{0, 10, 40, 50}},
	} {
		h, w := c.photo[0], c.photo[1]
		rows, err := Read("a", npy("<f4", false, at, c.shape[0], c.shape[1], 5), 5, image.Pt(w, h),
			func(p int) int { return p }, h*w)
		if err != nil {
			t.Fatal(err)
		}
		var got []float32
		for row := range slices.Chunk(rows, 6) {
			got = append(got, row[0])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.shape, got, c.want)
		}
	}
}

func TestBrokenScores(t *testing.T) {
	one := func(int) float64 { return 1 }
	nan := func(bad int) func(i int) float64 {
		return func(i int) float64 {
			if i == bad {
				return math.NaN()
			}
			return 1
		}
	}
	for _, c := range []struct {
		what    string
		content []byte
		want    string
	}{
		{"K", npy("<f4", false, one, 4, 6, 2), "a: scores of the shape [4 6 2]: want n×K, H×W×K or " +
			"K×H×W for K = 3 and a photograph of 4×6 (H×W) pixels, or with its proportions"},
		{"turned", npy("<f4", false, one, 6, 4, 3), "[6 4 3]: want"},
		{"other proportions", npy("<f4", false, one, 8, 6, 3), "[8 6 3]: want"},
		{"pixels", npy("<f4", false, one, 25, 3), "[25 3]: want"},
		{"batch", npy("<f4", false, one, 1, 3, 4, 6), "[1 3 4 6]: want"},
		{"no map", npy("<f4", false, one, 3, 0, 0), "[3 0 0]: want"},
		{"NaN", npy("<f4", true, nan(17), 4, 6, 3), "a: value 17 is NaN: want a finite number"},
		{"NaN of 16 bits", npy("<f2", false, nan(17), 3, 4, 6), "a: value 17 is NaN"},
		{"Inf", npy("<f8", false, func(i int) float64 { return math.Inf(1 - i) }, 24, 3),
			"a: value 0 is +Inf"},
		{"too large", npy("<f8", false, func(int) float64 { return 1e99 }, 24, 3), "a: value 0 is 1e+99"},
		{"short", npy("<f4", false, one, 24, 3)[:200], "it ends after"},
		{"texts", npy("<U2", false, one, 24, 3), "want numbers, got texts"},
		{"two arrays", npz(t, nil, nil), "a: it has 2 arrays, want one"},
		{"no array", []byte("scores"), "a: it does not begin like a numpy array"},
	} {
		_, err := Read("a", c.content, 3, image.Pt(6, 4), func(int) int { return 0 }, 1)
		wantErr(t, c.what, err, c.want)
	}
	of := func(p int) int { return 0 }
	_, err := Read("a", npy("<f4", false, one, 3, 3, 3), 3, image.Pt(3, 3), of, 1)
	wantErr(t, "K = H = W", err, "is it H×W×K or K×H×W?\nhint: write n×K")
	_, err = Read("a", npy("<f4", false, one, 9, 3), 3, image.Pt(3, 3), of, 1)
	wantErr(t, "n×K", err, "")
}

func wantErr(t *testing.T, what string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: error %v, want %q", what, err, want)
	}
}

func write(t *testing.T, path string, content string) {
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	_, _, err := Find(dir, "photos/a.b.jpg")
	wantErr(t, "none", err, "photos/a.b.jpg: its scores are in 0 files, want one, "+
		filepath.Join(dir, "a.b")+".npy or .npz")
	write(t, filepath.Join(dir, "a.b.npz"), "x")
	path, content, err := Find(dir, "photos/a.b.jpg")
	if err != nil || filepath.Base(path) != "a.b.npz" || string(content) != "x" {
		t.Errorf("%s, %q: %v", path, content, err)
	}
	write(t, filepath.Join(dir, "a.b.npy"), "x")
	_, _, err = Find(dir, "photos/a.b.jpg")
	wantErr(t, "two", err, "in 2 files")
}

func TestProvenance(t *testing.T) {
	photos := []string{"x/a.png", "x/b.jpg", "x/c.png"}
	unsaid, mixed := "nothing says that no network saw the images that it scored, such as %s",
		"networks behind the scores of training images may have seen test images"
	for _, c := range []struct {
		what, file string
		folds      []int
		want       []int
		fitted     bool
		warning    string
	}{
		{"no file", "", nil, nil, false, fmt.Sprintf(unsaid, "c")},
		{"an image is missing", "image,fold\na,0\nb,1\n", nil, nil, false, fmt.Sprintf(unsaid, "c")},
		{"a test image", "image,fold\na,0\nb,1\nc,\nd,7\n", nil, []int{0, 0, 1}, true, ""},
		{"parts", "image,fold\nc,1\nb,\na,0\n", []int{0, 2, 0}, []int{0, 2, 0}, true, ""},
		{"parts, seen", "image,fold\nc,1\nb,1\na,0\n", []int{0, 2, 0}, []int{0, 2, 0}, false, mixed},
		{"all seen", "image,fold\nc,1\nb,1\na,0\n", nil, nil, false, mixed},
		{"a network of others", "image,fold\nc,\nb,\na,\n", nil, nil, false, ""},
	} {
		dir := t.TempDir()
		if c.file != "" {
			write(t, filepath.Join(dir, foldsName), c.file)
		}
		folds, fitted := c.folds, false
		warnings, err := Provenance(dir, photos, &folds, &fitted)
		warning := strings.Join(warnings, "; ")
		if err != nil || !slices.Equal(folds, c.want) || fitted != c.fitted ||
			!strings.HasPrefix(warning, c.warning) || (warning == "") != (c.warning == "") {
			t.Errorf("%s: %v, fitted %v, %q, %v", c.what, folds, fitted, warning, err)
		}
	}
	for text, want := range map[string]string{
		"image,fold\na,0\na,1\n":   "folds.csv: line 3: want lines image,fold, each image once",
		"image,fold,x\na,0,1\n":    "folds.csv: line 1: want",
		"image,fold\na,0,1\n":      "folds.csv: record on line 2: wrong number of fields",
		"image,fold\n\"a,0\nb,1\n": "folds.csv: ",

		"a,0\nb,0\nc,\n": "folds.csv: there is one fold",
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, foldsName), text)
		_, err := Provenance(dir, photos, new([]int), new(bool))
		wantErr(t, text, err, want)
	}
	_, err := Provenance(t.TempDir(), []string{"x/a.png", "y/a.jpg"}, new([]int), new(bool))
	wantErr(t, "two of one name", err, `scores: two images are called "a": rename one`)
}
