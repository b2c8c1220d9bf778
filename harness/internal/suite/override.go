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

// An Override changes a suite from the command line, without an edit of its file.
type Override struct {
	Learners []string // labels or names of the learners to keep; none: all
	Datasets []string // labels of the datasets to keep; none: all
	Seeds    int      // number of seeds; 0: those of the suite
	Quick    bool     // see Suite.Quick; one seed, one budget and at most quickPasses passes
	Set      []string // KEY.PATH=VALUE: values at places of the file
	With     []string // more learners, each NAME, a path, a command line, or NAME: {parameters}
}

// quickPasses is the largest number of passes of a quick run.
const quickPasses = 2

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
// [Parse]. The text of the result is a suite file. Its first line and about describe the changes.
func (s *Suite) Override(l Override) (*Suite, error) {
	what := l.String()
	if what == "" {
		return s, nil
	}
	file := s.source.File
	root := s.root()
	changed := func() (*Suite, error) {
		text := fmt.Sprintf("# %s, changed on the command line: %s\n%s", file, what, root.Write())
		return Parse(file+" (changed)", []byte(text))
	}
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
	now := s
	if len(l.Set)+len(l.With) > 0 {
		var err error
		if now, err = changed(); err != nil {
			return nil, err
		}
		root = now.root()
	}
	if err := errors.Join(now.chooseDatasets(root, l.Datasets), now.chooseLearners(root,
		l.Learners)); err != nil {
		return nil, fmt.Errorf("suite: %w", err)
	}
	if l.Seeds > 0 {
		root.Set("seeds", yamltree.Int(l.Seeds))
	}
	if l.Quick {
		makeQuick(root)
	}
	about := strings.TrimSpace(now.About + " (changed on the command line: " + what + ")")
	root.Set("about", &node{Kind: yamltree.Text, Text: about})
	return changed()
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
		v = &node{Kind: yamltree.Text, Text: v.Fields[0].Name}
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
	return nil
}

// root reads the text of s again.
func (s *Suite) root() *node {
	r := &reader{Parser: yamltree.Parser{Source: s.source}}
	return r.Tree([]byte(strings.Join(s.source.Lines, "\n")))
}

// makeQuick changes a suite to one seed, one budget and few passes.
func makeQuick(n *node) {
	n.Set("quick", &node{Kind: yamltree.Boolean, Text: "true"})
	if n.Find("seeds") != nil {
		n.Set("seeds", yamltree.Int(1))
	}
	budget := n.Find("budget")
	if budget != nil && budget.Kind == yamltree.List {
		budget = budget.Items[0]
	}
	if budget == nil {
		budget = &node{Kind: yamltree.Mapping}
	}
	if passes := budget.Find("passes"); passes == nil || passes.Number > quickPasses {
		budget.Set("passes", yamltree.Int(quickPasses))
	}
	n.Set("budget", budget)
}
