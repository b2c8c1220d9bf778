package data

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ocrText writes words in the published format, one fold each. Pixel j of letter i is set if
// (i+j)%4 == 0.
func ocrText(words ...string) []byte {
	var b bytes.Buffer
	id := 0
	for w, word := range words {
		for i := range word {
			id++
			next := id + 1
			if i == len(word)-1 {
				next = -1
			}
			fmt.Fprintf(&b, "%d\t%c\t%d\t%d\t%d\t%d\t", id, word[i], next, w+1, i+1, w)
			for j := range ocrPixels {
				b.WriteByte("10"[min(1, (id+j)%4)])
				b.WriteByte('\t')
			}
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func TestParseOCR(t *testing.T) {
	text := ocrText("cat", "a", "dog")
	for name, variant := range map[string][]byte{
		"published":      text,
		"CRLF":           bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"no last tab":    bytes.ReplaceAll(text, []byte("\t\n"), []byte("\n")),
		"no end of line": bytes.TrimSuffix(text, []byte("\n")),
	} {
		d, err := parseOCR("f", variant, true)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := d.check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(d.Instances) != 3 || !slices.Equal(d.Fold, []int{0, 1, 2}) || d.NodeWidth != 131 {
			t.Errorf("%s: %d words, folds %v, width %d", name, len(d.Instances), d.Fold,
				d.NodeWidth)
		}
		x := d.Instances[0]
		if x.ID != "1" || !slices.Equal(x.Gold, []int32{2, 0, 19}) || !x.IsChain() {
			t.Errorf("%s: word %q with labels %v", name, x.ID, x.Gold)
		}
		ends := [][]int32{{128, 129}, {128}, {128, 130}}
		for i := range ends {
			row, _ := x.Node.Row(i)
			if !slices.Equal(row[32:], ends[i]) || row[0] != int32(3-i) || row[1] != int32(7-i) {
				t.Errorf("%s: letter %d has features %v", name, i, row)
			}
		}
		if row, _ := d.Instances[1].Node.Row(0); !slices.Equal(row[32:], []int32{128, 129, 130}) {
			t.Errorf("%s: a word of one letter has features %v", name, row[32:])
		}
	}
	d, err := parseOCR("f", text, false)
	if err != nil || d.NodeWidth != 129 || d.check() != nil {
		t.Errorf("without first and last letters: width %d, %v", d.NodeWidth, err)
	}
}

// Every mistake gives one error that names the line.
func TestBrokenOCR(t *testing.T) {
	good := string(ocrText("cat", "dog"))
	swap := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the text", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	lines := strings.SplitAfter(good, "\n")
	tests := []struct{ name, text, want string }{
		{"empty", "", "f: the file is empty"},
		{"blank line", lines[0] + "\n", "f:2: 1 fields"},
		{"pixel missing", swap("0\t\n", "\n"), "f:2: 133 fields"},
		{"field more", swap("0\t\n", "0\t0\t\n"), "f:2: 135 fields"},
		{"pixel 2", swap("\t0\t0\t0\t1\t", "\t0\t0\t2\t1\t"), `f:1: pixel 2 is "2"`},
		{"pixel empty", swap("\t0\t0\t0\t1\t", "\t0\t0\t\t1\t"), `f:1: pixel 2 is ""`},
		{"pixel long", swap("\t0\t0\t0\t1\t", "\t0\t0\t01\t1\t"), `f:1: pixel 2 is "01"`},
		{"capital", swap("\tc\t", "\tC\t"), `f:1: label is "C"`},
		{"label empty", swap("\tc\t", "\t\t"), `f:1: label is ""`},
		{"id", swap("1\tc", "x\tc"), `f:1: id is "x"`},
		{"fold number", swap("\t2\t1\t1\t0\t", "\t2\t1\t1\t0.5\t"), `f:1: fold is "0.5"`},
		{"fold range", strings.ReplaceAll(good, "\t1\t1\t0\t", "\t1\t1\t10\t"),
			"f:1: fold is 10, must be 0..9"},
		{"two folds", swap("\t3\t1\t2\t0\t", "\t3\t1\t2\t4\t"),
			"f:2: letter 2, at position 2 of word 1 in fold 4, follows"},
		{"next missing", swap("1\tc\t2\t", "1\tc\t5\t"),
			"follows letter 1: want letter 5 at"},
		{"next negative", swap("1\tc\t2\t", "1\tc\t-2\t"), "f:1: next_id is -2"},
		{"itself", swap("1\tc\t2\t", "1\tc\t1\t"), "f:1: next_id is 1"},
		{"position", swap("\t3\t1\t2\t0\t", "\t3\t1\t3\t0\t"),
			"f:2: letter 2, at position 3 of word 1 in"},
		{"first position", strings.Join(lines[1:], ""), "f:1: letter 2, at position 2, begins word 1"},
		{"other word", swap("\t3\t1\t2\t0\t", "\t3\t7\t2\t0\t"),
			"f:2: letter 2, at position 2 of word 7 in"},
		{"word again", good + good, "f:7: letter 1, at position 1, begins word 1"},
		{"line cut", good[:len(good)-40], "f:6: "},
		{"word cut", strings.Join(lines[:5], ""),
			"f:5: the file ends inside word 2: letter 5 says that letter 6 follows"},
		{"no text", "\x00\xff\x00", "f:1: 1 fields"},
	}
	for _, test := range tests {
		_, err := parseOCR("f", []byte(test.text), true)
		wantError(t, test.name, err, test.want)
	}
}

func FuzzOCR(f *testing.F) {
	good := ocrText("cat", "a", "dog")
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add(bytes.ReplaceAll(good, []byte("\t1"), []byte("\t")))
	f.Add(bytes.ReplaceAll(good, []byte("\t\n"), []byte("\n")))
	f.Add([]byte("1\ta\t-1\t1\t1\t0" + strings.Repeat("\t", ocrPixels)))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := parseOCR("f", text, true)
		switch {
		case err != nil && !strings.HasPrefix(err.Error(), "f:"):
			t.Errorf("error %q does not name the file", err)
		case err == nil && d.check() != nil:
			t.Errorf("accepted, but %v", d.check())
		}
	})
}

// putOCR stores an ocr file in a new data folder and returns the folder.
func putOCR(t *testing.T, name string, content []byte) string {
	t.Helper()
	dir := t.TempDir()
	putFile(t, dir, "ocr/"+name, content)
	return dir
}

func zipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must(z.Write(text))(t)
	check(t, z.Close())
	return b.Bytes()
}

