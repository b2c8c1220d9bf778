package yamltree

import (
	"regexp"
	"slices"
	"strings"
)

// Write returns a mapping as YAML, with one line for each key and for each item of its lists.
func (n *Node) Write() []byte {
	var b strings.Builder
	for _, f := range n.Fields {
		b.WriteString(scalar(f.Name) + ":")
		if f.Value.Kind != List || len(f.Value.Items) == 0 || !slices.ContainsFunc(f.Value.Items,
			func(n *Node) bool { return n.Kind == Mapping }) {
			b.WriteString(" " + f.Value.inline() + "\n")
			continue
		}
		b.WriteByte('\n')
		for _, item := range f.Value.Items {
			line := item.inline()
			if item.Kind == Mapping && len(item.Fields) == 1 {
				line = line[1 : len(line)-1] // NAME: {…}
			}
			b.WriteString("  - " + line + "\n")
		}
	}
	return []byte(b.String())
}

// inline returns the value on one line.
func (n *Node) inline() string {
	var parts []string
	switch n.Kind {
	case Empty:
		return "null"
	case Text:
		return scalar(n.Text)
	case List:
		for _, item := range n.Items {
			parts = append(parts, item.inline())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Mapping:
		for _, f := range n.Fields {
			parts = append(parts, scalar(f.Name)+": "+f.Value.inline())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return n.Text
}

// bare matches texts without need of quotes, apart from the reserved words.
var bare = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]*$`)

var reserved = []string{"true", "false", "null", "nan", "inf"}

// scalar returns a text as YAML, in double quotes if needed.
func scalar(s string) string {
	if bare.MatchString(s) && !slices.Contains(reserved, strings.ToLower(s)) {
		return s
	}
	return string(JSON(&Node{Kind: Text, Text: s}))
}
