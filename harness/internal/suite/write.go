package suite

import (
	"regexp"
	"slices"
	"strings"
)

// write returns the text of a suite file that says what the mapping does: one line for each key and for each
// item of its lists.
func (n *node) write() []byte {
	var b strings.Builder
	for _, f := range n.fields {
		b.WriteString(scalar(f.name) + ":")
		if f.value.kind != list || len(f.value.items) == 0 || !slices.ContainsFunc(f.value.items, (*node).isMapping) {
			b.WriteString(" " + f.value.inline() + "\n")
			continue
		}
		b.WriteByte('\n')
		for _, item := range f.value.items {
			line := item.inline()
			if item.kind == mapping && len(item.fields) == 1 {
				line = line[1 : len(line)-1] // NAME: {…}
			}
			b.WriteString("  - " + line + "\n")
		}
	}
	return []byte(b.String())
}

func (n *node) isMapping() bool { return n.kind == mapping }

// inline returns the value on one line.
func (n *node) inline() string {
	var parts []string
	switch n.kind {
	case empty:
		return "null"
	case text:
		return scalar(n.text)
	case list:
		for _, item := range n.items {
			parts = append(parts, item.inline())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case mapping:
		for _, f := range n.fields {
			parts = append(parts, scalar(f.name)+": "+f.value.inline())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return n.text
}

// bare are texts that need no quotes, but for those words that YAML takes for something else.
var bare = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]*$`)

var taken = []string{"true", "false", "null", "nan", "inf"}

// scalar returns a text as it is written, in double quotes where it needs some.
func scalar(s string) string {
	if bare.MatchString(s) && !slices.Contains(taken, strings.ToLower(s)) {
		return s
	}
	return string(compact(&node{kind: text, text: s}))
}
