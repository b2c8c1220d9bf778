package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A scanner reads JSON values from one line. Unlike a general decoder it reads arrays of numbers
// without allocating a value for each. Its errors give the expected value and the column.
type scanner struct {
	b  []byte
	at int
}

// peek skips spaces and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// wanted returns the error for an unexpected next value.
func (s *scanner) wanted(what string) error {
	if s.peek(); s.at >= len(s.b) {
		return fmt.Errorf("column %d: want %s, but the line ends", s.at+1, what)
	}
	rest := s.b[s.at:min(s.at+20, len(s.b))]
	if i := bytes.IndexAny(rest[1:], ",]}: \t"); i >= 0 {
		rest = rest[:i+1]
	}
	return fmt.Errorf("column %d: want %s, got %s", s.at+1, what,
		bytes.ToValidUTF8(rest, []byte("?")))
}

// take reads c, called what in errors.
func (s *scanner) take(c byte, what string) error {
	if s.peek() != c {
		return s.wanted(what)
	}
	s.at++
	return nil
}

// list reads an array. It calls each before every value, and each reads the value. open describes
// the array in errors.
func (s *scanner) list(open string, each func() error) error {
	if err := s.take('[', open); err != nil {
		return err
	}
	if s.peek() == ']' {
		s.at++
		return nil
	}
	for {
		if err := each(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.at++
		case ']':
			s.at++
			return nil
		default:
			return s.wanted(`"," or "]"`)
		}
	}
}

// object reads an object. It calls each with every key, and each reads its value. The key is valid
// until then.
func (s *scanner) object(open string, each func(key []byte) error) error {
	if err := s.take('{', open); err != nil {
		return err
	}
	if s.peek() == '}' {
		s.at++
		return nil
	}
	for {
		key, err := s.text("a name in quotes")
		if err == nil {
			err = s.take(':', `":"`)
		}
		if err == nil {
			err = each(key)
		}
		if err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.at++
		case '}':
			s.at++
			return nil
		default:
			return s.wanted(`"," or "}"`)
		}
	}
}

// end returns an error if anything follows the last value.
func (s *scanner) end() error {
	if s.peek(); s.at < len(s.b) {
		return s.wanted("the end of the line")
	}
	return nil
}

// word reads one of the words true, false and null if it comes next.
func (s *scanner) word(word string) bool {
	if s.peek() == word[0] && bytes.HasPrefix(s.b[s.at:], []byte(word)) {
		s.at += len(word)
		return true
	}
	return false
}

func (s *scanner) boolean() (bool, error) {
	switch {
	case s.word("true"):
		return true, nil
	case s.word("false"):
		return false, nil
	}
	return false, s.wanted("true or false")
}

// text reads a string. Without escapes it shares memory with the line.
func (s *scanner) text(what string) ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.wanted(what)
	}
	begin := s.at
	escaped := false
	for i := begin + 1; i < len(s.b); i++ {
		switch c := s.b[i]; {
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			s.at = i
			return nil, fmt.Errorf("column %d: a control character within quotes", i+1)
		case c == '"':
			s.at = i + 1
			return unquote(s.b[begin:s.at], escaped)
		}
	}
	return nil, fmt.Errorf("column %d: the quotes are not closed", begin+1)
}

func unquote(quoted []byte, escaped bool) ([]byte, error) {
	if !escaped {
		return quoted[1 : len(quoted)-1], nil
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return nil, fmt.Errorf("%s: %w", quoted, err)
	}
	const lost = "\uFFFD" // written as such, or instead of half of a surrogate pair
	written := strings.Count(strings.ToLower(string(quoted)), `\ufffd`)
	if strings.Count(text, lost) > written+bytes.Count(quoted, []byte(lost)) {
		return nil, fmt.Errorf("%s has half of a pair of \\u escapes, so a character is lost", quoted)
	}
	return []byte(text), nil
}
