package spbench

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// module begins the import paths of the module's packages.
const module = "github.com/spbench/spbench/"

// A Tree computes hashes of the module's sources by syntax: tokens count, and comments, layout,
// file names, folders of packages, tests and documentation do not. Directives (//go:…), build
// constraints, assembly and embedded files count. A Tree is safe for concurrent use.
type Tree struct {
	files, plugins fs.FS // of the module, and of its folder plugins

	mu       sync.Mutex
	packages map[string]*syntax         // by folder
	versions map[string]string          // of modules, by path
	listed   map[[2]string]*declaration // components of registries, by kind and name
	skipped  map[reference]bool         // registries and the variables in them
	hashes   map[string]string          // made before
}

// NewTree returns the tree of a module's files and, in plugins, those of its folder plugins.
func NewTree(files, plugins fs.FS) *Tree {
	return &Tree{
		files: files, plugins: plugins, packages: map[string]*syntax{},
		listed: map[[2]string]*declaration{}, skipped: map[reference]bool{}, hashes: map[string]string{},
	}
}

// A syntax holds the declarations of a package by name: a type with its methods, and under ""
// the declarations that always count, such as init.
type syntax map[string][]*declaration

// A declaration is a function, a method, a type, a variable or a group of constants.
type declaration struct {
	folder, name, file string
	method             string // its name, if it is one
	sum                [sha256.Size]byte
	uses               []reference
	tokens             []lexeme // of a variable
	source             *source
}

// A reference names a declaration of a folder.
type reference struct{ folder, name string }

type lexeme struct {
	token.Token
	text string
}

// assembly names the declarations for files of other languages, used by functions without a body.
const assembly = ".s"

var other = strings.Fields(".s .S .c .cc .cpp .cxx .h .hh .hpp .m .f")

// pkg returns the syntax of the package in a folder. It panics if there is none.
func (t *Tree) pkg(folder string) *syntax {
	if s := t.packages[folder]; s != nil {
		return s
	}
	s := t.read(folder, "*")
	for _, list := range *s {
		for _, d := range list {
			d.uses = slices.DeleteFunc(d.uses,
				func(r reference) bool { return r.folder == folder && (*s)[r.name] == nil })
		}
	}
	t.packages[folder] = s
	t.list(folder, s)
	return s
}

// read returns the syntax of files in a folder that match a pattern. It panics if there is none.
func (t *Tree) read(folder, pattern string) *syntax {
	from, in := t.files, folder
	if name, ok := strings.CutPrefix(folder, "plugins/"); ok {
		from, in = t.plugins, name
	}
	entries, err := fs.ReadDir(from, in)
	s := &syntax{}
	for _, e := range entries {
		name := e.Name()
		foreign := slices.Contains(other, path.Ext(name))
		matches, wrong := path.Match(pattern, name)
		if !matches || path.Ext(name) != ".go" && !foreign || strings.HasSuffix(name, "_test.go") {
			err = cmp.Or(err, wrong)
			continue
		}
		text, failed := fs.ReadFile(from, path.Join(in, name))
		if failed != nil {
			panic("spbench: " + failed.Error())
		}
		f := &source{tree: t, from: from, folder: folder, in: in, name: name, into: s}
		if foreign {
			s.add(assembly, &declaration{folder: folder, name: assembly, file: name,
				sum: sha256.Sum256(text)})
		} else {
			f.read(text)
		}
	}
	if err != nil || len(*s) == 0 {
		panic("spbench: no sources are called " + folder + "/" + pattern)
	}
	return s
}

func (s *syntax) add(name string, d *declaration) { (*s)[name] = append((*s)[name], d) }

// A source is a Go file being read.
type source struct {
	tree             *Tree
	from             fs.FS
	folder, in, name string
	into             *syntax
	head             []byte            // counts with each declaration: constraints, other modules
	imports          map[string]string // paths by name
	always           []reference       // packages imported for their effects
}

