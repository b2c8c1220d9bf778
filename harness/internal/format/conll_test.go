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

// Features are numbered in order of first appearance. Beyond the ends of a sentence there are
// special tokens.
func TestCoNLL(t *testing.T) {
	c := must(readArgs(t, written(t, "a.conll", chunks),
		map[string]any{"templates": "# of words\nU0:%x[-1,0]\n\nU1:%x[0,0]/%x[1,1]\nB\nU2\n"}))(t)
	// _B-1, He/PRP, U2; He, saw/_B+1; He/_B+1
	sameLines(t, c, `{"labels": ["B-NP", "B-VP"], "found": true, "min_count": 1}`,
		`{"gold": [0, 1], "chain": true, "node_index": [[0, 1, 2], [2, 3, 4]]}`,
		`{"gold": [0], "node_index": [[0, 2, 5]]}`)
}

// Edges may have features, too. Templates of equal text make the same features, which are counted.
func TestCoNLLEdgesAndBags(t *testing.T) {
	path := written(t, "a.conll", "a b X\na a Y\n\nb a ?\n")
	c := must(readArgs(t, path, map[string]any{
		"templates": "U:%x[0,word]\nU:%x[0,1]\nB\nB1:%x[-1,word]/%x[0,word]\n",
		"columns":   []string{"word", "pos", "tag"}, "gold": "tag", "unknown": "?",
	}))(t)
	sameLines(t, c, `{"labels": ["X", "Y"], "found": true, "min_count": 1}`,
		`{"gold": [0, 1], "chain": true, "node_index": [[0, 1], [0]], "node_value": [[1, 1], [2]], "edge_index": [[0, 1]]}`,
		`{"gold": [null], "node_index": [[0, 1]]}`)
}

// A template file, tabs with spaces between them, comments, the first column for gold, no template
// of edges.
func TestCoNLLVariants(t *testing.T) {
	path := written(t, "a.conll", "# one\nB\tNew York\t#\n#\t \t\n\n")
	c := must(readArgs(t, path, map[string]any{
		"template_file": written(t, "templates", "U0:%x[0,1]\n"), "gold": 0, "separator": "tab",
		"comments": true,
	}))(t)
	sameLines(t, c, `{"labels": ["B", "#"], "found": true, "min_count": 1}`,
		`{"gold": [0, 1], "node_index": [[0], [1]]}`)
}

// TestCoNLLWhiteLines: a line of tabs and spaces only ends a sentence, for every separator.
func TestCoNLLWhiteLines(t *testing.T) {
	for separator, text := range map[string]string{"tab": "a\tX\n\t\nb\tY\n \t \nc\tX\n",
		"space": "a X\n\t\nb Y\n \t \nc X\n"} {
		c, err := readArgs(t, written(t, "a.conll", text), map[string]any{"templates": "U:%x[0,0]",
			"separator": separator})
		if err != nil || len(c.Instances) != 3 || !slices.Equal(c.Labels, []string{"X", "Y"}) {
			t.Errorf("%s: %d sentences with labels %q, %v", separator, len(c.Instances), c.Labels,
				err)
		}
	}
}

