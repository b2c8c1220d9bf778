// Package yamltree reads a YAML file into a tree of nodes with their places, and reports mistakes
// at these places. It also writes trees, as YAML and as canonical JSON.
//
// YAML is read strictly: keys are unique, numbers are decimal and finite, and there are no anchors,
// aliases, tags or further documents.
package yamltree

import (
	"slices"
	"strconv"
)

// A Kind is the type of a value.
type Kind int

// Kinds of values. An Empty value is a key without one.
const (
	Empty Kind = iota
	Boolean
	Number
	Text
	List
	Mapping
)

// A Node is a value in a file.
type Node struct {
	Kind   Kind
	At     Pos
	Text   string  // of a scalar: as written, of a text without quotes
	Number float64 // of a number
	Items  []*Node // of a list
	Fields []Field // of a mapping, in the order of the file
}

// A Field is one key of a mapping with its value.
type Field struct {
	Name  string
	At    Pos // of the key
	Value *Node
}

// Int returns the node of a whole number.
func Int(v int) *Node { return &Node{Kind: Number, Text: strconv.Itoa(v), Number: float64(v)} }

// String returns the node of a text.
func String(text string) *Node { return &Node{Kind: Text, Text: text} }

// Field returns a field of a mapping; nil if it lacks the key.
func (n *Node) Field(key string) *Field {
	for i := range n.Fields {
		if n.Fields[i].Name == key {
			return &n.Fields[i]
		}
	}
	return nil
}

// Find returns the value of a key of a mapping; nil if it lacks the key.
func (n *Node) Find(key string) *Node {
	if f := n.Field(key); f != nil {
		return f.Value
	}
	return nil
}

// Set sets the value of a key of a mapping, and adds the key if needed.
func (n *Node) Set(key string, v *Node) {
	if f := n.Field(key); f != nil {
		f.Value = v
		return
	}
	n.Fields = append(n.Fields, Field{Name: key, Value: v})
}

// Unset removes a key from a mapping.
func (n *Node) Unset(key string) {
	n.Fields = slices.DeleteFunc(n.Fields, func(f Field) bool { return f.Name == key })
}

// Describe returns the value for a message, such as "the number 3" or "a list".
func (n *Node) Describe() string {
	switch n.Kind {
	case Boolean:
		return n.Text
	case Number:
		return "the number " + n.Text
	case Text:
		return "the text " + Quote(n.Text)
	case List:
		return "a list"
	case Mapping:
		return "a mapping"
	}
	return "nothing"
}
