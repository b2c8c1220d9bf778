package suite

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Bounds on a suite file. The YAML parser's time is quadratic in the entries of
// one mapping and its stack grows with the nesting.
const (
	maxBytes  = 1 << 20
	maxTokens = 20_000
	maxDepth  = 32
)

// A kind is the type of a value.
type kind int

const (
	empty kind = iota
	boolean
	number
	text
	list
	mapping
)

// A node is a value in the file.
type node struct {
	kind   kind
	at     Pos
	text   string // as written; of a text: what it says
	number float64
	items  []*node
	fields []field
}

// A field is one key of a mapping with its value.
type field struct {
	name  string
	at    Pos
	value *node
}

// A reader collects mistakes while it reads.
type reader struct {
	source *source
	errs   []*Error
}

func (r *reader) fail(at Pos, hint, format string, args ...any) {
	r.errs = append(r.errs, r.source.mistake(at, hint, format, args...))
}

// tree returns the mapping that the text is, or nil after a mistake.
func (r *reader) tree(content []byte) *node {
	if len(content) > maxBytes {
		r.fail(Pos{1, 1}, "", "the file is larger than 1 MiB: this is not a suite")
		return nil
	}
	if !r.printable() {
		return nil
	}
	tokens := lexer.Tokenize(string(content))
	if !r.plain(tokens) {
		return nil
	}
	file, err := parse(tokens)
	if err != nil {
		r.syntax(err)
		return nil
	}
	docs := slices.DeleteFunc(file.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	switch {
	case len(docs) == 0:
		r.fail(Pos{1, 1}, "it needs at least datasets and learners", "the file is empty")
		return nil
	case len(docs) > 1:
		r.fail(place(docs[1].Start), "", "a suite is one document: write a file for each")
		return nil
	}
	root := r.node(docs[0].Body)
	if len(r.errs) > 0 {
		return nil
	}
	return root
}

// parse calls the YAML parser; should it panic, the file is refused.
func parse(tokens token.Tokens) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the YAML parser cannot read this file: %v", p)
		}
	}()
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

// printable refuses what is no text.
func (r *reader) printable() bool {
	for l, line := range r.source.lines {
		column := 1
		for i, c := range line {
			switch {
			case c == utf8.RuneError && !strings.HasPrefix(line[i:], "\uFFFD"):
				r.fail(Pos{l + 1, column}, "save the file as UTF-8", "this is not UTF-8")
				return false
			case c < ' ' && c != '\t' && (c != '\r' || i < len(line)-1), c == 0x7f, c == 0xfeff:
				r.fail(Pos{l + 1, column}, "delete it", "invalid character %U", c)
				return false
			}
			column++
		}
	}
	return true
}

// plain refuses the parts of YAML that a suite does without, and nesting and
// sizes that the parser would choke on.
func (r *reader) plain(tokens token.Tokens) bool {
	depth, line, dashes := 0, 0, 0
	for i, tk := range tokens {
		at := place(tk)
		if at.Line != line {
			line, dashes = at.Line, 0
		}
		what := ""
		switch tk.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			what = "anchors and aliases are not part of a suite: write the value out"
		case token.TagType:
			what = "tags are not part of a suite: quote a text instead"
		case token.DirectiveType:
			what = "directives are not part of a suite"
		case token.MappingKeyType:
			what = `keys after "?" are not part of a suite: write key: value`
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			dashes++
		case token.InvalidType:
			hint := ""
			if strings.Contains(tk.Error, "'\t'") {
				hint = "use spaces: YAML does not indent by tabs"
			}
			r.fail(at, hint, "%s", tk.Error)
			return false
		}
		switch {
		case i >= maxTokens:
			what = fmt.Sprintf("more than %d YAML tokens: this is not a suite", maxTokens)
		case depth > maxDepth || dashes > maxDepth:
			what = fmt.Sprintf("nested deeper than %d levels", maxDepth)
		}
		if what != "" {
			r.fail(at, "", "%s", what)
			return false
		}
	}
	return true
}

