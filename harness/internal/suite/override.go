package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// An Override changes a suite from the command line, without an edit of its file. The tags are its
// flags. Empty lists keep all.
type Override struct {
	Learners []string `name:"learner" sep:"none" placeholder:"LABEL" help:"Run only this learner: label or name. Repeatable."`
	Datasets []string `name:"dataset" sep:"none" placeholder:"LABEL" help:"Run only this dataset. Repeatable."`
	Seeds    int      `kong:"-"` // number of seeds; 0: those of the suite
	Quick    bool     `help:"Quick look: few instances, one seed, few passes. Its table warns about this."`
	Set      []string `sep:"none" placeholder:"KEY.PATH=VALUE" help:"Change a value: -set budget.passes=10, -set learners.CRF.lambda=0.1. No value removes the key. Repeatable."`
	With     []string `kong:"-"` // more learners, each NAME, a path, a command line, or NAME: {parameters}
}

// String returns the options of the command line.
func (l *Override) String() string {
	var options []string
	add := func(name string, values ...string) {
		for _, v := range values {
			if strings.ContainsAny(v, " \t'\"{}[]") {
				v = "'" + v + "'"
			}
			options = append(options, "-"+name+" "+v)
		}
	}
	add("set", l.Set...)
	add("with", l.With...)
	add("learner", l.Learners...)
	add("dataset", l.Datasets...)
	if l.Seeds > 0 {
		add("seeds", strconv.Itoa(l.Seeds))
	}
	if l.Quick {
		options = append(options, "-quick")
	}
	return strings.Join(options, " ")
}

// Override returns s with the changes; s itself if there are none. s must be from [Read] or
// [Parse]. Each option sets a key of the file, and the text of the result is a suite file. Its
// first line and about describe the changes.
func (s *Suite) Override(l Override) (*Suite, error) {
	what := l.String()
	if what == "" {
		return s, nil
	}
	root := s.root()
	for _, set := range l.Set {
		if err := setAt(root, set); err != nil {
			return nil, fmt.Errorf("suite: -set %s: %w", set, err)
		}
	}
	for _, learner := range l.With {
		if err := addLearner(root, learner); err != nil {
			return nil, fmt.Errorf("suite: -with %s: %w", learner, err)
		}
	}
	runOnly(root, "learners", l.Learners)
	runOnly(root, "datasets", l.Datasets)
	if l.Seeds > 0 {
		root.Set("seeds", yamltree.Int(l.Seeds))
	}
	if l.Quick {
		root.Set("quick", &node{Kind: yamltree.Boolean, Text: "true"})
	}
	if about := root.Find("about"); about == nil || about.Kind == yamltree.Text {
		text := "(changed on the command line: " + what + ")"
		if about != nil {
			text = strings.TrimSpace(strings.TrimSpace(about.Text) + " " + text)
		}
		root.Set("about", yamltree.String(text))
	}
	text := fmt.Sprintf("# %s, changed on the command line: %s\n%s", s.source.File, what, root.Write())
	return Parse(s.source.File+" (changed)", []byte(text))
}

// runOnly sets a list of labels of the key "only".
func runOnly(root *node, list string, labels []string) {
	if len(labels) == 0 {
		return
	}
	chosen := &node{Kind: yamltree.List}
	for _, label := range labels {
		chosen.Items = append(chosen.Items, yamltree.String(label))
	}
	only := root.Find("only")
	if only == nil {
		only = &node{Kind: yamltree.Mapping}
		root.Set("only", only)
	}
	only.Set(list, chosen)
}

// addLearner adds an item to the learners of a suite file. Its label is the name without a path of
// this folder. Paths become absolute, since those of a suite start at its folder.
func addLearner(root *node, text string) error {
	v, err := written("\n  " + text)
	if err != nil {
		return err
	}
	args := &node{Kind: yamltree.Mapping}
	if v.Kind == yamltree.Mapping && len(v.Fields) == 1 {
		args.Fields = v.Fields[0].Value.Fields
		v = yamltree.String(v.Fields[0].Name)
	}
	if v.Kind != yamltree.Text {
		return errors.New("it must be NAME, or NAME: {parameters}")
	}
	if args.Find("as") == nil {
		args.Set("as", v)
	}
	words := strings.Fields(v.Text)
	for i, word := range words {
		if _, err := os.Stat(word); err == nil && (i > 0 || strings.Contains(word, "/")) {
			if words[i], err = filepath.Abs(word); err != nil {
				return err
			}
		}
	}
	item := field{Name: strings.Join(words, " "), Value: args}
	learners := root.Find("learners")
	learners.Items = append(learners.Items, &node{Kind: yamltree.Mapping, Fields: []field{item}})

	// A file that names its learners names the new one, too.
	if only := root.Find("only"); only != nil && only.Find("learners") != nil {
		chosen := only.Find("learners")
		chosen.Items = append(chosen.Items, args.Find("as"))
	}
	return nil
}

// root reads the text of s again.
func (s *Suite) root() *node {
	r := &reader{Parser: yamltree.Parser{Source: s.source}}
	return r.Tree([]byte(strings.Join(s.source.Lines, "\n")))
}