func (f *source) read(text []byte) {
	f.imports = map[string]string{}
	for _, part := range strings.Split(strings.TrimSuffix(f.name, ".go"), "_")[1:] {
		if slices.Contains(platforms, part) {
			f.head = append(f.head, part...)
		}
	}
	for _, d := range split(scan(f.name, text), token.SEMICOLON) {
		at := slices.IndexFunc(d, func(l lexeme) bool { return l.Token != token.COMMENT })
		if at < 0 {
			continue
		}
		specs, whole := [][]lexeme{d[at+1:]}, d[:at+1:at+1]
		if len(d) > at+1 && d[at+1].Token == token.LPAREN && d[at].Token != token.FUNC {
			specs = split(d[at+2:len(d)-1], token.SEMICOLON)
		}
		switch d[at].Token {
		case token.PACKAGE:
			for _, l := range d[:at] {
				f.head = append(f.head, l.text...)
			}
		case token.IMPORT:
			for _, spec := range specs {
				f.addImport(spec)
			}
		case token.FUNC:
			name, method := function(d[at+1:])
			f.declare([]string{name}, d).method = method
		case token.CONST:
			var all []string
			for _, spec := range specs {
				all = append(all, names(spec)...)
			}
			f.declare(all, d)
		default:
			for _, spec := range specs {
				f.declare(names(spec), append(whole, spec...))
			}
		}
	}
}

// platforms are the words of file names that constrain a build.
var platforms = strings.Fields(
	"linux darwin windows freebsd netbsd openbsd js wasip1 amd64 arm64 386 " +
		"arm loong64 ppc64le riscv64 s390x wasm")

// silent lists modules without computations: their versions do not count.
var silent = []string{"google.golang.org/", "github.com/hashicorp/", "golang.org/x/sys/"}

func (f *source) addImport(spec []lexeme) {
	last := spec[len(spec)-1]
	imported, err := strconv.Unquote(last.text)
	if err != nil || spec[0].Token == token.PERIOD {
		panic("spbench: " + f.name + ": import " + last.text)
	}
	name := path.Base(imported)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(imported))
	}
	if spec[0].Token == token.IDENT {
		name = spec[0].text
	}
	first, _, _ := strings.Cut(imported, "/")
	folder, own := strings.CutPrefix(imported, module)
	switch {
	case imported == "C":
		panic("spbench: " + f.name + ": import \"C\": the hash would lack the C compiler and its flags")
	case own && name == "_":
		f.always = append(f.always, reference{folder, ""})
	case !own && strings.Contains(first, ".") &&
		!slices.ContainsFunc(silent, func(s string) bool { return strings.HasPrefix(imported, s) }):
		f.head = append(append(append(f.head, imported...), f.tree.version(imported)...), 0)
	default:
		f.imports[name] = imported
	}
}

// version returns the version, in go.mod, of the module of an imported package. It panics if go.mod
// replaces a module: a folder has no version.
func (t *Tree) version(imported string) string {
	if t.versions == nil {
		t.versions = map[string]string{}
		text, err := fs.ReadFile(t.files, "go.mod")
		if err != nil {
			panic("spbench: " + err.Error())
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "=>") {
				panic("spbench: go.mod: " + strings.TrimSpace(line) + ": the hash would lack these sources")
			}
			if words := strings.Fields(strings.TrimPrefix(line, "require")); len(words) > 1 {
				t.versions[words[0]] = words[1]
			}
		}
	}
	for ; imported != "."; imported = path.Dir(imported) {
		if v, ok := t.versions[imported]; ok {
			return v
		}
	}
	return ""
}

// declare adds the declaration of names with these tokens.
func (f *source) declare(names []string, tokens []lexeme) *declaration {
	if len(names) == 1 && names[0] == "_" {
		if i := slices.IndexFunc(tokens,
			func(l lexeme) bool { return l.text == "_" }); tokens[i+1].Token != token.ASSIGN {
			return nil // an assertion of a type
		}
		names = []string{""}
	}
	d := f.digest(tokens)
	if tokens[len(tokens)-1].Token != token.RBRACE &&
		slices.ContainsFunc(tokens, func(l lexeme) bool { return l.Token == token.FUNC }) {
		d.uses = append(d.uses, reference{f.folder, assembly}) // a function without a body
	}
	for i, name := range names {
		if i == 0 {
			d.name = name
		}
		f.into.add(name, d)
	}
	return d
}

