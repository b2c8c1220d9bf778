package plan

import (
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
)

// Decoders describes the shared decoders, and the choice among decoders by tuning.
func Decoders() []param.Entry {
	return append(decode.Entries(), param.Entry{Name: suite.Best, Params: []param.Parameter{},
		Doc: "of the decoders before it, the one with the best validation score in tuning"})
}

// catalogue lists the names that the suite may use: the built-in ones and those of its learners.
func catalogue(learners map[string]*Learner) suite.Catalogue {
	c := suite.Catalogue{
		"feature map": feature.Entries(), "loss": loss.Entries(), "metric": metric.Entries(),
		"decoder": Decoders(), "oracle": oracle.Entries(),
	}
	for _, d := range data.Names() {
		e := param.Entry{Name: d.Name, Accept: d.Accept}
		if d.Accept == nil {
			e.Params = append([]param.Parameter{}, d.Params...)
		}
		c["dataset"] = append(c["dataset"], e)
	}
	for _, name := range slices.Sorted(maps.Keys(learners)) {
		c["learner"] = append(c["learner"], learners[name].Entry(name))
	}
	return c
}

// Entry describes the learner to the suite. A learner that did not start accepts any parameters.
func (l *Learner) Entry(name string) param.Entry {
	if l.Err != nil {
		return param.Entry{Name: name, Accept: func([]byte) error { return nil }}
	}
	e := param.Entry{Name: name, Params: append([]param.Parameter{}, l.About.Parameters...)}
	for _, d := range l.About.Decoders {
		if _, shared := decode.Lookup(d.Name); !shared {
			e.Decoders = append(e.Decoders, param.Entry{Name: d.Name, Params: d.Parameters})
		}
	}
	return e
}
