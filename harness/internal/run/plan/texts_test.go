package plan

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// TestTexts: texts are part of the fits of learners that ask for them, and of no others. Those get
// the names of the labels and features of the fit.
func TestTexts(t *testing.T) {
	rows := sp.Rows{N: 2, D: 3, Start: []int32{0, 1, 2}, Index: []int32{0, 2}}
	fit := func(asks bool, word string) *Fit {
		x := sp.Instance{K: 3, Gold: []int32{0, 2}, Node: rows, Texts: []string{"He", word}}
		l := &suite.Learner{Spec: suite.Spec{Name: "own"},
			Decoders: []suite.Decoder{{Spec: suite.Spec{Name: "map"}}}}
		p := &Plan{Suite: &suite.Suite{Learners: []suite.Learner{*l}}}
		p.Learners = map[string]*Learner{"own": {
			Source: find.Source{Identity: "build"}, About: wire.Description{Texts: asks}}}
		d := &Dataset{Spec: &suite.Dataset{}, Data: &data.Dataset{K: 3, Hash: "content",
			Labels: []string{"A", "B", "C"}, Instances: []sp.Instance{x}}}
		d.featureNames = func() ([]string, error) {
			return []string{"w=He", "w=she", "w=" + word}, nil
		}
		return newConfiguration(p, d, 0, &Split{}, l, newIdentityTexts(p, d)).fit(record.Seed(1))
	}
	if fit(false, "goes").Key != fit(false, "Goes").Key ||
		fit(true, "goes").Key == fit(true, "Goes").Key {
		t.Error("texts must be part of the fits of learners that ask for them only")
	}
	f := fit(true, "goes")
	train := f.Dataset.Data.Instances
	p := &Instances{Labels: prepare.NewLabels(train, 3), Vocabulary: prepare.NewVocabulary(train, 1),
		Dims: feature.Dims{Node: 2}}
	names, err := p.Names(f)
	if err != nil || !slices.Equal(names.Labels, []string{"A", "C"}) ||
		!slices.Equal(names.Features, []string{"w=He", "w=goes"}) {
		t.Errorf("names %v, %v", names, err)
	}
	if names, err := p.Names(fit(false, "goes")); names != nil || err != nil {
		t.Errorf("a learner that does not ask gets %v, %v", names, err)
	}
}
