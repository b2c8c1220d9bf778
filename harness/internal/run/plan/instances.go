package plan

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/sp"
)

// Instances are the instances of one fit, as its learner sees them.
type Instances struct {
	Train   []sp.Instance // with all labels
	Partial []sp.Instance // with labels outside a box, with a share of the labels, or without labels
	Test    []sp.Instance // to test on, without labels
	Gold    [][]int32     // labelings of Test; the learner never gets them
	Units   []int         // of Test: instances with the same number belong together

	// Set by [Instances.Prepared]:
	Dims       feature.Dims
	Map        sp.FeatureMap
	Seen       []int32             // weights of the map that exist, see feature.Seen; nil: all
	Vocabulary *prepare.Vocabulary // the columns of the dataset that became their columns
	Labels     prepare.Labels      // the labels of Train and Partial; Test and Gold have those of the dataset

	units []int         // of Train
	whole []sp.Instance // Train with its void variables
}

// Instances returns the instances of the fit with the labels that its split and suite grant. A
// training instance with all labels belongs to Train, also if it was drawn for another set. Void
// variables are cut out of training instances; one without other variables is left out.
func (f *Fit) Instances() (Instances, error) { return f.instances(f.split.Split) }

// instances is Instances on a split.
func (f *Fit) instances(s data.Split) (p Instances, err error) {
	d := f.Dataset.Data
	p.Train, p.Test = make([]sp.Instance, 0, len(s.Train)), make([]sp.Instance, 0, len(s.Test))
	cut := func(x sp.Instance, at int) sp.Instance {
		if d.Void {
			return prepare.Cut(x, d.Instances[at].Gold)
		}
		return x
	}
	add := func(at int, x sp.Instance) {
		switch {
		case d.Void && x.N() == 0:
		case x.Labelled():
			p.Train, p.units = append(p.Train, x), append(p.units, f.Dataset.units[at])
			p.whole = append(p.whole, d.Instances[at])
		default:
			p.Partial = append(p.Partial, x)
		}
	}
	for _, at := range s.Train {
		add(at, cut(d.Instances[at], at))
	}
	for _, at := range s.Boxes {
		add(at, cut(prepare.Box(d.Instances[at], d.Outside[at]), at))
	}
	for _, at := range s.Partial {
		x, err := prepare.Reveal(cut(d.Instances[at], at), f.split.labels, f.Seed.Split)
		if err != nil {
			return p, fmt.Errorf("plan: training set: %w", err)
		}
		add(at, x)
	}
	for _, at := range s.Test {
		x := d.Instances[at]
		p.Gold, p.Units = append(p.Gold, x.Gold), append(p.Units, f.Dataset.units[at])
		p.Test = append(p.Test, prepare.Hide(x))
	}
	if len(p.Train)+len(p.Partial) == 0 {
		return p, fmt.Errorf("plan: %s: all labels of the training set are void\nhint: spbench data check "+
			"shows which labels occur", d.Name)
	}
	return p, nil
}

// Folds returns the instances of the trials of tuning: one set for each fold, else one alone. A
// trial learns from Train and Partial and is scored on Test. Every instance of the training set is
// in one of K folds, drawn by the seed of tuning. If the split keeps groups together, folds do, too.
// There are at most as many folds as instances or groups. All learners have the same sets. hash is
// that of the last one.
func (f *Fit) Folds() (sets []Instances, hash string, err error) {
	t, s := f.Plan.Suite.Tune, f.split.Split
	if t.On != "" {
		s.Train, s.Test = f.split.alone, s.Dev
		p, err := f.instances(s)
		return []Instances{p}, SplitHash(s), err
	}
	p, err := f.Instances()
	if err != nil {
		return nil, "", err
	}
	classes := slices.Clone(p.units)
	for i := range classes {
		if !f.split.byGroup {
			classes[i] = i
		}
	}
	units := data.NewUnits(classes)
	if len(units) < 2 {
		return nil, "", fmt.Errorf("plan: tune: %d training instance cannot be divided", len(units))
	}
	stream := rand.New(rand.NewPCG(f.Seed.Tune, 0x74756e65)) // of its own
	folds := []data.Units{nil}
	if t.Folds > 0 {
		folds, err = units.Folds(min(t.Folds, len(units)), stream)
	} else {
		folds[0] = units.Share(int(math.Round(t.Fraction*float64(len(p.Train)))), stream)
	}
	for _, fold := range folds {
		set, train := p.Validation(fold.Things())
		sets = append(sets, set)
		hash = SplitHash(data.Split{Train: train, Test: fold.Things()})
	}
	return sets, hash, err
}

