package run

import (
	"context"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
)

// catalogue lists what the suite may name: all that is built in, and what its
// learners say of themselves.
func (p *Plan) catalogue() suite.Catalogue {
	c := suite.Catalogue{
		Features: feature.Entries(), Losses: loss.Entries(), Metrics: metric.Entries(), Decoders: decode.Entries(), Oracles: oracle.Entries(),
	}
	for _, d := range data.Names() {
		e := param.Entry{Name: d.Name, Accept: d.Accept}
		if d.Accept == nil {
			e.Params = append([]param.Parameter{}, d.Params...)
		}
		c.Datasets = append(c.Datasets, e)
	}
	for _, name := range slices.Sorted(maps.Keys(p.learners)) {
		c.Learners = append(c.Learners, p.learners[name].entry(name))
	}
	return c
}

// NewCatalogue lists all that a suite may name: what is built in, and the learners that are found by name. One that does not start is
// there with any parameters.
func NewCatalogue(ctx context.Context, o Options) suite.Catalogue {
	p := &Plan{learners: map[string]*learner{}}
	for _, name := range find.Names(o.find()) {
		l := new(learner)
		if l.source, l.err = find.Learner(name, o.find()); l.err == nil {
			l.about, l.err = askAlone(ctx, l.source)
		}
		if l.err != nil {
			o.note("%v", l.err)
		}
		p.learners[name] = l
	}
	return p.catalogue()
}

// entry describes the learner to the suite. Of one that does not start nothing
// is known, so nothing that the suite says of it can be held against it.
func (l *learner) entry(name string) param.Entry {
	if l.err != nil {
		return param.Entry{Name: name, Accept: func([]byte) error { return nil }}
	}
	e := param.Entry{Name: name, Params: append([]param.Parameter{}, l.about.Parameters...)}
	for _, o := range own(l.about.Decoders) {
		e.Decoders = append(e.Decoders, param.Entry{Name: o.Name, Params: o.Params})
	}
	return e
}

// own returns the decoders that are not shared decoders.
func own(all []wire.Decoder) (own []wire.Decoder) {
	for _, o := range all {
		if _, shared := decode.Lookup(o.Name); !shared {
			own = append(own, o)
		}
	}
	return own
}
