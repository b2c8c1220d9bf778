package format

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// readArgs reads a file with arguments.
func readArgs(t testing.TB, path string, args map[string]any) (*Content, error) {
	t.Helper()
	text := must(json.Marshal(args))(t)
	return Read([]string{path}, "", text)
}

const chunks = "-DOCSTART- -X- O\n\nHe\tPRP  B-NP\nsaw PRP B-VP\n\n\nHe PRP B-NP"

// TestTemplateFile: templates stand in the arguments or in a file.
func TestTemplateFile(t *testing.T) {
	path := written(t, "a.conll", chunks)
	same(t, must(readArgs(t, path, map[string]any{"templates": "U0:%x[0,1]\n"}))(t),
		must(readArgs(t, path, map[string]any{"template_file": written(t, "t", "U0:%x[0,1]\n")}))(t))
}

// TestTexts: the words are those of the first column, or of the forms.
func TestTexts(t *testing.T) {
	for path, args := range map[string]map[string]any{
		written(t, "a.conll", chunks): {"templates": "B"},
		written(t, "b.conll", "1 He O\n2 saw O\n\n1 He O\n"): {"templates": "B",
			"columns": []string{"id", "form", "tag"}},
	} {
		c := must(readArgs(t, path, args))(t)
		first, last := c.Instances[0].Texts, c.Instances[1].Texts
		if !slices.Equal(first, []string{"He", "saw"}) || !slices.Equal(last, []string{"He"}) {
			t.Errorf("%s: %q, %q", path, first, last)
		}
	}
}

// TestNoWord: only words of CoNLL-U are variables: no ranges, which stand before their words, and no
// empty nodes.
func TestNoWord(t *testing.T) {
	for id, none := range map[string]bool{"1": false, "1-2": true, "10.1": true, "-": false,
		"1-": false, ".1": false, "a-b": false, "1-2-3": false} {
		if noWord([]byte(id)) != none {
			t.Errorf("no word: %s", id)
		}
	}
}

// TestCoNLLEmptyLabel: a word without a label is a mistake.
func TestCoNLLEmptyLabel(t *testing.T) {
	refuse(t, ".conll", `{"templates": "B", "separator": "tab"}`, []broken{
		{"no label", "He\tB\nsaw\t\n", "2", "column 1, the gold label, is empty"},
	})
}

// TestCoNLLUnspecified: _ is an unknown part of speech, but a value of other columns of CoNLL-U,
// unless unknown says otherwise.
func TestCoNLLUnspecified(t *testing.T) {
	columns := strings.Fields("id form lemma upos xpos feats head deprel deps misc")
	path := written(t, "a.conllu", strings.Join(columns, "\t")+"\n"+strings.Repeat("_\t", 9)+"_\n")
	for i, column := range columns {
		for _, gold := range []any{column, i} {
			for unknown, want := range map[any]int32{"default": 1, "_": sp.Unknown, "": 1} {
				args := map[string]any{"templates": "U", "gold": gold, "unknown": unknown}
				if unknown == "default" {
					delete(args, "unknown")
					if column == "upos" {
						want = sp.Unknown
					}
				}
				c, err := readArgs(t, path, args)
				if err != nil || c.Instances[0].Gold[1] != want {
					t.Errorf("gold %v, unknown %q: %v, %v", gold, unknown, c, err)
				}
			}
		}
	}
	c := must(readArgs(t, written(t, "a.conll", "a 0\nb 1\n"), map[string]any{"templates": "U",
		"unknown": 0}))(t)
	if want := []int32{sp.Unknown, 0}; !slices.Equal(c.Instances[0].Gold, want) {
		t.Errorf("unknown: 0 gives %v", c.Instances[0].Gold)
	}
}