// Only words of CoNLL-U are variables: no comments, no ranges (before their words), and no empty
// nodes.
func TestCoNLLU(t *testing.T) {
	row := func(id, form, tag string) string {
		return id + "\t" + form + "\t_\t" + tag + "\t_\t_\t_\t_\t_\t_\n"
	}
	path := written(t, "a.conllu", "# text = vámonos al\n"+row("1-2", "vámonos", "_")+row("1",
		"vamos", "VERB")+row("2", "nos", "PRON")+
		row("2.1", "#", "_")+row("3-4", "al", "_")+row("3", "a b", "ADP")+row("4", "-", "_")+
		"\n# newpar\n"+row("0.1", "x", "X")+row("1", "a b", "ADP")+"\n")
	c, err := readArgs(t, path, map[string]any{"templates": "U0:%x[0,form]\nB"})
	if err != nil {
		t.Fatal(err)
	}
	sameLines(t, c, `{"labels": ["VERB", "PRON", "ADP"], "found": true, "min_count": 1}`,
		`{"gold": [0, 1, 2, null], "chain": true, "node_index": [[0], [1], [2], [3]]}`,
		`{"gold": [2], "node_index": [[2]]}`)
	for id, none := range map[string]bool{"1": false, "1-2": true, "10.1": true, "-": false,
		"1-": false, ".1": false, "a-b": false, "1-2-3": false} {
		if noWord([]byte(id)) != none {
			t.Errorf("no word: %s", id)
		}
	}
	if c, err = readArgs(t, written(t, "a.conll", "1-2 A\n1 B\n"),
		map[string]any{"templates": "U"}); err != nil || c.Instances[0].N() != 2 {
		t.Errorf("other columns have words of any form: %v", err)
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
	refuse(t, ".crfsuite", "", []broken{{"an attribute", "A\tx\nA\tw=\xe9\n", "2",
		`"A\tw=\xe9" is not UTF-8`}})
	c := must(readArgs(t, written(t, "a.conll", "MA\u00d1ANA O\nma\u00f1ana O\n\uFFFD O\n"),
		map[string]any{"templates": "U:%x[0,0,lower]"}))(t)
	if c.NodeWidth != 2 {
		t.Errorf("%d features, want those of mañana and of the character U+FFFD", c.NodeWidth)
	}
}

func TestBrokenCoNLL(t *testing.T) {
	refuse(t, ".conll", `{"templates": "U0:%x[0,0]\nB"}`, []broken{
		{"an empty file", "\n-DOCSTART- O\n", "", "no instance"},
		{"a line too short", "He PRP B\nsaw B\n", "2", "2 columns, want 3 as in  & conll:1"},
		{"a line too long", "He PRP B\n\nsaw VB B x\n", "3", "4 columns, want 3"},
		{"no UTF-8", "He \xff\n", "1", `"He \xff" is not UTF-8: convert the file, such as iconv -f LATIN1`},
	})
	for _, b := range []struct {
		what string
		args map[string]any
		part string
	}{
		{"no templates", map[string]any{}, "conll: no features & template_file: FILE"},
		{"both", map[string]any{"templates": "B", "template_file": "x"},
			"both templates and template_file"},
		{"no file of templates", map[string]any{"template_file": "/nonsense/t"},
			"/nonsense/t: no such file"},
		{"none in it", map[string]any{"templates": "# U\n"},
			"templates: there is no template in it"},
		{"a template in a file", map[string]any{"template_file": written(t, "t", "B\nU:%x[0]")},
			"t:2: %x[0]: want a row and a column & \n    U:%x[0]\n         ^"},
		{"another letter", map[string]any{"templates": "X00:%x[0,0]"},
			"templates:1: a template begins with U (features of variables) or B"},
		{"a small letter", map[string]any{"templates": "\nu00:%x[0,0]"},
			"templates:2:  & did you mean U00:%x[0,0]?"},
		{"another macro", map[string]any{"templates": "U00:%x[0,0]/%y[0,0]"},
			"templates:1: want %x[ROW,COLUMN], such as %x[-1,0], got %y[0,0] & " +
				"\n    U00:%x[0,0]/%y[0,0]\n                ^"},
		{"no bracket", map[string]any{"templates": "U00:%x[0,0"},
			"templates:1: want %x[ROW,COLUMN]"},
		{"a row that is none", map[string]any{"templates": "U00:%x[a,0]"},
			`%x[a,0]: row "a": want how many lines`},
		{"a row too far", map[string]any{"templates": "U00:%x[1001,0]"}, "-1000..1000"},
		{"a column that is none", map[string]any{"templates": "U00:%x[0,word]"},
			`%x[0,word]: column "word": want a number from 0 (or name the columns`},
		{"a name that is none", map[string]any{"templates": "U00:%x[0,wrd]",
			"columns": []string{"word", "tag"}}, `unknown column "wrd": did you mean "word"?`},
		{"a column too large", map[string]any{"templates": "B\nU00:%x[0,3]"},
			"a.conll:3: templates:2: %x[0,3]: there is no column 3: here are 3, 0..2"},
		{"gold as a feature", map[string]any{"templates": "U00:%x[0,2]"},
			"templates:1: %x[0,2]: column 2 has the gold labels, which no feature may tell"},
		{"a template twice", map[string]any{"templates": "B\nB"},
			"templates:2: the template B is there twice (templates:1)"},
		{"gold too large", map[string]any{"templates": "B", "gold": 3},
			"a.conll:3: gold is column 3, but there are 3 columns, 0..2"},
		{"gold by a wrong name", map[string]any{"templates": "B", "gold": "tga",
			"columns": []string{"word", "pos", "tag"}},
			`gold: unknown column "tga": did you mean "tag"?`},
		{"unknown that is no text", map[string]any{"templates": "B", "unknown": []int{1}},
			"unknown: want a text in quotes, got [1]"},
		{"other columns", map[string]any{"templates": "B", "columns": []string{"word", "tag"}},
			"a.conll:3: 3 columns, but 2 are named: word, tag"},
		{"another separator", map[string]any{"templates": "B", "separator": "comma"},
			"format conll:  & separator"},
	} {
		_, err := readArgs(t, written(t, "a.conll", chunks), b.args)
		wantError(t, b.what, err, b.part)
	}
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
