package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
)

// An Origin says by which builds of its learner and of spbench fits were made: the
// part "build" of their identity, and [record.HarnessHash] of it.
type Origin struct {
	Learner string `json:"learner"`
	Harness string `json:"harness"`
	Fits    int    `json:"fits"`
	// Differs lists the sides of [record.SourceOf] whose sources are not those of the latest fit: "build"
	// (of this learner), "harness", and "score" if other scores chose the parameters. For a fit kept
	// on demand it lists the sides that were not those of the build at hand.
	Differs []string `json:"differs,omitempty"`
}

// Latest are the builds that a table is held against: those at hand when the last
// record was appended.
type Latest struct {
	part    map[string]*record.Fit // of the last one with that part in its identity
	learner map[string]*record.Fit // of the last one of each learner
}

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

// later returns the one of two fits that was appended later; a may be nil.
func later(a, b *record.Fit) *record.Fit {
	if a != nil && cmp.Or(a.Times.Appended.Compare(b.Times.Appended), cmp.Compare(a.Key, b.Key)) > 0 {
		return a
	}
	return b
}

// atHand returns the part of an identity as it was when f was appended.
func atHand(f *record.Fit, part string) string {
	if is, ok := f.Kept[part]; ok {
		return is
	}
	return f.Identity[part]
}

// Origin returns by what f was made, and in what that is not the latest.
func (l Latest) Origin(f *record.Fit) Origin {
	b := Origin{Learner: f.Identity["build"], Harness: record.HarnessHash(f.Identity), Fits: 1}
	if b.Learner != atHand(l.learner[f.Learner], "build") {
		b.Differs = append(b.Differs, "build")
	}
	add := func(part, is string) {
		side := record.SourceOf(part)
		if side != "build" && is != f.Identity[part] && !slices.Contains(b.Differs, side) {
			b.Differs = append(b.Differs, side)
		}
	}
	for part := range f.Identity {
		if latest := l.part[part]; latest != nil {
			add(part, atHand(latest, part))
		}
	}
	for part, is := range f.Kept {
		add(part, is)
	}
	slices.Sort(b.Differs)
	return b
}

// origins counts the fits of a cell by what they were made by.
func origins(entries []*Entry) (all []Origin) {
	for _, e := range entries {
		if e.Origin.Fits == 0 {
			continue
		}
		same := func(b Origin) bool {
			return b.Learner == e.Origin.Learner && b.Harness == e.Origin.Harness && slices.Equal(b.Differs, e.Origin.Differs)
		}
		if at := slices.IndexFunc(all, same); at >= 0 {
			all[at].Fits++
		} else {
			all = append(all, e.Origin)
		}
	}
	return all
}

// unlike words what is not that of the latest fit.
var unlike = map[string]string{
	"build":   "another build of the learner than the latest",
	"harness": "another spbench than the latest",
	"score":   "parameters chosen by other scores than the table's",
}

// Describe words what of the fits is not that of the latest; "" for nothing.
func (b Origin) Describe() string {
	var what []string
	for _, part := range b.Differs {
		what = append(what, unlike[part])
	}
	return strings.Join(what, ", ")
}

// mixed words which fits of a cell were not made by the latest builds; "" for none.
func mixed(cell *Cell) string {
	var texts []string
	for _, b := range cell.Origins {
		if len(b.Differs) == 0 {
			continue
		}
		texts = append(texts, fmt.Sprintf("%d of %d fits by %s (%s)", b.Fits, cell.Planned, b.Describe(), b.short()))
	}
	return strings.Join(texts, "; ")
}

// short returns the starts of the hashes, which tell builds apart.
func (b Origin) short() string {
	kind, hash, _ := strings.Cut(b.Learner, ":")
	return fmt.Sprintf("%s:%.8s, harness %.8s", kind, hash, b.Harness)
}

// csvOrigins returns the builds of a cell in one field, each with its fits.
func csvOrigins(list []Origin) string {
	var texts []string
	for _, b := range list {
		texts = append(texts, fmt.Sprintf("%d of %s, harness:%s", b.Fits, b.Learner, b.Harness))
	}
	return strings.Join(texts, "; ")
}

// noteStale says how many fits the table leaves out because others were scored by
// other sources, which no table mixes.
func (t *Table) noteStale(entries []Entry) {
	stale := map[record.Place]bool{}
	for i := range entries {
		if entries[i].Stale {
			stale[entries[i].Place()] = true
		}
	}
	if len(stale) > 0 {
		t.caution("Warning: %d fits are left out, since another spbench scored them than scored the rest: run the suite again, which scores them without fitting them.", len(stale))
	}
}
