package decode

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A Decoder makes predictions from scores. Its exported fields are its arguments, with the tags
// of [param.Decode]. It may keep buffers and is not safe for concurrent use.
type Decoder interface {
	// Decode fills out from the scores p of an instance. The caller has already restricted p to
	// the known labels. The slices of out are reused; parts the decoder does not compute are
	// nil. The error wraps errors.ErrUnsupported if the instance needs an oracle and there is
	// none.
	Decode(out *sp.Prediction, p *sp.Potentials, h Help) error
}

// A Help holds the resources of a decoder besides the scores.
type Help struct {
	// Solver returns the instance's solver for these scores; the error wraps
	// errors.ErrUnsupported if there is none.
	Solver func() (sp.Solver, error)
	// Key is the key of the noise, the same for all decoders of an instance.
	Key perturb.Key
	// Shape is the instance's: rows and columns of an image grid, else 0, 0.
	Shape [2]int
	// Loss is the one to learn for. Instance has its sizes, and no gold labels.
	Loss     sp.Loss
	Instance *sp.Instance
}

// A Kind is an entry of the registry of decoders.
type Kind struct {
	Name string
	Doc  string // a phrase
	// Oracle reports that the decoder needs an oracle, and is as exact as the oracle.
	Oracle bool
	// Approximate names the algorithm, for notes under tables, if it is approximate with any
	// oracle. If it has no test of convergence, and so never sets [sp.Prediction.NotConverged],
	// the text says that it always makes the given number of sweeps.
	Approximate string
	// Sparse: most marginals are zero by intent. They have no log-loss.
	Sparse bool
	// Sums: it reads scores as logarithms of probabilities, unless its rule is max. Multiples of the
	// scores have other predictions.
	Sums bool
	// Structures: it decodes instances with a structure too, into members.
	Structures bool
	// Factors: it moves single labels, and so serves factors of three and four variables. Decoders
	// of structures do so, too, where their oracle does.
	Factors bool

	new func() Decoder // with default arguments
}

// kinds lists all decoders, in the order of listings.
var kinds = []Kind{
	mapKind, mpmKind, expectedLossKind, perturbKind, sparsemapKind, icmKind, icmIterKind,
	locpmapKind, lbpKind, trwKind,
	meanfieldKind, partclampKind, gibbsKind, annealingKind, cutKind, expansionKind,
	qpboKind,
}

// Kinds returns all decoders. The caller owns the slice.
func Kinds() []Kind { return slices.Clone(kinds) }

// Lookup returns the kind with a name; false if there is none.
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

// New returns the decoder called name with its arguments set from args, a JSON
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
	if !k.Structures {
		return graphs{d, k}, nil
	}
	return d, nil
}
