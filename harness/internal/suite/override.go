package suite

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Override is what a command line makes of a suite, for a look without an edit of its file.
type Override struct {
	Learners []string // labels, or names, of those that are left; none: all
	Datasets []string // labels of those that are left; none: all
	Seeds    int      // the first so many; 0: those of the suite
	Quick    bool     // see Suite.Quick; with one seed, one budget and at most quickPasses passes
	Set      []string // KEY.PATH=VALUE: what is to stand at a place of the file
}

// quickPasses is the most that a quick look takes.
const quickPasses = 2

// String writes the look as options of a command line.
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

// Override returns the suite that s becomes, from Read or Parse; s itself where l changes nothing. Its text is that of a suite
// file, whose first line and about say what was changed.
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
	now := s
	if len(l.Set) > 0 {
		var err error
		if now, err = changed(); err != nil {
			return nil, err
		}
		root = now.root()
	}
	if err := errors.Join(now.chooseDatasets(root, l.Datasets), now.chooseLearners(root, l.Learners)); err != nil {
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

// root reads the text of s again.
func (s *Suite) root() *node {
	r := &reader{yamltree.Parser{Source: s.source}}
	return r.Tree([]byte(strings.Join(s.source.Lines, "\n")))
}

// makeQuick makes root a quick look: one seed, one budget, few passes.
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
