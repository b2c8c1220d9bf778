// Package spbench identifies results by the meaning of the sources that made them. [Sources]
// returns the sources of this program, and their methods the hashes:
//
//	spbench.Harness = harness.Sources
//	version := spbench.Sources().Harness()
//	decoder := spbench.Sources().Component(spbench.Decoder, "icm")
//
// The sources are embedded: a program hashes its own sources, after go run, go install and in a
// release alike, on any machine, without a checkout or Go at run time. Only programs import package
// harness, because it changes with each source.
//
// A [Tree] hashes syntax: the declarations that a result may depend on. It follows each name in
// them to the declarations of that name, across all packages of the module. A change to any other
// declaration leaves the hash as it is. If a name has several meanings, the tree follows all.
//
// A suite chooses components by name: oracles, losses, feature maps, decoders, metrics. The tree
// does not follow the lists of components. Each component has a hash of its own
// ([Tree.Component]), and so a new component changes no other hash.
//
// A fit depends on its learner ([Tree.Learner]), its data, its components and the parts of the
// harness around it ([Tree.Harness]). A score depends also on [Tree.Scoring], a decoder, and a
// metric.
package spbench

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"go/token"
	"go/version"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed go.mod contract.json
var embedded embed.FS

// around are the sources between a fit and its learner: they divide and prepare data, tune, serve
// oracles, keep fitted weights, and audit them.
var around = []string{
	"harness/internal/audit/*", "harness/internal/host/*", "harness/internal/host/confine/*",
	"harness/internal/host/fault/*", "harness/internal/host/find/*", "harness/internal/host/limit/*",
	"harness/internal/host/proc/*", "harness/internal/host/query/*", "harness/internal/stage/*",
	"harness/internal/wire/*", "harness/internal/wire/pb/*",
	"harness/serve/buffer.go", "harness/serve/serve.go", "harness/serve/session.go",
	"harness/internal/data/prepare/*", "harness/internal/data/split.go",
	"harness/internal/run/plan/configuration.go", "harness/internal/run/plan/fit.go",
	"harness/internal/run/plan/instances.go", "harness/internal/run/plan/texts.go",
	"harness/internal/run/fit/approximate.go",
	"harness/internal/run/fit/audit.go", "harness/internal/run/fit/extend.go",
	"harness/internal/run/fit/fit.go", "harness/internal/run/fit/outcome.go",
	"harness/internal/run/fit/prepare.go", "harness/internal/run/fit/process.go",
	"harness/internal/run/fit/resume.go", "harness/internal/run/fit/state.go",
	"harness/internal/run/fit/train.go", "harness/internal/run/fit/tune.go",
}

// scoring are the sources that predict and measure.
var scoring = []string{
	"harness/serve/predict.go", "harness/serve/predictall.go",
	"harness/internal/run/fit/score.go", "harness/internal/run/score/metric.go",
	"harness/internal/run/score/predictor.go", "harness/internal/run/score/remeasure.go",
	"harness/internal/run/score/rounds.go", "harness/internal/run/score/rows.go",
}

// derived are the sources of the cache of package data: superpixels and node scores.
var derived = []string{
	"harness/internal/superpixel/*", "harness/internal/classify/*", "harness/internal/jpeg/*",
	"harness/internal/data/raster/*",
	"harness/internal/data/gridimage.go", "harness/internal/data/horses.go",
	"harness/internal/data/labelcolours.go", "harness/internal/data/photograph.go",
	"harness/internal/data/pixelgraph.go", "harness/internal/data/scene.go",
	"harness/internal/data/unaries.go", "harness/internal/data/scoremap/*",
	"harness/internal/data/array/*",
}

// Derived returns the hash of the sources of the cache of package data.
var Derived = sync.OnceValue(func() string { return compiled(Sources().Syntax(derived...)) })

// Harness holds the sources of the folder harness: those of package harness. A program sets it
// before it asks for hashes.
var Harness fs.FS

// program holds the files of this program.
type program struct{}

func (program) Open(name string) (fs.File, error) {
	if in, ok := strings.CutPrefix(name, "harness/"); ok {
		return Harness.Open(in)
	}
	return embedded.Open(name)
}

