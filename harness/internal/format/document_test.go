package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestDocuments has the groups of sentences: documents, which -DOCSTART- and newdoc begin, the text
// of a column, or an attribute. A sentence before the first document is one of its own.
func TestDocuments(t *testing.T) {
	word := func(columns string) string { return strings.ReplaceAll(columns, " ", "\t") + "\n" }
	u := word("1 a _ X _ _ 0 _ _ _") + "\n"
	for _, test := range []struct{ name, text, args, want string }{
		{"a.conllu", u + "# newdoc\n" + u + u + "# newdoc id = b c\n# sent_id = 1\n" + u, `"U"`,
			"document [1 document 1 document 1 b c]"},
		{"a.conllu", u + u, `"U"`, " []"},
		{"a.conllu", "# newdoc\n" + u, `"U", "group": "none"`, " []"},
		{"a.conllu", "# newdoc\n" + u + word("1 a _ X _ _ 0 _ _ q"), `"U", "group": "misc"`,
			"group [_ q]"},
		{"a.conll", "a X\n\n-DOCSTART- O\n\na X\n\nb X\n\n-DOCSTART- O\na X\n", `"U"`,
			"document [1 document 1 document 1 document 2]"},
		{"a.conll", "d1 a X\nd1 b X\n\nd1 a X\n\nd2 a X\n", `"U", "group": 0`, "group [d1 d1 d2]"},
		{"a.crfsuite", "X\tdoc=1\ta\nX\tb\n\nX\ta\tdoc=1\n\nX\ta\n", "", "group [1 1 3]"},
	} {
		args := `{"templates": ` + test.args + `}`
		if test.args == "" {
			args = `{"group": "doc="}`
		}
		c, err := Read([]string{written(t, test.name, test.text)}, "", []byte(args))
		if err != nil {
			t.Errorf("%q, %s: %v", test.text, args, err)
			continue
		}
		if got := fmt.Sprint(c.GroupName, " ", c.Group); got != test.want {
			t.Errorf("%q, %s: %s, want %s", test.text, args, got, test.want)
		}
	}
	refuse(t, ".conll", `{"templates": "U", "group": 0}`, []broken{
		{"two groups", "d a X\ne b X\n", "2", `the group "e", but the sequence began with "d"`}})
	refuse(t, ".conll", `{"templates": "U", "group": 1}`, []broken{
		{"the label", "d X\n", "1", "group is column 1"}})
	refuse(t, ".crfsuite", `{"group": "g:"}`, []broken{
		{"two groups", "X\tg:1\nX\tg:2\n", "2", `the group "2", but the sequence began with "1"`}})
}

// TestPlus: the first line of CoNLL-U Plus names the columns, for templates, label and words.
func TestPlus(t *testing.T) {
	text := "# global.columns = FORM ID UPOS PARSEME:MWE\na\t1\tX\t*\nab\t2-3\t_\t_\nb\t2\tY\t1:V\n"
	c := must(readArgs(t, written(t, "a.conllup", text), map[string]any{
		"templates": "U%x[0,form]", "gold": "parseme:mwe"}))(t)
	if n := len(c.Instances[0].Gold); n != 2 || !slices.Equal(c.Labels, []string{"*", "1:V"}) {
		t.Errorf("%d words, labels %v", n, c.Labels)
	}
	other := written(t, "b.conllup", "# global.columns = FORM ID XPOS PARSEME:MWE\na\t1\tX\t*\n")
	_, err := Read([]string{written(t, "c.conllup", text), other}, "", []byte(`{"templates": "U"}`))
	want := "b.conllup:1: other columns than those of the first"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("other columns in the second file: %v", err)
	}
}

// TestEncoding: the same content in Latin-1 and in UTF-8 is the same; predictions are UTF-8.
func TestEncoding(t *testing.T) {
	read := func(text, encoding string) *Content {
		args := map[string]any{"templates": "U%x[0,0,lower]", "encoding": encoding}
		return must(readArgs(t, written(t, "a.conll", text), args))(t)
	}
	same(t, read("MA\xd1ANA X\nMA\xc9ANA Y\n", "latin1"), read("MAÑANA X\nMAÉANA Y\n", "utf-8"))
	path, args := written(t, "b.conll", "MA\xd1ANA X\n"), []byte(
		`{"templates": "U%x[0,0]", "encoding": "latin1"}`)
	c := must(ReadUnlabelled([]Part{{Paths: []string{path}}}, "", args, path))(t)
	var out strings.Builder
	err := c.WriteLabelled(&out, path, [][]int32{{0}})
	if err != nil || out.String() != "MAÑANA X X\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestBoth: * stands for U and B, as in Wapiti.
func TestBoth(t *testing.T) {
	path := written(t, "a.conll", "a X\nb Y\n")
	read := func(templates string) *Content {
		return must(readArgs(t, path, map[string]any{"templates": templates}))(t)
	}
	same(t, read("*1:%x[0,0]"), read("U1:%x[0,0]\nB1:%x[0,0]"))
}