// digest returns the declaration with these tokens.
func (f *source) digest(tokens []lexeme) *declaration {
	d := &declaration{folder: f.folder, file: f.name, source: f, uses: slices.Clone(f.always)}
	text := append(make([]byte, 0, 8*len(tokens)), f.head...)
	for i, l := range tokens {
		word := l.text
		switch {
		case l.Token == token.VAR:
			d.tokens = tokens
		case l.Token == token.COMMENT && strings.HasPrefix(word, "//go:embed "):
			word += f.embedded(strings.Fields(word)[1:])
		case l.Token != token.IDENT || i > 0 && tokens[i-1].Token == token.PERIOD: // of an operand's type
		case i+2 < len(tokens) && tokens[i+1].Token == token.PERIOD && f.imports[word] != "":
			imported := f.imports[word]
			if folder, own := strings.CutPrefix(imported, module); own {
				d.uses = append(d.uses, reference{folder, tokens[i+2].text})
				imported = path.Base(folder)
			}
			word = imported
		default:
			d.uses = append(d.uses, reference{f.folder, word})
		}
		if word == "" {
			word = l.String()
		}
		text = append(append(text, word...), 0)
	}
	d.sum = sha256.Sum256(text)
	slices.SortFunc(d.uses, func(a, b reference) int {
		return cmp.Or(strings.Compare(a.folder, b.folder), strings.Compare(a.name, b.name))
	})
	d.uses = slices.Compact(d.uses)
	return d
}

// embedded returns the hash of embedded files.
func (f *source) embedded(patterns []string) string {
	h := sha256.New()
	for _, pattern := range patterns {
		found, err := fs.Glob(f.from, path.Join(f.in, pattern))
		if err != nil || len(found) == 0 {
			panic("spbench: " + f.name + ": the sources lack " + pattern)
		}
		for _, name := range found {
			text, err := fs.ReadFile(f.from, name)
			if err != nil {
				panic("spbench: " + err.Error())
			}
			sum := sha256.Sum256(text)
			h.Write(sum[:])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// scan returns the tokens of a file without comments, except directives. Separators before a
// closing bracket, where layout decides, are left out.
func scan(name string, text []byte) (all []lexeme) {
	all = make([]lexeme, 0, len(text)/4)
	var s scanner.Scanner
	fail := func(at token.Position, what string) { panic("spbench: " + at.String() + ": " + what) }
	s.Init(token.NewFileSet().AddFile(name, -1, len(text)), text, fail, scanner.ScanComments)
	for {
		_, tok, word := s.Scan()
		switch {
		case tok == token.EOF:
			return all
		case tok == token.COMMENT:
			if !strings.HasPrefix(word, "//go:") || strings.HasPrefix(word, "//go:generate") {
				continue
			}
		case !tok.IsLiteral():
			word = ""
		}
		if n := len(all); (tok == token.RPAREN || tok == token.RBRACE) && n > 0 &&
			(all[n-1].Token == token.COMMA || all[n-1].Token == token.SEMICOLON) {
			all = all[:n-1]
		}
		all = append(all, lexeme{tok, word})
	}
}

// split divides tokens at the separators outside of brackets.
func split(all []lexeme, at token.Token) (parts [][]lexeme) {
	depth, from := 0, 0
	for i, l := range all {
		switch l.Token {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		case at:
			if depth == 0 {
				parts, from = append(parts, all[from:i]), i+1
			}
		}
	}
	if from < len(all) {
		parts = append(parts, all[from:])
	}
	return parts
}

// names returns the names that a specification declares.
func names(spec []lexeme) (all []string) {
	for len(spec) > 0 && spec[0].Token == token.COMMENT {
		spec = spec[1:]
	}
	for i := 0; i < len(spec) && spec[i].Token == token.IDENT; i += 2 {
		all = append(all, spec[i].text)
		if i+1 == len(spec) || spec[i+1].Token != token.COMMA {
			break
		}
	}
	return all
}

// function returns the name of a function, or the receiver's type and the name of a method. The
// name of init is "".
func function(d []lexeme) (name, method string) {
	if d[0].Token != token.LPAREN {
		if d[0].text == "init" {
			return "", ""
		}
		return d[0].text, ""
	}
	end := slices.IndexFunc(d, func(l lexeme) bool { return l.Token == token.RPAREN })
	for _, l := range d[:end] {
		if l.Token == token.LBRACK {
			break
		}
		if l.Token == token.IDENT {
			name = l.text
		}
	}
	return name, d[end+1].text
}

// hash returns the hash, in hex, of declarations in any order. Equal ones count once.
func hash(all map[*declaration]bool) string {
	var sums [][]byte
	for d := range all {
		sums = append(sums, d.sum[:])
	}
	slices.SortFunc(sums, bytes.Compare)
	sum := sha256.Sum256(bytes.Join(slices.CompactFunc(sums, bytes.Equal), nil))
	return hex.EncodeToString(sum[:])
}