// syntax reports what the YAML parser says.
func (r *reader) syntax(err error) {
	var e interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &e) && e.GetToken() != nil {
		r.fail(place(e.GetToken()), "", "%s", e.GetMessage())
		return
	}
	r.fail(Pos{1, 1}, "", "%v", err)
}

func place(tk *token.Token) Pos {
	if tk == nil || tk.Position == nil {
		return Pos{1, 1}
	}
	return Pos{tk.Position.Line, tk.Position.Column}
}

// node converts a value, whose depth plain has bounded for flow style and the
// file's size for block style.
func (r *reader) node(n ast.Node) *node {
	if n == nil {
		return &node{at: Pos{1, 1}}
	}
	tk := n.GetToken()
	v := &node{at: place(tk), text: tk.Value}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		v.kind = boolean
	case *ast.LiteralNode:
		v.kind, v.text = text, n.Value.Value
	case *ast.StringNode:
		v.kind = text
		if tk.Type == token.StringType {
			r.number(v) // such as 1e-3, which the parser takes for a text
			if before, after, ok := strings.Cut(v.text, ","); ok && digits(before) && digits(after) {
				r.comma(v.at, before, after)
			}
		}
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		if v.kind = text; !r.number(v) {
			r.fail(v.at, "write a decimal number such as 10, 0.01 or 1e-2, or quote a text", "%s is not a decimal number", quote(v.text))
		}
	case *ast.SequenceNode:
		v.kind = list
		for _, item := range n.Values {
			v.items = append(v.items, r.node(item))
		}
	case *ast.MappingNode:
		v.kind = mapping
		r.mapping(v, n.Values)
		if !n.IsFlowStyle && len(v.fields) > 0 { // the parser names the first colon
			v.at = v.fields[0].at
		}
	default:
		r.fail(v.at, "", "a %s is not part of a suite", n.Type())
	}
	return v
}

func (r *reader) mapping(v *node, entries []*ast.MappingValueNode) {
	seen := map[string]Pos{}
	for _, entry := range entries {
		key := entry.Key.GetToken()
		f := field{name: key.Value, at: place(key)}
		if old, twice := seen[f.name]; twice {
			r.fail(f.at, "delete one of them", "duplicate key %s (first on line %d)", quote(f.name), old.Line)
		}
		seen[f.name] = f.at
		f.value = r.node(entry.Value)
		if f.value.kind == empty { // which has no place of its own
			f.value.at = f.at
			if n := len(v.fields); n > 0 && digits(f.name) && r.afterComma(f.at) {
				if last := v.fields[n-1].value; last.kind == number && digits(last.text) {
					r.comma(last.at, last.text, f.name)
				}
			}
		}
		v.fields = append(v.fields, f)
	}
}

// comma reports a number with a decimal comma.
func (r *reader) comma(at Pos, whole, fraction string) {
	r.fail(at, fmt.Sprintf("write %s.%s, or quote a text", whole, fraction), "%s,%s has a decimal comma: a number has a point", whole, fraction)
}

// afterComma reports whether a comma is the character before the place.
func (r *reader) afterComma(at Pos) bool {
	line := []rune(r.source.lines[at.Line-1])
	return at.Column > 1 && at.Column-2 < len(line) && line[at.Column-2] == ','
}

// digits reports whether a text is a whole number without a sign.
func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

var decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*|[0-9]*\.[0-9]+|[0-9]+\.)([eE][-+]?[0-9]+)?$`)

// number makes v a number if its text is one, and reports a number that is not
// finite.
func (r *reader) number(v *node) bool {
	if !decimal.MatchString(v.text) {
		return false
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.IsInf(f, 0) {
		r.fail(v.at, "", "the number %s is not finite: it is too large", quote(v.text))
	}
	v.kind, v.number = number, f
	return true
}
