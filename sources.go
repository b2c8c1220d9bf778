// Package spbench knows the sources of the harness that it was built with, so
// that results of other sources are not taken for results of these.
//
// The sources are embedded: what is hashed is what was compiled, for go run, an
// installed program and a release alike, on any machine, without a checkout or Go
// at run time. Comments count, tests do not.
//
// There are two sides. The fit side is all that a fit depends on besides its
// learner and its data: how the data are divided and prepared, what a learner is told and by which
// messages, oracles, noise, features, losses, the audit of what it claims. (The
// audit belongs here because the dual variables that it needs are gone after the
// fit.) A hash of the data stands for readers and generators. The score side makes the numbers of a table from what was fitted: shared
// decoders and metrics. Where only the score side has changed, what was fitted is
// scored again.
//
// The sources of learners are on no side: each learner has a hash of its own, [LearnerHash].
package spbench

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:embed harness/sp/*.go harness/feature/*.go harness/loss/*.go harness/perturb/*.go harness/maxflow/*.go harness/elementary/*.go harness/kernel/*.go harness/kernel/*.s harness/oracle/*.go
//go:embed internal/audit/*.go harness/likelihood/*.go harness/inorder/*.go harness/local/*.go harness/messages/*.go
//go:embed internal/data/mask.go internal/data/split.go internal/data/standardise.go internal/data/vocabulary.go
//go:embed internal/wire/*.go internal/wire/pb/*.go internal/wire/learner.proto internal/host/*.go internal/stage/*.go harness/serve/*.go
//go:embed internal/bench/audit.go internal/bench/execute.go internal/bench/extend.go internal/bench/family.go internal/bench/fit.go internal/bench/inexact.go internal/bench/keptfile.go internal/bench/parts.go internal/bench/process.go internal/bench/recall.go internal/bench/saved.go internal/bench/tune.go
//go:embed internal/metric/*.go harness/decode/*.go harness/partition/*.go internal/bench/score.go internal/bench/reveal.go internal/bench/remeasure.go internal/bench/command.go
var sources embed.FS

// derived are the sources of what package data caches: superpixels and node scores.
//
//go:embed internal/superpixel/*.go internal/classify/*.go internal/data/images.go internal/data/imagepairs.go
//go:embed internal/data/labelcolours.go internal/data/maskedimage.go internal/data/photograph.go internal/data/resample.go internal/data/scene.go internal/data/segments.go internal/data/unaries.go
var derived embed.FS

// scoring matches the sources of the score side; all others are of the fit side.
var scoring = []string{"internal/metric/*.go", "harness/decode/*.go", "harness/partition/*.go", "internal/bench/score.go", "internal/bench/reveal.go", "internal/bench/remeasure.go", "internal/bench/command.go"}

// FitSide returns the hash, in hex, of the sources that fits depend on, behind their [Arithmetic] if that is not the ordinary one.
var FitSide = sync.OnceValue(func() string { return compiled(sum(sources, func(name string) bool { return !scores(name) })) })

// ScoreSide returns the hash, in hex, of the sources that scores depend on besides, behind their [Arithmetic] too.
var ScoreSide = sync.OnceValue(func() string { return compiled(sum(sources, scores)) })

// Derived returns the hash, in hex, of the sources of what package data caches: values that other sources computed may
// differ. Behind their [Arithmetic] too.
var Derived = sync.OnceValue(func() string { return compiled(sum(derived, func(string) bool { return true })) })

// sum returns the SHA-256 over the path, the length and the text of each source that is
// chosen, in the order of the paths.
func sum(from embed.FS, chosen func(name string) bool) string {
	h := sha256.New()
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || !chosen(name) {
			return err
		}
		text, err := from.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		panic("spbench: " + err.Error()) // it is part of the program
	}
	return hex.EncodeToString(h.Sum(nil))
}

// scores reports whether a source is of the score side.
func scores(name string) bool {
	for _, pattern := range scoring {
		if ok, err := path.Match(pattern, name); err != nil {
			panic("spbench: " + err.Error())
		} else if ok {
			return true
		}
	}
	return false
}
