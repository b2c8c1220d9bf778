package spbench

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"go/token"
	"go/version"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

//go:embed go.mod harness/*/*.go harness/*/*.s internal/*/*.go internal/wire/pb/*.go
var embedded embed.FS

// Sources returns the tree of this program's sources, without learners.
var Sources = sync.OnceValue(func() *Tree { return NewTree(embedded, nil) })

// Learners returns the tree of this program's sources and of the learners in the folders of own.
func Learners(own fs.FS) *Tree { return NewTree(embedded, own) }

// Kinds of components.
const (
	Decoder  = "decoder"
	Features = "features"
	Loss     = "loss"
	Metric   = "metric"
	Oracle   = "oracle"
)

// registries are the lists of components, by kind.
var registries = map[string]reference{
	Decoder: {"harness/decode", "kinds"}, Loss: {"harness/loss", "losses"},
	Metric: {"internal/metric", "registry"}, Oracle: {"harness/oracle", "kinds"},
}

// chosen are the other components, by kind and name: code chooses them, and not a registry.
var chosen = map[[2]string][]reference{
	{Features, "linear"}:    {{"harness/feature", "NewLinear"}},
	{Oracle, "chain"}:       {{"harness/oracle", "NewChain"}},
	{Oracle, "tree"}:        {{"harness/oracle", "NewTree"}},
	{Oracle, "independent"}: {{"harness/oracle", "NewIndependent"}},
	{Oracle, "binary"}:      {{"harness/oracle", "NewBinary"}},
	{Oracle, "elimination"}: {{"harness/oracle", "NewElimination"}, {"harness/oracle", "wide"}},
}

// choosers are the declarations that choose among components, with names of components or of their
// parts. The tree does not follow these names there.
var choosers = map[reference][]string{
	{"harness/feature", "New"}:     {"NewLinear"},
	{"harness/oracle", "New"}:      solvers,
	{"harness/oracle", "NewPool"}:  solvers,
	{"harness/oracle", "Pool"}:     solvers,
	{"harness/oracle", "Summable"}: solvers,
	{"internal/metric", "Metric"}:  {"Command", "Counts"},
}

var solvers = strings.Fields("Chain NewChain Tree NewTree Independent NewIndependent Binary NewBinary Elimination NewElimination Expansion NewExpansion Gibbs plan wide")

// Component returns the hash of a component; "" if no component of that kind has the name.
func (t *Tree) Component(kind, name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var entries []*declaration
	for _, r := range chosen[[2]string{kind, name}] {
		entries = append(entries, (*t.pkg(r.folder))[r.name]...)
	}
	if entries != nil {
		return t.reached(entries)[:16]
	}
	r, ok := registries[kind]
	if !ok {
		return ""
	}
	t.pkg(r.folder)
	if entry := t.listed[[2]string{kind, name}]; entry != nil {
		return t.reached([]*declaration{entry})[:16]
	}
	return ""
}

// Learner returns the hash of the learner in the folder plugins/NAME: its [Arithmetic] unless that
// is the ordinary one, Go's minor version, its sources and what they use. It panics if a package
// is missing.
func (t *Tree) Learner(name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*declaration
	for _, list := range *t.pkg("plugins/" + name) {
		all = append(all, list...)
	}
	sum := sha256.Sum256([]byte(version.Lang(runtime.Version()) + t.reached(all)))
	return compiled(hex.EncodeToString(sum[:]))
}

// Syntax returns the hash of the files of the module that match a pattern of [path.Match], and of
// nothing that they use. It panics if a pattern matches no file.
func (t *Tree) Syntax(patterns ...string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := map[*declaration]bool{}
	for _, pattern := range patterns {
		before := len(all)
		for _, list := range *t.pkg(path.Dir(pattern)) {
			for _, d := range list {
				if ok, err := path.Match(path.Base(pattern), d.file); err != nil {
					panic("spbench: " + err.Error())
				} else if ok {
					all[d] = true
				}
			}
		}
		if len(all) == before {
			panic("spbench: no sources are called " + pattern)
		}
	}
	return hash(all)
}

// reached returns the hash of declarations and of all that they use, directly or not.
func (t *Tree) reached(from []*declaration) string {
	all, used := map[*declaration]bool{}, map[string]bool{}
	for queue := slices.Clone(from); len(queue) > 0; {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if all[d] {
			continue
		}
		all[d] = true
		if !used[d.folder] {
			used[d.folder] = true
			queue = append(queue, (*t.pkg(d.folder))[""]...)
		}
		for _, to := range d.uses {
			next := (*t.pkg(to.folder))[to.name] // reads the package, and so its registry
			if !t.skipped[to] && !slices.Contains(choosers[reference{d.folder, d.name}], to.name) {
				queue = append(queue, next...)
			}
		}
	}
	return hash(all)
}

// list reads the registry of a package, if there is one: each element is a component, known by the
// first string in it or in the variable that it names.
func (t *Tree) list(folder string, s *syntax) {
	for kind, r := range registries {
		if r.folder != folder {
			continue
		}
		t.skipped[r] = true
		registry := (*s)[r.name][0]
		for _, e := range split(inBraces(registry.tokens), token.COMMA) {
			entry := registry.source.digest(e)
			if len(e) == 1 {
				t.skipped[reference{folder, e[0].text}] = true
				entry = (*s)[e[0].text][0]
				e = entry.tokens
			}
			at := slices.IndexFunc(e, func(l lexeme) bool { return l.Token == token.STRING })
			t.listed[[2]string{kind, strings.Trim(e[at].text, "\"")}] = entry
		}
	}
}

// inBraces returns the tokens in the last braces.
func inBraces(all []lexeme) []lexeme {
	depth := 0
	for i := len(all) - 1; i >= 0; i-- {
		switch all[i].Token {
		case token.RBRACE:
			depth++
		case token.LBRACE:
			if depth--; depth == 0 {
				return all[i+1 : len(all)-1]
			}
		}
	}
	return nil
}
