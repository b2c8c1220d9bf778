// Package origin has the builds of learner and spbench behind the fits of a table. It compares them
// with the latest builds.
package origin

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
)

// An Origin names the builds behind fits: the part "build" of their identity, and
// [record.HarnessHash] of it.
type Origin struct {
	Learner string `json:"learner"`
	Harness string `json:"harness"`
	Fits    int    `json:"fits"`
	// Differs lists the sides of [record.SourceOf] with other sources than the latest fit: "build"
	// (of this learner), "harness", or "score" (other scores chose the parameters). A fit kept on
	// demand has the sides with other sources than the build of that day.
	Differs []string `json:"differs,omitempty"`
}

// A Latest holds the latest fits of a table. They have its current builds.
type Latest struct {
	part    map[string]*record.Fit // the last fit with that part in its identity
	learner map[string]*record.Fit // the last fit of each learner
}

// NewLatest returns the latest of the fits.
func NewLatest(fits map[record.Place]*record.Fit) Latest {
	l := Latest{part: map[string]*record.Fit{}, learner: map[string]*record.Fit{}}
	for _, f := range fits {
		l.learner[f.Learner] = later(l.learner[f.Learner], f)
		for part := range f.Identity {
			if record.SourceOf(part) != "" {
				l.part[part] = later(l.part[part], f)
			}
		}
	}
	return l
}

// later returns the fit with the later record; a may be nil.
func later(a, b *record.Fit) *record.Fit {
	if a != nil && cmp.Or(a.Times.Appended.Compare(b.Times.Appended),
		cmp.Compare(a.Key, b.Key)) > 0 {
		return a
	}
	return b
}

// currentAt returns the part of the current build's identity when f was appended.
func currentAt(f *record.Fit, part string) string {
	if is, ok := f.Kept[part]; ok {
		return is
	}
	return f.Identity[part]
}

// Origin returns the builds behind f, with their differences from the latest.
func (l Latest) Origin(f *record.Fit) Origin {
	o := Origin{Learner: f.Identity["build"], Harness: record.HarnessHash(f.Identity), Fits: 1}
	if o.Learner != currentAt(l.learner[f.Learner], "build") {
		o.Differs = append(o.Differs, "build")
	}
	add := func(part, is string) {
		side := record.SourceOf(part)
		if side != "build" && is != f.Identity[part] && !slices.Contains(o.Differs, side) {
			o.Differs = append(o.Differs, side)
		}
	}
	for part := range f.Identity {
		if latest := l.part[part]; latest != nil {
			add(part, currentAt(latest, part))
		}
	}
	for part, is := range f.Kept {
		add(part, is)
	}
	slices.Sort(o.Differs)
	return o
}

// differences words a side that differs from the latest fit.
var differences = map[string]string{
	"build":   "a different build of the learner than the latest",
	"harness": "a different spbench than the latest",
	"score":   "parameters chosen by other scores than the table's",
}

// Describe says how the builds differ from the latest; "" if they do not.
func (o Origin) Describe() string {
	var what []string
	for _, part := range o.Differs {
		what = append(what, differences[part])
	}
	return strings.Join(what, ", ")
}
