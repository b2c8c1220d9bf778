package format

import (
	"fmt"
	"strings"
)

// A lexicon numbers the features made by templates from tokens. Two features are equal if the texts
// of their templates and their tokens are. A feature needs no text: it is a chain of numbered
// pairs, (((pattern, token), token), …, token). The number of the last pair is the column.
type lexicon struct {
	tokens   dictionary
	patterns dictionary
	pairs    map[uint64]int32 // a pattern with some of its tokens, after all patterns
	node     map[uint64]int32 // columns of features of variables
	edge     map[uint64]int32
	before   []int32 // tokens 1, 2, … lines before a sentence
	after    []int32
}

// noToken ends the chain of a template without macros.
const noToken = 1<<32 - 1

func newLexicon(templates []template) *lexicon {
	x := &lexicon{
		tokens:   newDictionary(),
		patterns: newDictionary(),
		pairs:    map[uint64]int32{}, node: map[uint64]int32{}, edge: map[uint64]int32{},
	}
	for _, t := range templates {
		x.patterns.of([]byte(t.pattern))
		for _, m := range t.macros {
			for i := len(x.before); i < max(m.row, -m.row); i++ {
				x.before = append(x.before, x.tokens.of(fmt.Appendf(nil, "_B-%d", i+1)))
				x.after = append(x.after, x.tokens.of(fmt.Appendf(nil, "_B+%d", i+1)))
			}
		}
	}
	return x
}

// A tokenised is the tokens of a sentence by their numbers, width of them in each line: one for
// each source of the templates.
type tokenised struct {
	tokens []int32
	width  int
}

func (s *tokenised) lines() int { return len(s.tokens) / s.width }

// token returns the token of macro m at line i of s.
func (x *lexicon) token(s *tokenised, i int, m macro) int32 {
	i += m.row
	switch n := s.lines(); {
	case i < 0:
		return x.before[-i-1]
	case i >= n:
		return x.after[i-n]
	}
	return s.tokens[i*s.width+m.at]
}

// feature returns the column of the feature of template t at line i of s.
func (x *lexicon) feature(t *template, s *tokenised, i int) int32 {
	at, last := x.patterns.number[t.pattern], uint64(noToken)
	for j, m := range t.macros {
		if j > 0 {
			at = number(x.pairs, uint64(at)<<32|last, int32(len(x.patterns.number)))
		}
		last = uint64(uint32(x.token(s, i, m)))
	}
	columns := x.node
	if t.edge {
		columns = x.edge
	}
	return number(columns, uint64(at)<<32|last, 0)
}

// names returns the texts of the features in columns. O(size).
func (x *lexicon) names(columns map[uint64]int32) []string {
	patterns, tokens := x.patterns.names(), x.tokens.names()
	pairs, names := make([]uint64, len(x.pairs)), make([]string, len(columns))
	for key, n := range x.pairs {
		pairs[int(n)-len(patterns)] = key
	}
	for key, column := range columns {
		var list []string // tokens, the last one first
		at := -1
		for at < 0 {
			if last := uint32(key); last != noToken {
				list = append(list, tokens[last])
			}
			if at = int(key >> 32); at >= len(patterns) {
				key, at = pairs[at-len(patterns)], -1
			}
		}
		var text strings.Builder
		for i, part := range strings.Split(patterns[at], "\x00") {
			if i > 0 {
				text.WriteString(list[len(list)-i])
			}
			text.WriteString(part)
		}
		names[column] = text.String()
	}
	return names
}

// number returns the number of key. New keys get consecutive numbers starting at first.
func number(of map[uint64]int32, key uint64, first int32) int32 {
	k, known := of[key]
	if !known {
		k = first + int32(len(of))
		of[key] = k
	}
	return k
}
