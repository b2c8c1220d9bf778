package data

import (
	"errors"
	"io"
	"os"

	"github.com/spbench/spbench/harness/internal/data/structured"
)

const ewtURL = "https://raw.githubusercontent.com/UniversalDependencies/UD_English-EWT/r2.16/"

var ewtEntry = withArguments(Entry{
	Name: "ud_english_ewt",
	Doc: "16622 English sentences of web text, 17 parts of speech or dependency trees, in the " +
		"published parts train, dev and test (Silveira et al., LREC 2014; Universal Dependencies 2.16)",
	Licence: "CC BY-SA 4.0; not redistributed here",
	URL:     ewtURL,
	Files: []File{
		ewtFile("train", "3fb78e2b55482c8ee00caa653af436c88c9e5bc9a73ce26e4ae3ddc79d2b7e7b"),
		ewtFile("dev", "531a54ff90d6ab12201c5a50c3e78e6ddac4de69abc4bce5d275d3cd29efe2b6"),
		ewtFile("test", "e266e515a0a7547657ed3d90d9ba46487d6bd251f27ad4269d4e8a427c8555cd"),
	},
}, ewtArgs{Templates: ewtTemplates, MinCount: 1, Group: "none", Task: "tags", MaxWords: 40},
	loadEWT)

// ewtTemplates are features of the word, its neighbours, its ends and its shape.
const ewtTemplates = `U00:%x[0,form]
U01:%x[-1,form,lower]
U02:%x[1,form,lower]
U03:%x[0,form,prefix 3]
U04:%x[0,form,suffix 2]
U05:%x[0,form,suffix 3]
U06:%x[0,form,short-shape]
U07
B`

// ewtArgs are the arguments of "ud_english_ewt".
type ewtArgs struct {
	Templates string `json:"templates" help:"features, as in files of format conllu"`
	MinCount  int    `json:"min_count" range:"[1,inf)" help:"drop features of fewer training words"`
	Group     string `json:"group" when:"task=tags" enum:"document,none" help:"what is a group"`
	Task      string `json:"task" enum:"tags,heads" help:"parts of speech, or heads: dependency trees"`
	MaxWords  int    `json:"max_words" range:"[1,1000]" when:"task=heads" help:"leave out longer ones"`
}

func ewtFile(part, sum string) File {
	name := "en_ewt-ud-" + part + ".conllu"
	return File{Path: "ud_english_ewt/" + name + ".gz", URL: ewtURL + name, SHA256: sum}
}

func loadEWT(e Entry, a ewtArgs) (*Dataset, error) {
	if a.Task == "tags" {
		return e.loadParts(map[string]any{"format": "conllu", "templates": a.Templates,
			"min_count": a.MinCount, "group": a.Group})
	}
	var names []string
	var texts [][]byte
	for _, f := range e.read {
		names, texts = append(names, f.path), append(texts, f.contents[0])
	}
	s, err := structured.Trees(names, texts, a.MaxWords)
	if err != nil {
		return nil, err
	}
	d := datasetOf(s)
	d.Parts = partNames
	d.unlabelled = func(path string) (*Unlabelled, error) {
		return unlabelledTrees(names, texts, path)
	}
	return d, nil
}

// unlabelledTrees reads sentences of CoNLL-U to parse, with the columns of the files of a treebank.
func unlabelledTrees(names []string, texts [][]byte, path string) (*Unlabelled, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(newContent(file))
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	list, write, err := structured.Sentences(names, texts, path, text)
	return &Unlabelled{Instances: list, Write: write}, err
}
