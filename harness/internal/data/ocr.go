package data

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

const (
	ocrURL    = "https://ai.stanford.edu/~btaskar/ocr/letter.data.gz"
	ocrSHA256 = "535363d0b7bc34246b1f8731719540f526b6807b12dda5d430d011d160bc7882"
	ocrPixels = 128 // 16 rows of 8
	ocrFolds  = 10
)

var ocrEntry = withArguments(Entry{
	Name: "ocr",
	Doc: "6877 handwritten words, 52152 letters of 16×8 binary pixels, 26 labels, 10 folds " +
		"(Kassel 1995; Taskar, Guestrin & Koller, NIPS 2003)",
	Licence: "none stated by the authors; not redistributed here",
	URL:     ocrURL,
	Files:   []File{{Path: "ocr/letter.data.gz", SHA256: ocrSHA256}},
}, ocrArgs{FirstLast: true}, loadOCR)

// ocrArgs are the arguments of "ocr".
type ocrArgs struct {
	FirstLast bool `json:"first_last" help:"add node features for the first and last letter to 128 pixels and a bias (131 columns instead of 129)"`
}

func loadOCR(e Entry, o ocrArgs) (*Dataset, error) {
	return parseOCR(e.read[0].path, e.read[0].contents[0], o.FirstLast)
}

// An ocrLine is one letter: id, letter, id of the next letter or -1, word, position from 1, fold,
// and 128 pixels, separated by tabs.
type ocrLine struct {
	id, next, word, position, fold int
	label                          int32
	pixels                         []byte // '0' or '1' at even offsets
}

// parseOCR reads the letters of complete words, each word once and in order. Errors name path:line.
func parseOCR(path string, text []byte, firstLast bool) (*Dataset, error) {
	d := &Dataset{K: 26, NodeWidth: ocrPixels + 1, Labels: alphabet(), GroupName: "word"}
	if firstLast {
		d.NodeWidth += 2
	}
	seen, line := map[int]bool{}, 0
	var word []ocrLine // the letters of the current word
	for row := range bytes.Lines(text) {
		line++
		l, err := parseOCRLine(bytes.TrimRight(row, "\r\n"))
		switch {
		case err != nil:
		case len(word) == 0 && (seen[l.word] || l.position != 1):
			err = fmt.Errorf("letter %d, at position %d, begins word %d: want position 1 of a new word",
				l.id, l.position, l.word)
		case len(word) > 0:
			err = l.follows(&word[len(word)-1])
		}
		seen[l.word] = true
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		if word = append(word, l); l.next == -1 {
			d.addWord(word, firstLast)
			word = word[:0]
		}
	}
	if line == 0 {
		return nil, fmt.Errorf("%s: the file is empty", path)
	}
	if n := len(word); n > 0 {
		l := &word[n-1]
		return nil, fmt.Errorf(
			"%s:%d: the file ends inside word %d: letter %d says that letter %d follows", path, line,
			l.word, l.id, l.next)
	}
	return d, nil
}

// follows returns an error if l is not the letter expected after p.
func (l *ocrLine) follows(p *ocrLine) error {
	want := ocrLine{id: p.next, word: p.word, position: p.position + 1, fold: p.fold}
	if l.id != want.id || l.word != want.word || l.position != want.position || l.fold != want.fold {
		return fmt.Errorf("letter %d, at position %d of word %d in fold %d, follows letter %d: want "+
			"letter %d at position %d of word %d in fold %d", l.id, l.position, l.word, l.fold, p.id,
			want.id, want.position, want.word, want.fold)
	}
	return nil
}

// addWord adds the instance of a word.
func (d *Dataset) addWord(word []ocrLine, firstLast bool) {
	n := len(word)
	x := sp.Instance{ID: strconv.Itoa(word[0].word), Weight: 1, K: d.K, Edges: sp.ChainEdges(n),
		Node: sp.Rows{N: n, D: d.NodeWidth, Start: []int32{0}}}
	text := []byte{}
	for t, l := range word {
		row := &x.Node.Index
		for j := range ocrPixels {
			if l.pixels[2*j] == '1' {
				*row = append(*row, int32(j))
			}
		}
		*row = append(*row, ocrPixels)
		if firstLast && t == 0 {
			*row = append(*row, ocrPixels+1)
		}
		if firstLast && t == n-1 {
			*row = append(*row, ocrPixels+2)
		}
		x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
		x.Gold, text = append(x.Gold, l.label), append(text, 'a'+byte(l.label))
	}
	x.Node.Index = slices.Clone(x.Node.Index) // without room to grow
	d.Instances, d.Group = append(d.Instances, x), append(d.Group, string(text))
	d.Fold = append(d.Fold, word[0].fold)
}

func parseOCRLine(row []byte) (l ocrLine, err error) {
	const fields = 6 + ocrPixels
	// The published lines end in a tab.
	if n := bytes.Count(bytes.TrimSuffix(row, []byte{'\t'}), []byte{'\t'}) + 1; n != fields {
		return l, fmt.Errorf("%d fields separated by tabs, must be %d", n, fields)
	}
	f := bytes.SplitN(row, []byte{'\t'}, 7)
	for i, v := range []*int{&l.id, new(int), &l.next, &l.word, &l.position, &l.fold} {
		if *v, err = strconv.Atoi(string(f[i])); err != nil && i != 1 {
			return l, fmt.Errorf("%s is %q, not a number",
				[...]string{"id", "", "next_id", "word_id", "position", "fold"}[i], f[i])
		}
	}
	letter := f[1]
	switch {
	case len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z':
		return l, fmt.Errorf("label is %q, must be a letter a-z", letter)
	case l.next < -1 || l.next == l.id:
		return l, fmt.Errorf("next_id is %d, must be the id of another letter, or -1", l.next)
	case l.fold < 0 || l.fold >= ocrFolds:
		return l, fmt.Errorf("fold is %d, must be 0..%d", l.fold, ocrFolds-1)
	}
	l.label = int32(letter[0] - 'a')
	l.pixels, row = f[6], f[6]
	for j := range ocrPixels {
		if c := row[2*j : min(2*j+2, len(row))]; c[0] != '0' && c[0] != '1' ||
			len(c) == 2 && c[1] != '\t' {
			field, _, _ := bytes.Cut(row[2*j:], []byte{'\t'})
			return l, fmt.Errorf("pixel %d is %q, must be 0 or 1", j, field)
		}
	}
	return l, nil
}

func alphabet() []string {
	names := make([]string, 26)
	for k := range names {
		names[k] = string(rune('a' + k))
	}
	return names
}
