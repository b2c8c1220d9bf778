package inspect_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/inspect"
)

// told returns the description of a dataset.
func told(t *testing.T, name, args string) string {
	t.Helper()
	d, err := data.Load(name, []byte(args), "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := inspect.Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// own returns the arguments of a dataset in a file.
func own(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return `{"path":"` + path + `"}`
}

func TestChains(t *testing.T) {
	have := told(t, data.FileName, own(t, `{"labels": ["DET", "NOUN", "VERB", "X"], "node_width": 4}
{"id": "s1", "fold": 0, "chain": true, "gold": ["DET", "NOUN", "VERB"], "nodes": [[0, 0, 0.5, 0], [1, 0, 0, 2], [0, 0, 0, -1]]}
{"id": "s2", "fold": 1, "weight": 2, "chain": true, "gold": [1, null], "nodes": [[1, 0, 0, 0], [1, 0, 0, 3.5e-2]]}`))
	want := `instances:     2; 5 variables (2 to 3, median 3); 3 edges (1 to 2, median 2)
labels:        4: NOUN 50.0 %, DET 25.0 %, VERB 25.0 %
               never the true one: X
               not known of 1 variables of 5, in 1 instances
node features: 4; values from -1 to 2, 1.4 of a row are not 0
               1 columns are 0 everywhere
               no column is the same everywhere, such as 1: labels have no bias
edge features: none: one constant feature for each edge
graphs:        2 chains; treewidth of the one with the most edges ("s1") at most 1
oracles:       pairs: full    chain, exact (2); marginals too
               pairs: potts   chain, exact (2); marginals too
besides:       a weight other than 1 in 1
folds:         0 (1), 1 (1); split: {train: [0], test: [1]}, or {rotate: train-one}
               fold 1: never the true label, with variables elsewhere: DET (1), VERB (1)
copies:        0.0 % of the instances (0 of 2) have the features and the graph of an instance in another fold
labelings:     1 different ones; 0.0 % of the instances (0 of 1) have that of an instance in another fold
the first one: "s1"
                 0  DET         2:0.5
                 1  NOUN        0:1 3:2
                 2  VERB        3:-1
`
	if have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// Graphs of each kind are recognised, and so are their oracles.
func TestGraphs(t *testing.T) {
	have := told(t, data.FileName, own(t, `{"labels": 3}
{"id": "a", "nodes": [[1], [1], [1], [1]], "edges": [[0, 3], [1, 3], [2, 3]], "edge_rows": [[1], [1], [1]]}
{"id": "b", "nodes": [[1], [1], [1], [1]], "shape": [2, 2], "edges": [[0, 1], [2, 3], [0, 2], [1, 3]], "edge_rows": [[1], [1], [1], [-1]]}
{"id": "c", "nodes": [[1], [1], [1]], "edges": [[0, 1], [1, 2], [0, 2]], "edge_rows": [[1], [1], [1]]}
{"id": "d", "nodes": [[1]]}`))
	for _, want := range []string{
		`graphs:        1 without edges, 1 trees or forests, 1 grids, 1 with cycles; treewidth of the one with the most edges ("b") at most 2`,
		"pairs: full    tree, exact (1), elimination, exact (2), chain, exact (1); marginals too",
		"labels:        3; none is known of any variable\n",
		"folds:         none; numbers of instances can be drawn: split: {train: 3, test: 1}",
		"edge features: 1; values from -1 to 1",
		"  0  ?           0:1  joined to 3\n",
	} {
		if !strings.Contains(have, want) {
			t.Errorf("it does not say %q:\n%s", want, have)
		}
	}
	have = told(t, "blobs", `{"images":3,"rows":30,"columns":31,"labels":3}`)
	for _, want := range []string{"3 grids", "at most 30\n", "pairs: full    none (3)",
		"pairs: potts   expansion, approximate: ", "no exact marginals"} {
		if !strings.Contains(have, want) {
			t.Errorf("it does not say %q:\n%s", want, have)
		}
	}
	have = told(t, "blobs", `{"images":3,"rows":30,"columns":31}`)
	if want := "cuts, exact where all neighbours attract each other"; !strings.Contains(have, want) {
		t.Errorf("it does not say %q:\n%s", want, have)
	}
}

// Structures are named with their numbers, and so are their solvers.
func TestStructures(t *testing.T) {
	have := told(t, data.FileName, own(t, `{"labels": 4}
{"structure": "arborescence", "single": true, "gold": [2, 0], "nodes": [[1], [2]]}
{"structure": "path", "sink": 2, "arcs": [[0, 2]], "nodes": [[1]], "label_rows": [[1], [3]]}
{"structure": "assignment", "none": 0, "gold": [0], "nodes": [[1]]}
{"structure": "cardinality", "most": 1, "nodes": [[1]], "label_rows": [[1], [3]]}`))
	for _, want := range []string{`{"structure":"arborescence","single":true} (1), ` +
		`{"structure":"assignment","none":0} (1), {"structure":"cardinality","most":1} (1), ` +
		`{"structure":"path","sink":2} (1)`, "2 to 4 labels in an instance",
		"oracles:       arborescence, exact (1), path, exact (1), assignment, exact (1), " +
			"cardinality, exact (1); marginals too", "  0  2           0:1\n"} {
		if !strings.Contains(have, want) {
			t.Errorf("it does not say %q:\n%s", want, have)
		}
	}
	if have = told(t, "paths", `{"instances": 2}`); !strings.Contains(have, "  arc 0 to 1\n") {
		t.Errorf("it shows no arcs:\n%s", have)
	}
}

// A large width in a small file costs no memory, and a name read as a value shows.
func TestSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte(`{"labels": 2, "node_width": 1000000000}
{"chain": true, "node_index": [[0, 6], [999999999]], "node_value": [[1, 30], [1]], "gold": [0, 1]}
`),
		0o666); err != nil {
		t.Fatal(err)
	}
	have := told(t, data.FileName, `{"path":"`+path+`"}`)
	for _, want := range []string{
		"node features: 1000000000, sparse; values from 0 to 30, 1.5 of a row are not 0\n",
		"columns go to 999999999, but only 3 are used",
		`1 values of the 3 that are stored are not 1; the largest is 30, column 6 of variable 0 of "1"`,
	} {
		if !strings.Contains(have, want) {
			t.Errorf("it does not say %q:\n%s", want, have)
		}
	}
	have = told(t, data.FileName,
		own(t, `{"labels": 2}`+"\n"+`{"node_index": [[], []], "chain": true}`))
	if want := "node features: 0; there are no values\n"; !strings.Contains(have, want) {
		t.Errorf("it does not say %q:\n%s", want, have)
	}
}

// Sparse columns are 0 where no value is stored, and a fold without labels lacks none.
func TestUnstored(t *testing.T) {
	have := told(t, data.FileName, own(t, `{"labels": 2}`+"\n"+
		`{"node_index": [[0], [1]], "gold": [0, 1], "fold": 0}`+"\n"+`{"node_index": [[0], [1]], "fold": 1}`))
	if !strings.Contains(have, "node features: 2, sparse; values from 0 to 1, 1.0 of a row are not 0\n"+
		"               no column is the same everywhere") || strings.Contains(have, "never the true label") {
		t.Errorf("\n%s", have)
	}
}

// A column of another scale is named with the remedy, unless features will be standardised.
func TestScale(t *testing.T) {
	raw := `{"id": "a", "nodes": [[1, 5000, 0.5, 0, -70000], [1, -200, -2, 0, 3]]}` + "\n"
	const want = "columns of 1000 times the scale of others: 1 (to 5000), 4 (to 7e+04); hint: standardise: true\n"
	for head, says := range map[string]bool{`{"labels": 2}`: true,
		`{"labels": 2, "standardise": true}`: false} {
		if have := told(t, data.FileName, own(t, head+"\n"+raw)); strings.Contains(have, want) != says {
			t.Errorf("%s:\n%s", head, have)
		}
	}
	sparse := `{"labels": 2, "node_width": 50}` + "\n" +
		`{"id": "a", "node_index": [[1, 9], [1]], "node_value": [[1, 4096], [1]]}`
	if have, want := told(t, data.FileName, own(t, sparse)),
		"9 (to 4096); hint: scale them in the file\n"; !strings.Contains(have, want) {
		t.Errorf("without %q:\n%s", want, have)
	}
}

// A proposed split can run.
func TestSplits(t *testing.T) {
	for _, test := range []struct{ what, content, want string }{
		{"one instance", `{"nodes": [[1]]}`,
			"folds:         none; one instance cannot be split into what is learned from and what is tested\n"},
		{"folds from 3", `{"nodes": [[1]], "fold": 5}` + "\n" + `{"nodes": [[1]], "fold": 3}`,
			"folds:         3 (1), 5 (1); split: {train: [3], test: [5]}, or"},
		{"one fold", `{"nodes": [[1]], "fold": 2}` + "\n" + `{"nodes": [[1]], "fold": 2}`,
			"folds:         2 (2), one only: folds cannot be split; numbers of instances can be drawn: split: {train: 1, test: 1}\n"},
		{"columns", `{"node_index": [[0]], "fold": 0}` + "\n" + `{"node_index": [[0, 1]], "fold": 1}`,
			"fold 0: 1 of the 2 columns that are used are not in it\n"},
	} {
		if have := told(t, data.FileName,
			own(t, `{"labels": 2}`+"\n"+test.content)); !strings.Contains(have, test.want) {
			t.Errorf("%s: it does not say %q:\n%s", test.what, test.want, have)
		}
	}
}

// TestRareLabels: rare labels are listed with their variables, too. Labels that a fold
// lacks are listed with their variables elsewhere, the most frequent first.
func TestRareLabels(t *testing.T) {
	var names, gold []string
	for k := range 16 {
		names = append(names, fmt.Sprintf("%q", string(rune('A'+k))))
		for range 16 - k {
			gold = append(gold, fmt.Sprint(k))
		}
	}
	line := func(id string, fold int, gold []string) string {
		return fmt.Sprintf(`{"id": %q, "fold": %d, "chain": true, "gold": [%s], "nodes": [%s]}`+"\n", id,
			fold, strings.Join(gold, ","), strings.Join(slices.Repeat([]string{"[1]"}, len(gold)), ","))
	}
	have := told(t, data.FileName, own(t, `{"labels": [`+strings.Join(names, ",")+"]}\n"+
		line("a", 0, gold)+line("b", 1, gold[:16+15+14])))
	for _, want := range []string{
		"               rarest first, with variables: P (1), O (2), N (3), M (4)\n",
		"               fold 1: never the true label, with variables elsewhere: D (13), E (12), ",
		", P (1)\n",
	} {
		if !strings.Contains(have, want) {
			t.Errorf("no %q in\n%s", want, have)
		}
	}
}
