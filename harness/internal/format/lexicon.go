package format

import "fmt"

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
		tokens:   dictionary{number: map[string]int32{}},
		patterns: dictionary{number: map[string]int32{}},
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

// A tokenised is the tokens of a sentence by their numbers, width columns in each line.
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
	return s.tokens[i*s.width+m.column]
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

// number returns the number of key. New keys get consecutive numbers starting at first.
func number(of map[uint64]int32, key uint64, first int32) int32 {
	k, known := of[key]
	if !known {
		k = first + int32(len(of))
		of[key] = k
	}
	return k
}