// Sources returns the tree of this program's sources, without learners.
var Sources = sync.OnceValue(func() *Tree { return Learners(nil) })

// Learners returns the tree of this program's sources and of the learners in the folders of own.
func Learners(own fs.FS) *Tree { return NewTree(program{}, own) }

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
	Decoder: {"harness/decode", "kinds"}, Features: {"harness/feature", "kinds"},
	Loss:   {"harness/loss", "losses"},
	Metric: {"harness/internal/metric", "registry"}, Oracle: {"harness/oracle", "kinds"},
}

// chosen are the other components, by kind and name: code chooses them, instead of a registry.
var chosen = map[[2]string][]reference{
	{Oracle, "chain"}:        {{"harness/oracle", "NewChain"}},
	{Oracle, "tree"}:         {{"harness/oracle", "NewTree"}},
	{Oracle, "independent"}:  {{"harness/oracle", "NewIndependent"}},
	{Oracle, "binary"}:       {{"harness/oracle", "NewBinary"}},
	{Oracle, "elimination"}:  {{"harness/oracle", "NewElimination"}, {"harness/oracle", "wide"}},
	{Oracle, "assignment"}:   structured("Assignment"),
	{Oracle, "arborescence"}: structured("Arborescence"),
	{Oracle, "path"}:         structured("Path"),
	{Oracle, "cardinality"}:  structured("Cardinality"),
	{Oracle, "command"}:      structured("ByCommand"),
}

func structured(solver string) []reference {
	return []reference{{"harness/structure", "Counted"}, {"harness/structure", solver}}
}

// choosers are the declarations that choose among components, with names of components or of their
// parts. The tree does not follow these names there.
var choosers = map[reference][]string{
	{"harness/oracle", "New"}:         solvers,
	{"harness/oracle", "NewPool"}:     solvers,
	{"harness/oracle", "Pool"}:        solvers,
	{"harness/oracle", "Summable"}:    solvers,
	{"harness/oracle", "question"}:    solvers,
	{"harness/oracle", "table"}:       solvers,
	{"harness/oracle", "ofStructure"}: solvers,
	{"harness/structure", "New"}: {"Assignment", "Arborescence", "Path", "Cardinality",
		"ByCommand"},
	{"harness/structure", "Summable"}:     {"subsetLabelsOf", "commandName"},
	{"harness/serve", "session"}:          {"NewForecast"},
	{"harness/internal/metric", "Metric"}: {"Command", "Counts"},
}

var solvers = strings.Fields(
	"Chain NewChain Tree NewTree Independent NewIndependent Binary NewBinary " +
		"Elimination NewElimination Expansion NewExpansion Gibbs Plan wide")

// Component returns the hash of a component; "" if no component of that kind has the name.
func (t *Tree) Component(kind, name string) string {
	return t.cached(kind+":"+name, func() string {
		var entries []*declaration
		for _, r := range chosen[[2]string{kind, name}] {
			entries = append(entries, (*t.pkg(r.folder))[r.name]...)
		}
		if r, ok := registries[kind]; entries == nil && ok {
			t.pkg(r.folder)
			if d := t.listed[[2]string{kind, name}]; d != nil {
				entries = append(entries, d)
			}
		}
		if entries == nil {
			return ""
		}
		return hash(t.reached(entries, "", ""))[:16]
	})
}

// Components returns the hashes of all components, by KIND:NAME.
func (t *Tree) Components() map[string]string {
	names := slices.Collect(maps.Keys(chosen))
	t.mu.Lock()
	for _, r := range registries {
		t.pkg(r.folder)
	}
	names = slices.AppendSeq(names, maps.Keys(t.listed))
	t.mu.Unlock()
	all := map[string]string{}
	for _, name := range names {
		all[name[0]+":"+name[1]] = t.Component(name[0], name[1])
	}
	return all
}

// Harness returns the version of the harness around a fit, such as "contract-1", behind its
// [Arithmetic] unless that is the ordinary one. If the sources around fits differ from those of
// contract.json, their hash follows. It panics without contract.json.
//
// The version rises if the golden fits get other bits from other sources around them. contract.json
// holds it with the hash of these sources, [Tree.Around], and the digests of the golden fits, made
// by TestGoldenFits of harness/internal/run.
func (t *Tree) Harness() string {
	c := t.contract()
	version := "contract-" + strconv.Itoa(c.Version)
	if around := t.Around(); around != c.Sources {
		version += "-" + around
	}
	return compiled(version)
}

