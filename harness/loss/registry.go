package loss

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

var losses = []struct {
	name, doc string
	make      func(args []byte) (sp.Loss, error)
}{
	{"hamming", "share of wrong variables", plain(Hamming{Mean: true})},
	{"hamming-count", "number of wrong variables", plain(Hamming{})},
	{"weighted-hamming", "class-balanced, size-weighted share of wrong variables", plain(WeightedHamming{})},
	{"zero-one", "whether any variable is wrong; no oracle can be augmented by it", plain(ZeroOne{})},
	{"cost", `cost of the wrong variables; args {"matrix": [[0,1],[1,0]], "mean": false}: costs by true and predicted label, summed or their mean`, newCost},
}

// Doc returns what the loss of that name is, in a few words.
func Doc(name string) string {
	for _, l := range losses {
		if l.name == name {
			return l.doc
		}
	}
	return ""
}

// New returns the loss called name with its arguments, a JSON object or nothing. It
// is one for any number of labels unless [Fits] says otherwise.
func New(name string, args []byte) (sp.Loss, error) {
	for _, l := range losses {
		if l.name != name {
			continue
		}
		made, err := l.make(args)
		if err != nil {
			return nil, fmt.Errorf("loss: %s: %w", name, err)
		}
		return made, nil
	}
	return nil, fmt.Errorf("loss: no loss is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// Fits reports whether l is a loss for k labels.
func Fits(l sp.Loss, k int) error {
	if c, ok := l.(*Cost); ok {
		return c.fits(k)
	}
	return nil
}

// Share reports whether l is a share of what there is, in [0,1].
func Share(l sp.Loss) bool {
	switch l := l.(type) {
	case Hamming:
		return l.Mean
	case WeightedHamming, ZeroOne:
		return true
	}
	return false
}

// plain makes a loss without arguments.
func plain(l sp.Loss) func([]byte) (sp.Loss, error) {
	return func(args []byte) (sp.Loss, error) {
		if err := param.Decode(&struct{}{}, args); err != nil {
			return nil, fmt.Errorf("takes no arguments: %w", err)
		}
		return l, nil
	}
}

// Names returns the names that New knows.
func Names() []string {
	var names []string
	for _, l := range losses {
		names = append(names, l.name)
	}
	return names
}
