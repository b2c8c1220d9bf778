package decode

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A Decoder reads predictions off scores. Its exported fields are its arguments,
// with the tags of [param.Decode]. It may keep buffers and is not for concurrent use.
type Decoder interface {
	// Decode fills out from the scores p of an instance, which the caller has
	// restricted to what is known of it. The slices of out are reused; what the
	// decoder does not give is nil. The error wraps errors.ErrUnsupported where the
	// instance needs an oracle that there is not.
	Decode(out *sp.Prediction, p *sp.Potentials, h Help) error
}

// A Help is what a decoder may use besides the scores.
type Help struct {
	// Solver returns the instance's solver for these scores; the error wraps
	// errors.ErrUnsupported where there is none.
	Solver func() (sp.Solver, error)
	// Key is that of the noise, the same for all decoders of an instance.
	Key perturb.Key
	// Shape is that of the instance: rows and columns of an image grid, else 0, 0.
	Shape [2]int
}

// A Kind is a decoder by name.
type Kind struct {
	Name string
	Doc  string // a phrase
	// Oracle says that it asks for an oracle, and is as exact as that.
	Oracle bool
	// Approximate names the algorithm of one that is approximate whatever oracles there are, for notes under tables. One that
	// has no test of standing still, and so never sets [sp.Prediction.Unsettled], says that it takes the sweeps it is given.
	Approximate string

	new func() Decoder // with default arguments
}

// kinds are all decoders, in the order in which they are listed.
var kinds = []Kind{
	mapKind, mpmKind, perturbKind, icmKind, icmIterKind, locpmapKind, lbpKind, trwKind, meanfieldKind, gibbsKind, annealingKind, cutKind, expansionKind,
}

// Kinds returns all decoders. The caller owns the slice.
func Kinds() []Kind { return slices.Clone(kinds) }

// Lookup returns the kind of that name; false if there is none.
func Lookup(name string) (Kind, bool) {
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], true
	}
	return Kind{}, false
}

// Entries describes all decoders.
func Entries() (all []param.Entry) {
	for _, k := range kinds {
		all = append(all, param.Entry{Name: k.Name, Doc: k.Doc, Params: param.Of(k.new())})
	}
	return all
}

// New returns the decoder of that name with its arguments set from args, a JSON
// object or nothing.
func New(name string, args []byte) (Decoder, error) {
	k, ok := Lookup(name)
	if !ok {
		names := make([]string, len(kinds))
		for i, k := range kinds {
			names[i] = k.Name
		}
		return nil, fmt.Errorf("decode: %w", param.Unknown("decoder", name, names))
	}
	d := k.new()
	if err := param.Decode(d, args); err != nil {
		return nil, fmt.Errorf("decode: decoder %q: %w", name, err)
	}
	if c, ok := d.(interface{ check() error }); ok {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("decode: decoder %q: %w", name, err)
		}
	}
	return d, nil
}