// Around returns the hash of the sources around a fit.
func (t *Tree) Around() string { return t.Syntax(around...)[:16] }

// A contract is a part of the file contract.json.
type contract struct {
	Version int
	Sources string
}

func (t *Tree) contract() (c contract) {
	text, err := fs.ReadFile(t.files, "contract.json")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		panic("spbench: " + err.Error()) // it is part of the program
	}
	return c
}

// Scoring returns the hash of the sources that predict and measure, besides decoders and metrics,
// behind their [Arithmetic] as that of Harness.
func (t *Tree) Scoring() string {
	return t.cached("score", func() string { return compiled(t.syntax(scoring)[:16]) })
}

// Syntax returns the hash of files of the module, given by patterns of [path.Match], and of the
// declarations they use in the packages below harness. It panics if a pattern matches no file.
func (t *Tree) Syntax(patterns ...string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.syntax(patterns)
}

// Learner returns two hashes of the learner in the folder plugins/NAME. fit is the hash of its
// sources for a fit, with Go's minor version. predict is that of its further sources for
// decoders of its own, by the method Predict; "" if there are none. Both begin with the
// [Arithmetic] as that of Harness. Learner panics if a package is missing.
func (t *Tree) Learner(name string) (fit, predict string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var entries []*declaration
	for _, entry := range []string{"Learner", "Main", "main"} {
		entries = append(entries, (*t.pkg("plugins/" + name))[entry]...)
	}
	built := func(sources string, digits int) string {
		sum := sha256.Sum256([]byte(version.Lang(runtime.Version()) + sources))
		return compiled(hex.EncodeToString(sum[:])[:digits])
	}
	fits, all := t.reached(entries, "", "Predict"), t.reached(entries, "", "")
	maps.DeleteFunc(all, func(d *declaration, _ bool) bool { return fits[d] })
	if len(all) > 0 {
		predict = built(hash(all), 16)
	}
	return built(hash(fits), 64), predict
}

// cached returns the hash of that name, made once.
func (t *Tree) cached(name string, hash func() string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.hashes[name]; !ok {
		t.hashes[name] = hash()
	}
	return t.hashes[name]
}

func (t *Tree) syntax(patterns []string) string {
	var entries []*declaration
	for _, pattern := range patterns {
		for _, list := range *t.read(path.Dir(pattern), path.Base(pattern)) {
			entries = append(entries, list...)
		}
	}
	return hash(t.reached(entries, "harness/internal/", ""))
}

// reached returns declarations and all that they use, directly or not. It does not follow names
// into folders that begin with closed, and it leaves out methods called without of types that
// predict. "" stands for none.
func (t *Tree) reached(from []*declaration, closed, without string) map[*declaration]bool {
	all, used := map[*declaration]bool{}, map[string]bool{}
	for queue := slices.Clone(from); len(queue) > 0; {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if all[d] || without != "" && d.method == without && d.predicts() {
			continue
		}
		all[d] = true
		uses := d.uses
		if !used[d.folder] {
			used[d.folder] = true
			uses = append(uses[:len(uses):len(uses)], reference{d.folder, ""})
		}
		for _, to := range uses {
			if closed != "" && strings.HasPrefix(to.folder, closed) {
				continue
			}
			next := (*t.pkg(to.folder))[to.name] // reads the package, and so its registry
			if !t.skipped[to] && !slices.Contains(choosers[reference{d.folder, d.name}], to.name) {
				queue = append(queue, next...)
			}
		}
	}
	return all
}

// predicts reports whether a method is that of a learner or of the process around it. Other types,
// such as a network, may have a method of the same name, and a fit may call it.
func (d *declaration) predicts() bool {
	return slices.Contains(d.uses, reference{"harness/sp", "Prediction"}) ||
		d.folder == "harness/serve" || strings.HasPrefix(d.folder, "harness/internal/wire")
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
			if e[at-1].Token == token.COLON && e[at-2].text != "Name" {
				continue // the exact oracle, which chooses among other components
			}
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
