package loss

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// losses lists the losses by name: the loss itself, or a function to make it if it has
// arguments.
var losses = []struct {
	name, doc string
	plain     sp.Loss
	new       func() withArgs
}{
	{"hamming", "share of wrong variables", Hamming{Mean: true}, nil},
	{"hamming-count", "number of wrong variables", Hamming{}, nil},
	{"weighted-hamming", "class-balanced, size-weighted share of wrong variables",
		WeightedHamming{}, nil},
	{"boundary-count",
		"number of wrong variables among those with a neighbour of another true label", Boundary{}, nil},
	{"zero-one", "whether any variable is wrong; no oracle can be augmented by it", ZeroOne{}, nil},
	{"regret", "true cost above that of the truth, for data with costs; the hinge loss is then SPO+",
		Regret{}, nil},
	{"cost", "cost of the wrong variables", nil, func() withArgs { return new(Cost) }},
}

// A withArgs is a loss with arguments: its exported fields, with the tags of [param.Decode].
type withArgs interface {
	sp.Loss
	// Check returns an error if the arguments are invalid.
	Check() error
}

// New returns the loss called name with its arguments, a JSON object or nothing. It is valid
// for any number of labels unless [Fits] returns an error.
func New(name string, args []byte) (sp.Loss, error) {
	for _, l := range losses {
		if l.name != name {
			continue
		}
		if l.new == nil {
			if err := param.Decode(&struct{}{}, args); err != nil {
				return nil, fmt.Errorf("loss: %s: takes no arguments: %w", name, err)
			}
			return l.plain, nil
		}
		made := l.new()
		err := param.Decode(made, args)
		if err == nil {
			err = made.Check()
		}
		if err != nil {
			return nil, fmt.Errorf("loss: %s: %w", name, err)
		}
		return made, nil
	}
	return nil, fmt.Errorf("loss: no loss is called %q; there are %s", name,
		strings.Join(Names(), ", "))
}

// Entries describes all losses.
func Entries() (all []param.Entry) {
	for _, l := range losses {
		e := param.Entry{Name: l.name, Doc: l.doc, Accept: func(args []byte) error {
			_, err := New(l.name, args)
			return err
		}}
		if l.new != nil {
			e.Params = param.Of(l.new())
		}
		all = append(all, e)
	}
	return all
}

// Fits returns an error if l is not a loss for k labels. It asks the method Fits of l, if there
// is one.
func Fits(l sp.Loss, k int) error {
	if l, ok := l.(interface{ Fits(k int) error }); ok {
		return l.Fits(k)
	}
	return nil
}

// Share reports whether l is a share, in [0,1]. It asks the method Share of l, if there is one.
func Share(l sp.Loss) bool {
	s, ok := l.(interface{ Share() bool })
	return ok && s.Share()
}

// Names returns the names of all losses.
func Names() []string {
	var names []string
	for _, l := range losses {
		names = append(names, l.name)
	}
	return names
}