func TestOCRFiles(t *testing.T) {
	text := ocrText("cat", "dog")
	z := zipped(t, text)
	hash := ""
	for name, content := range map[string][]byte{"letter.data.gz": z, "letter.data": text} {
		d, err := Load("ocr", nil, putOCR(t, name, content))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(d.Warnings) != 1 ||
			!strings.Contains(d.Warnings[0], "not the published file: sha256") {
			t.Errorf("%s: a subset warns %q", name, d.Warnings)
		}
		if hash != "" && d.Hash != hash {
			t.Errorf("compressed and plain file differ: %s, %s", d.Hash, hash)
		}
		hash = d.Hash
	}
	flipped := slices.Clone(z)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, test := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"truncated", z[:len(z)-20], "truncated"},
		{"header", z[:5], "broken gzip header"},
		{"checksum", flipped, "checksum"},
		{"page", []byte("<html>not found</html>"), "1 fields"},
	} {
		_, err := Load("ocr", nil, putOCR(t, "letter.data.gz", test.content))
		wantError(t, test.name, err, test.want, "data: ocr: ", "letter.data.gz:")
	}
	_, err := Load("ocr", []byte(`{"firstlast":true}`), "")
	wantError(t, "unknown argument", err, `"firstlast"`)
}

func TestMissingFile(t *testing.T) {
	dir := t.TempDir()
	_, err := Load("ocr", nil, dir)
	wantError(t, "missing", err, "no file ocr/letter.data.gz", dir, ocrURL,
		filepath.Join(dir, "ocr", "letter.data.gz"), "SPBENCH_DATA")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	t.Setenv("SPBENCH_DATA", dir)
	_, err = Load("ocr", nil, "")
	wantError(t, "environment", err, dir+" (SPBENCH_DATA)")
	t.Setenv("SPBENCH_DATA", "")
	ownCache(t, dir)
	_, err = Load("ocr", nil, "")
	wantError(t, "cache", err, filepath.Join("spbench", "data"), "the user's cache")
}