// TestCoNLLComments: no line is skipped that may be a token, in a file of the data or to label.
func TestCoNLLComments(t *testing.T) {
	args := map[string]any{"templates": "U:%x[0,0]", "comments": true}
	for text, place := range map[string]string{
		"#ok O\nsays O\n\nNora B\n":        "1: is \"#ok O\" a comment or a token? It has 2 columns",
		"a O\n\n#Berlin LOC\nis O\n":       "3: ",
		"# O\n1 B\n":                       "", // O is no label of a token
		"# B\na O\n\nb B\n":                "1: is \"# B\" a comment",
		"# id 7\na O\n\n#id=8\nb B\n# O\n": "",
		"#\na O\n":                         "",
	} {
		path := written(t, "a.conll", text)
		_, err := readArgs(t, path, args)
		if place != "" {
			wantError(t, text, err, "a.conll:"+place+" & comments: false reads tokens")
		} else if err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	data := written(t, "a.conll", "# x\na O\nb B\n")
	for text, place := range map[string]string{
		"#ok\na\n": "1", "a\n\n#\nb\n": "3", "#ok O\na B\n": "1", "# B\na B\n": "1",
		"# id\na\n": "", "# id 7\na B\n": "", "#ok\na B\n": "",
	} {
		_, err := ReadUnlabelled(unnamed(data), "", must(json.Marshal(args))(t),
			written(t, "new.conll", text))
		if place != "" {
			wantError(t, text, err, "new.conll:"+place+": is \"#")
		} else if err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	refuse(t, ".conll", `{"templates": "U"}`, []broken{
		{"GermEval", "#\thttp://x [2009]\n1\tAufgrund\tO\tO\n", "2",
			"4 columns, want 3 as in  & (comments: true skips lines that begin with # before a sentence)"},
		{"a later comment", "1 A O\n\n# x\n1 B O\n", "3", "2 columns, want 3 & comments: true"},
	})
	_, err := readArgs(t, written(t, "a.conll", "# x y\n1 A\n"),
		map[string]any{"templates": "U", "columns": []string{"a", "b"}})
	wantError(t, "named columns", err, "a.conll:1: 3 columns, but 2 are named: a, b (comments: true")
	if _, err = readArgs(t, written(t, "a.conll", "1 A O\n\n1 B\n"),
		map[string]any{"templates": "U"}); strings.Contains(err.Error(), "comments") {
		t.Error(err)
	}
}

// TestLatin1: files of text must be UTF-8, since lower and JSON make different bytes equal.
func TestLatin1(t *testing.T) {
	latin, text := "MA\xd1ANA\tO\n", "a\tO\n"
	for _, c := range []struct{ data, template string }{
		{latin, "U:%x[0,0,lower]"}, {text + "\n" + latin, "U:%x[0,0]"}, {text, "U\xe9:%x[0,0]"},
	} {
		for _, ending := range []string{".conll", ".conllu"} {
			_, err := readArgs(t, written(t, "a"+ending, c.data), map[string]any{
				"template_file": written(t, "t", c.template), "columns": []string{"a", "upos"}})
			wantError(t, c.data, err, " is not UTF-8: convert the file, such as iconv")
		}
	}
	refuse(t, ".crfsuite", "", []broken{
		{"an attribute", "A\tx\nA\tw=\xe9\n", "2", `"A\tw=\xe9" is not UTF-8`},
		{"a label", "\xb1\tx", "1", `"\xb1\tx" is not UTF-8`}})
	refuse(t, ".jsonl", "", []broken{
		{"a text", "{\"id\": \"\xff\"}", "1", `"{\"id\": \"\xff\"}" is not UTF-8: convert the file`},
		{"after an escape", "{\"id\": \"\\n\xe9\"}", "1", `"{\"id\": \"\\n\xe9\"}" is not UTF-8`}})
	c := must(readArgs(t, written(t, "a.conll", "MA\u00d1ANA O\nma\u00f1ana O\n\uFFFD O\n"),
		map[string]any{"templates": "U:%x[0,0,lower]"}))(t)
	if c.NodeWidth != 2 {
		t.Errorf("%d features, want those of mañana and of the character U+FFFD", c.NodeWidth)
	}
}

// TestBrokenTemplateFile: the error has the line of the template in its file.
func TestBrokenTemplateFile(t *testing.T) {
	_, err := readArgs(t, written(t, "a.conll", chunks),
		map[string]any{"template_file": written(t, "t", "B\nU:%x[0]")})
	wantError(t, "templates", err, "t:2: %x[0]: want a row and a column & \n    U:%x[0]\n         ^")
}

func FuzzCoNLL(f *testing.F) {
	f.Add([]byte(chunks), "# of words\nU0:%x[-1,0]\n\nU1:%x[0,0]/%x[1,1]\nB\nU2\n")
	f.Add([]byte("a b X\na a Y\n\nb a ?\n"), "U:%x[0,0]\nU:%x[0,1]\nB1:%x[-1,0]/%x[0,0]\n")
	f.Fuzz(func(t *testing.T, text []byte, templates string) {
		r, err := newCoNLL(conllArgs{Templates: templates, Separator: "space", Unknown: []byte(`"?"`),
			Comments: true})
		if err == nil {
			err = r.read(newLines("text", bytes.NewReader(text)))
		}
		if err == nil {
			err = r.noTokens()
		}
		if err != nil || len(r.Instances) == 0 {
			readsWell(t, nil, err)
			return
		}
		readsWell(t, r.content(), nil)
	})
}