// Validation returns the instances of a trial of tuning: it is scored on some instances of Train,
// rest, and learns from the others. train and rest are ascending indices into Train.
func (p *Instances) Validation(rest []int) (v Instances, train []int) {
	v.Partial = p.Partial
	for i, x := range p.Train {
		if _, held := slices.BinarySearch(rest, i); !held {
			v.Train, train = append(v.Train, x), append(train, i)
			continue
		}
		whole := p.whole[i]
		v.Gold, v.Units = append(v.Gold, whole.Gold), append(v.Units, p.units[i])
		v.Test = append(v.Test, prepare.Hide(whole))
	}
	return v, train
}

// Prepared returns the instances with the labels and features that a fit has weights for, and
// standardised if the dataset asks for it, with their feature map. Labels that were found in the
// data, but not in the training instances, are removed from Train and Partial, and Predictor in
// package score removes them from Test. Sparse features that are missing from the
// training instances, or rarer than the dataset allows, are removed from all. The test instances
// have no influence.
func (p Instances) Prepared(d *Dataset) (_ Instances, err error) {
	if d.Data.Found {
		p.Labels = prepare.NewLabels(p.Training(), d.Data.K)
		p.Train, p.Partial = p.Labels.Apply(p.Train), p.Labels.Apply(p.Partial)
	}
	name, args := d.Features.Name, d.Features.Args
	lists := []*[]sp.Instance{&p.Train, &p.Partial, &p.Test}
	for i := 0; i < len(lists) && d.Data.Constrain != ""; i++ {
		labels := prepare.Pick(p.Labels, d.Data.Labels)
		if *lists[i], err = prepare.Constrain(*lists[i], labels, d.Data.Constrain); err != nil {
			return p, err
		}
	}
	v := new(prepare.Vocabulary)
	// groups of candidates are ranges of columns, and those of scores are labels
	if name != feature.CandidatesName && name != feature.ScoresName {
		v = prepare.NewVocabulary(p.Training(), d.Data.MinCount)
		for _, list := range lists {
			*list = v.Apply(*list)
		}
	}
	p.Vocabulary = v
	p.Dims = feature.Dims{
		K:    cmp.Or(len(p.Labels), d.Data.K),
		Node: v.Node.Width(d.Data.NodeWidth), Edge: v.Edge.Width(d.Data.EdgeWidth),
	}
	full, err := feature.New(name, args, p.Dims)
	if err != nil {
		return p, err
	}
	p.Seen = feature.Seen(full, p.Training())
	if p.Map, err = feature.NewSeen(name, args, p.Dims, p.Seen); err != nil {
		return p, err
	}
	if !d.Data.Standardise {
		return p, nil
	}
	s, err := prepare.NewScaling(p.Training())
	if err != nil {
		return p, err
	}
	for _, list := range lists {
		if *list, err = s.Apply(*list); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Weights returns how many weights of a fit score one feature: all of them, or none if they are
// hashed.
func (p *Instances) Weights() int {
	if l, ok := p.Map.(namedMap); ok {
		return l.Dim()
	}
	return 0
}

// A namedMap has a name for each weight.
type namedMap interface {
	Dim() int
	Weight(i int) feature.Weight
}

// Weight returns what weight i of a fit to prepared instances scores. Its Column is a column of the
// dataset, also if the fit has weights for some columns only. K and L are labels of the fit.
func (p *Instances) Weight(i int) feature.Weight {
	w := p.Map.(namedMap).Weight(i)
	if w.Arity > 0 {
		return w
	}
	columns := &p.Vocabulary.Node
	if w.Edge {
		columns = &p.Vocabulary.Edge
	}
	w.Column = columns.Source(w.Column)
	return w
}

// Training returns all training instances, in the order in which learners get them. The caller must
// not change them.
func (p *Instances) Training() []sp.Instance {
	if len(p.Partial) == 0 {
		return p.Train
	}
	return slices.Concat(p.Train, p.Partial)
}
