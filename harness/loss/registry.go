package loss

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

var losses = []struct {
	name, doc string
	loss      sp.Loss
}{
	{"hamming", "share of wrong variables", Hamming{Mean: true}},
	{"hamming-count", "number of wrong variables", Hamming{}},
	{"weighted-hamming", "class-balanced, size-weighted share of wrong variables", WeightedHamming{}},
	{"zero-one", "whether any variable is wrong; no oracle can be augmented by it", ZeroOne{}},
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

// New returns the loss called name. None takes arguments so far: args must be
// empty or an empty JSON object.
func New(name string, args []byte) (sp.Loss, error) {
	for _, l := range losses {
		if l.name != name {
			continue
		}
		if err := noArguments(args); err != nil {
			return nil, fmt.Errorf("loss: %s takes no arguments, got %s: %w", name, args, err)
		}
		return l.loss, nil
	}
	return nil, fmt.Errorf("loss: no loss is called %q; there are %s", name, strings.Join(Names(), ", "))
}

func noArguments(args []byte) error {
	if len(bytes.TrimSpace(args)) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&struct{}{}); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one JSON value")
	}
	return nil
}

// Names returns the names that New knows.
func Names() []string {
	var names []string
	for _, l := range losses {
		names = append(names, l.name)
	}
	return names
}
