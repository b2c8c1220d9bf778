package suite

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	file := s.source.file
	root := s.root()
	changed := func() (*Suite, error) {
		text := fmt.Sprintf("# %s, changed on the command line: %s\n%s", file, what, root.write())
		return Parse(file+" (changed)", []byte(text))
	}
	for _, set := range l.Set {
		if err := root.setAt(set); err != nil {
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
		root.set("seeds", whole64(l.Seeds))
	}
	if l.Quick {
		root.hurry()
	}
	about := strings.TrimSpace(now.About + " (changed on the command line: " + what + ")")
	root.set("about", &node{kind: text, text: about})
	return changed()
}

// root reads the text of s again.
func (s *Suite) root() *node {
	r := &reader{source: s.source}
	return r.tree([]byte(strings.Join(s.source.lines, "\n")))
}

// hurry makes root a quick look: one seed, one budget, few passes.
func (n *node) hurry() {
	n.set("quick", &node{kind: boolean, text: "true"})
	if n.find("seeds") != nil {
		n.set("seeds", whole64(1))
	}
	budget := n.find("budget")
	if budget != nil && budget.kind == list {
		budget = budget.items[0]
	}
	if budget == nil {
		budget = &node{kind: mapping}
	}
	if passes := budget.find("passes"); passes == nil || passes.number > quickPasses {
		budget.set("passes", whole64(quickPasses))
	}
	n.set("budget", budget)
}

func whole64(v int) *node { return &node{kind: number, text: strconv.Itoa(v), number: float64(v)} }

// field returns a key of a mapping; nil if it is not there.
func (n *node) field(key string) *field {
	for i := range n.fields {
		if n.fields[i].name == key {
			return &n.fields[i]
		}
	}
	return nil
}

// find returns the value of a key of a mapping; nil if there is none.
func (n *node) find(key string) *node {
	if f := n.field(key); f != nil {
		return f.value
	}
	return nil
}

// set gives a key of a mapping a value.
func (n *node) set(key string, v *node) {
	if f := n.field(key); f != nil {
		f.value = v
		return
	}
	n.fields = append(n.fields, field{name: key, value: v})
}

// unset takes a key out of a mapping.
func (n *node) unset(key string) {
	n.fields = slices.DeleteFunc(n.fields, func(f field) bool { return f.name == key })
}
