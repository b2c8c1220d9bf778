package structured

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// A word is a line of CoNLL-U: form, lemma, tags and head.
type word struct {
	form, lemma, tag, fine string
	head                   int32
}

// A sentence is a list of words with its name and its place.
type sentence struct {
	id    string
	line  int
	words []word
	forms []string
}

// Trees returns the sentences of files of CoNLL-U, each file a fold, with at most most words, as
// arborescences with one root: a word is a variable and its label is its head. Punctuation has
// size 0. Groups of columns are forms in lower case, lemmas, universal and other tags, and tags
// with those of both neighbours; those found once in fold 0 have no column, but for tags. Errors
// name path:line.
func Trees(paths []string, texts [][]byte, most int) (*Set, error) {
	var folds [][]sentence
	l := newLexicon("form", "lemma", "tag", "fine", "around")
	for i, text := range texts {
		list, err := sentences(paths[i], text)
		if err != nil {
			return nil, err
		}
		folds = append(folds, list)
	}
	for _, s := range folds[0] {
		for i := range s.words {
			for g, name := range columnsOf(s.words, i) {
				l.see(g, name)
			}
		}
	}
	s := &Set{NodeGroups: l.number(2)}
	for fold, list := range folds {
		for i := range list {
			if len(list[i].words) > most {
				continue
			}
			x := l.tree(&list[i])
			if err := x.Check(); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", paths[fold], list[i].line, err)
			}
			x.Texts = list[i].forms
			s.add(x, fold)
			s.words("root", x.Texts)
		}
	}
	s.numbered("root")
	return s, nil
}

// columnsOf returns the columns of a word, one of each group.
func columnsOf(words []word, i int) []string {
	tag := func(i int) string {
		if i < 0 || i >= len(words) {
			return "-"
		}
		return words[i].tag
	}
	w := &words[i]
	return []string{strings.ToLower(w.form), w.lemma, w.tag, w.fine,
		tag(i-1) + " " + w.tag + " " + tag(i+1)}
}

func (l *lexicon) tree(s *sentence) sp.Instance {
	x := sp.Instance{ID: s.id, Weight: 1, K: len(s.words) + 1,
		Node:      sp.Rows{D: l.width, Start: []int32{0}},
		Structure: &sp.Structure{Kind: sp.Arborescence, Single: true}}
	for i, w := range s.words {
		r, size := row{}, 1.0
		for g, name := range columnsOf(s.words, i) {
			l.set(r, g, name, 1)
		}
		r.addTo(&x.Node)
		if w.tag == "PUNCT" {
			size = 0
		}
		x.Gold, x.Size = append(x.Gold, w.head), append(x.Size, size)
	}
	x.Node.Value = nil // all 1
	return x
}

// sentences reads CoNLL-U. Ranges of words and empty nodes are no words.
func sentences(path string, text []byte) (list []sentence, err error) {
	line := 0
	var s sentence
	for raw := range bytes.Lines(slices.Concat(text, []byte("\n\n"))) {
		line++
		switch text := strings.TrimRight(string(raw), "\r\n"); {
		case text == "" && s.words != nil:
			s.id, s.line = cmp.Or(s.id, "sentence-"+strconv.Itoa(len(list))), line
			list, s = append(list, s), sentence{}
		case text == "":
		case text[0] == '#':
			if of, ok := strings.CutPrefix(text, "# sent_id = "); ok {
				s.id = of
			}
		default:
			w, ok, err := wordOf(text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, line, err)
			}
			if ok {
				s.words, s.forms = append(s.words, w), append(s.forms, w.form)
			}
		}
	}
	return list, nil
}

func wordOf(text string) (w word, ok bool, err error) {
	f := strings.Split(text, "\t")
	if len(f) != 10 {
		return w, false, fmt.Errorf("%d columns separated by tabs, must be 10", len(f))
	}
	if strings.ContainsAny(f[0], "-.") {
		return w, false, nil
	}
	head, err := strconv.ParseUint(f[6], 10, 31)
	if w = (word{f[1], f[2], f[3], f[4], int32(head)}); f[6] == "_" {
		w.head = sp.Unknown
	} else if err != nil {
		return w, false, fmt.Errorf("the head of word %s is %q, not a number", f[0], f[6])
	}
	return w, true, nil
}

// WithHeads returns a text of CoNLL-U with other heads of its words, without their relations; nil:
// no head is known.
func WithHeads(text []byte, heads []int32) (out []byte) {
	for line := range bytes.Lines(text) {
		f := bytes.Split(line, []byte{'\t'})
		if len(f) == 10 && line[0] != '#' && !bytes.ContainsAny(f[0], "-.") {
			f[6], f[7] = []byte{'_'}, []byte{'_'}
			if heads != nil {
				f[6], heads = strconv.AppendInt(nil, int64(heads[0]), 10), heads[1:]
			}
			line = bytes.Join(f, []byte{'\t'})
		}
		out = append(out, line...)
	}
	return out
}

// Sentences reads sentences to parse, in a file of this text, with the columns of the files of a
// treebank. write writes the file with heads, of one sentence after the other.
func Sentences(names []string, texts [][]byte, path string, text []byte) (
	list []sp.Instance, write func(w io.Writer, heads [][]int32) error, err error) {
	s, err := Trees(append(slices.Clip(names), path),
		append(slices.Clip(texts), WithHeads(text, nil)), math.MaxInt)
	if err != nil {
		return nil, nil, err
	}
	first := slices.Index(s.Fold, len(names))
	if first < 0 {
		return nil, nil, fmt.Errorf("%s: the file has no sentences", path)
	}
	return s.Instances[first:], func(w io.Writer, heads [][]int32) error {
		_, err := w.Write(WithHeads(text, slices.Concat(heads...)))
		return err
	}, nil
}
