package format

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// labelledText reads a file to label with the files of a dataset, and returns it with these labels.
func labelledText(t *testing.T, data []string, args map[string]any, path string,
	labels [][]int32) string {
	t.Helper()
	text := must(json.Marshal(args))(t)
	if args == nil {
		text = nil
	}
	c := must(ReadUnlabelled(unnamed(data...), "", text, path))(t)
	if was := must(Read(data, "", text))(t); !slices.Equal(c.Labels, was.Labels) {
		t.Errorf("labels %q, those of the dataset are %q", c.Labels, was.Labels)
	}
	var b bytes.Buffer
	check(t, c.WriteLabelled(&b, path, labels))
	for _, x := range c.Instances {
		if slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown }) {
			t.Errorf("instance %s to label has the labels %v", x.ID, x.Gold)
		}
	}
	return b.String()
}

// TestUnlabelledTokens: columns of tokens need no labels. Known features have the columns of the
// dataset, and labels in the file neither matter nor add to those of the dataset.
func TestUnlabelledTokens(t *testing.T) {
	data := written(t, "a.conll", "He PRP B\nsaw VBD O\n\nHe VBD B\n")
	args := map[string]any{"templates": "U0:%x[0,0]\nU1:%x[0,0,lower]/%x[0,1]\nB"}
	was := must(readArgs(t, data, args))(t)
	for what, text := range map[string]string{
		"without labels": "-DOCSTART-\n\nHe PRP \nsaw VBD\r\n\n\nshe PRP",
		"with others":    "-DOCSTART- x O\n\nHe PRP X\nsaw VBD Y\n\n\nshe PRP B",
	} {
		path := written(t, "new.conll", text)
		c := must(ReadUnlabelled(unnamed(data), "", must(json.Marshal(args))(t), path))(t)
		if len(c.Instances) != 2 || !slices.Equal(c.Labels, []string{"B", "O"}) ||
			c.Instances[0].ID != "1" ||
			!slices.Equal(c.Instances[0].Node.Index, was.Instances[0].Node.Index) ||
			slices.ContainsFunc(c.Instances[1].Node.Index, func(j int32) bool {
				return int(j) < was.NodeWidth
			}) {
			t.Errorf("%s: labels %q, instances %+v", what, c.Labels, c.Instances)
		}
		got := labelledText(t, []string{data}, args, path, [][]int32{{1, 0}, {1}})
		want := "-DOCSTART-\n\nHe PRP O\nsaw VBD B\n\n\nshe PRP O\n"
		if what == "with others" {
			want = "-DOCSTART- x O\n\nHe PRP X O\nsaw VBD Y B\n\n\nshe PRP B O\n"
		}
		if got != want {
			t.Errorf("%s: written is\n%s\nwant\n%s", what, got, want)
		}
	}
}

// TestUnlabelledFormats: each format is written with its labels where they belong.
func TestUnlabelledFormats(t *testing.T) {
	row := func(id, form, tag string) string {
		return id + "\t" + form + "\t_\t" + tag + "\t_\t_\t_\t_\t_\t_\n"
	}
	for ending, c := range map[string]struct {
		data, text, want string
		args             map[string]any
	}{
		".conllu": {row("1", "a", "X") + row("2", "b", "Y"),
			"# text = cb\n" + row("1-2", "cb", "_") + row("1", "c", "_") + row("2", "b", "Z"),
			"# text = cb\n" + row("1-2", "cb", "_") + row("1", "c", "Y") + row("2", "b", "X"),
			map[string]any{"templates": "U:%x[0,form]"}},
		".conll": {"a X\nb Y\n", "c\nb\n", "c Y\nb X\n",
			map[string]any{"words": true, "templates": "U:%x[0,0]"}},
		".crfsuite": {"X\tu\nY\tv:2\n\n", "@weight:2\nZ\tv\tw:3\n\tu\n",
			"@weight:2\nY\tv\tw:3\nX\tu\n", nil},
		".jsonl": {`{"labels": ["X", "Y"]}` + "\n" + `{"nodes": [[1], [2]], "fold": 0, "gold": [0, 1]}`,
			`{"id": "n", "nodes": [[3], [4]]}`,
			`{"labels":["X","Y"],"node_width":1}` + "\n" +
				`{"id":"n","gold":[1,0],"nodes":[[3],[4]]}` + "\n", nil},
	} {
		got := labelledText(t, []string{written(t, "data"+ending, c.data)}, c.args,
			written(t, "new"+ending, c.text), [][]int32{{1, 0}})
		if got != c.want {
			t.Errorf("%s: written is\n%s\nwant\n%s", ending, got, c.want)
		}
	}
}

// TestUnlabelledIDs: instances of a file of the dataset have the same IDs as in the dataset, on
// which noise depends.
func TestUnlabelledIDs(t *testing.T) {
	a, b := written(t, "a.conll", "He X\n"), written(t, "b.conll", "saw Y\n\nher X\n")
	args := must(json.Marshal(map[string]any{"templates": "U:%x[0,0]"}))(t)
	was := must(Read([]string{a, b}, "", args))(t)
	for path, want := range map[string][]string{
		b: {was.Instances[1].ID, was.Instances[2].ID}, written(t, "c.conll", "He\n"): {"1"},
	} {
		var ids []string
		for _, x := range must(ReadUnlabelled(unnamed(a, b), "", args, path))(t).Instances {
			ids = append(ids, x.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: IDs %q, want %q", path, ids, want)
		}
	}
}

func TestBrokenUnlabelled(t *testing.T) {
	data := written(t, "a.conll", "He PRP B\n")
	for text, want := range map[string]string{
		"":                   "new.conll: the file has no instances",
		"He PRP\nsaw VBD X":  "new.conll:2: 3 columns, want 2: those in & without the label",
		"He PRP X\nsaw VBD":  "new.conll:2: 2 columns, want 3 as in",
		"He\n":               "new.conll:1: 1 columns, want 3",
		"He PRP B and\nsaw ": "new.conll:1: 4 columns, want 3",
	} {
		_, err := ReadUnlabelled(unnamed(data), "", []byte(`{"templates":"U:%x[0,0]"}`),
			written(t, "new.conll", text))
		wantError(t, text, err, want)
	}
}

// TestNames: names are the texts of CRF++ and the attributes of CRFsuite.
func TestNames(t *testing.T) {
	args := must(json.Marshal(map[string]any{
		"templates": "U0:%x[0,0,suffix 2]/%x[-1,0]/%x[0,1]\nU\nB1:%x[0,0]\nU2:%x[1,0]."}))(t)
	node, edge, err := ReadNames(unnamed(written(t, "a.conll", "He PRP B\nsaw VBD O\n")), "", args)
	if want := []string{"U0:He/_B-1/PRP", "U", "U2:saw.", "U0:aw/He/VBD", "U2:_B+1."}; err != nil ||
		!slices.Equal(node, want) || !slices.Equal(edge, []string{"B1:saw"}) {
		t.Errorf("names %q and %q, %v, want %q", node, edge, err, want)
	}
	node, edge, err = ReadNames(unnamed(written(t, "a.crfsuite", "X\tw\\:1\tv:2\n")), "", nil)
	if strings.Join(node, " ") != "w:1 v" || edge != nil || err != nil {
		t.Errorf("names %q and %q, %v", node, edge, err)
	}
}

// unnamed returns a part without a name; none without files.
func unnamed(paths ...string) (parts []Part) {
	if len(paths) > 0 {
		parts = append(parts, Part{Paths: paths})
	}
	return parts
}
