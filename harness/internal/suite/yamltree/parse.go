package yamltree

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

// Bounds on a file. The time of the YAML parser is quadratic in the entries of one mapping, and its
// stack grows with the nesting.
const (
	MaxBytes  = 1 << 20 // see [Parser.Tree]
	maxTokens = 20_000
	maxDepth  = 32
)

// A Parser reads the text of a file and collects its mistakes.
type Parser struct {
	Source *Source
	Errs   []*Error
}

// Fail adds a mistake. The hint may be "".
func (p *Parser) Fail(at Pos, hint, format string, args ...any) {
	p.Errs = append(p.Errs, p.Source.Mistake(at, hint, format, args...))
}

// Tree returns the tree of a text, at most [MaxBytes] long; nil after a mistake.
func (p *Parser) Tree(content []byte) *Node {
	if len(content) > MaxBytes {
		p.Fail(Pos{1, 1}, "", "the file is larger than 1 MiB: this is not a suite")
		return nil
	}
	if !p.printable() {
		return nil
	}
	tokens := lexer.Tokenize(string(content))
	if !p.plain(tokens) {
		return nil
	}
	file, err := parse(tokens)
	if err != nil {
		p.syntax(err)
		return nil
	}
	docs := slices.DeleteFunc(file.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	switch {
	case len(docs) == 0:
		p.Fail(Pos{1, 1}, "it needs at least datasets and learners", "the file is empty")
		return nil
	case len(docs) > 1:
		p.Fail(posOf(docs[1].Start), "", "a suite is one document: write a file for each")
		return nil
	}
	root := p.convert(docs[0].Body)
	if len(p.Errs) > 0 {
		return nil
	}
	return root
}

// parse calls the YAML parser. A panic of the parser becomes an error.
func parse(tokens token.Tokens) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the YAML parser cannot read this file: %v", r)
		}
	}()
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

// printable reports text that is not UTF-8, and control characters.
func (p *Parser) printable() bool {
	for l, line := range p.Source.Lines {
		column := 1
		for i, c := range line {
			switch {
			case c == utf8.RuneError && !strings.HasPrefix(line[i:], "\uFFFD"):
				p.Fail(Pos{l + 1, column}, "save the file as UTF-8", "this is not UTF-8")
				return false
			case c < ' ' && c != '\t' && (c != '\r' || i < len(line)-1), c == 0x7f, c == 0xfeff:
				p.Fail(Pos{l + 1, column}, "delete it", "invalid character %U", c)
				return false
			}
			column++
		}
	}
	return true
}

// plain reports the parts of YAML that suites do not use, and files too large or too deep for the
// parser.
func (p *Parser) plain(tokens token.Tokens) bool {
	depth, line, dashes := 0, 0, 0
	for i, tk := range tokens {
		at := posOf(tk)
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
			p.Fail(at, hint, "%s", tk.Error)
			return false
		}
		switch {
		case i >= maxTokens:
			what = fmt.Sprintf("more than %d YAML tokens: this is not a suite", maxTokens)
		case depth > maxDepth || dashes > maxDepth:
			what = fmt.Sprintf("nested deeper than %d levels", maxDepth)
		}
		if what != "" {
			p.Fail(at, "", "%s", what)
			return false
		}
	}
	return true
}

// syntax reports an error of the YAML parser.
func (p *Parser) syntax(err error) {
	var e interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &e) && e.GetToken() != nil {
		p.Fail(posOf(e.GetToken()), "", "%s", e.GetMessage())
		return
	}
	p.Fail(Pos{1, 1}, "", "%v", err)
}

// posOf returns the position of a token.
func posOf(tk *token.Token) Pos {
	if tk == nil || tk.Position == nil {
		return Pos{1, 1}
	}
	return Pos{tk.Position.Line, tk.Position.Column}
}

// convert returns the node of a value. Its depth is bounded, by plain in flow style and by the size
// of the file in block style.
func (p *Parser) convert(n ast.Node) *Node {
	if n == nil {
		return &Node{At: Pos{1, 1}}
	}
	tk := n.GetToken()
	v := &Node{At: posOf(tk), Text: tk.Value}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		v.Kind = Boolean
	case *ast.LiteralNode:
		v.Kind, v.Text = Text, n.Value.Value
	case *ast.StringNode:
		v.Kind = Text
		if tk.Type == token.StringType {
			p.number(v) // the parser takes 1e-3 for a text
			if before, after, ok := strings.Cut(v.Text, ","); ok && digits(before) && digits(after) {
				p.comma(v.At, before, after)
			}
		}
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		if v.Kind = Text; !p.number(v) {
			p.Fail(v.At, "write a decimal number such as 10, 0.01 or 1e-2, or quote a text",
				"%s is not a decimal number", Quote(v.Text))
		}
	case *ast.SequenceNode:
		v.Kind = List
		for _, item := range n.Values {
			v.Items = append(v.Items, p.convert(item))
		}
	case *ast.MappingNode:
		v.Kind = Mapping
		p.mapping(v, n.Values)
		if !n.IsFlowStyle && len(v.Fields) > 0 { // the place of the parser is the first colon
			v.At = v.Fields[0].At
		}
	default:
		p.Fail(v.At, "", "a %s is not part of a suite", n.Type())
	}
	return v
}

func (p *Parser) mapping(v *Node, entries []*ast.MappingValueNode) {
	seen := map[string]Pos{}
	for _, entry := range entries {
		key := entry.Key.GetToken()
		f := Field{Name: key.Value, At: posOf(key)}
		if old, twice := seen[f.Name]; twice {
			p.Fail(f.At, "delete one of them", "duplicate key %s (first on line %d)", Quote(f.Name),
				old.Line)
		}
		seen[f.Name] = f.At
		f.Value = p.convert(entry.Value)
		if f.Value.Kind == Empty { // it has no place of its own
			f.Value.At = f.At
			if n := len(v.Fields); n > 0 && digits(f.Name) && p.afterComma(f.At) {
				if last := v.Fields[n-1].Value; last.Kind == Number && digits(last.Text) {
					p.comma(last.At, last.Text, f.Name)
				}
			}
		}
		v.Fields = append(v.Fields, f)
	}
}

// comma reports a decimal comma.
func (p *Parser) comma(at Pos, whole, fraction string) {
	p.Fail(at, "write "+whole+"."+fraction+", or quote a text",
		"%s,%s has a decimal comma: a number has a point", whole, fraction)
}

// afterComma reports whether a comma is the character before the place.
func (p *Parser) afterComma(at Pos) bool {
	line := []rune(p.Source.Lines[at.Line-1])
	return at.Column > 1 && at.Column-2 < len(line) && line[at.Column-2] == ','
}

// digits reports whether a text is a whole number without a sign.
func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// decimal matches a decimal number, finite or too large.
var decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*|[0-9]*\.[0-9]+|[0-9]+\.)([eE][-+]?[0-9]+)?$`)

// number makes v a number if its text is one. It reports a number that is not finite.
func (p *Parser) number(v *Node) bool {
	if !decimal.MatchString(v.Text) {
		return false
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || math.IsInf(f, 0) {
		p.Fail(v.At, "", "the number %s is not finite: it is too large", Quote(v.Text))
	}
	v.Kind, v.Number = Number, f
	return true
}
