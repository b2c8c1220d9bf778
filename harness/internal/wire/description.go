package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
	"google.golang.org/protobuf/proto"
)

// A Description describes a learner: its name, its parameters and its decoders.
type Description struct {
	Name       string            `json:"name"`
	Doc        string            `json:"doc"`              // one sentence
	Source     string            `json:"source,omitempty"` // the publication
	Parameters []param.Parameter `json:"parameters"`
	Decoders   []Decoder         `json:"decoders"`
	// Resumable says when its fits can resume: [sp.Always], or like a parameter's When, such as
	// "solver=sgd".
	Resumable string `json:"resumable,omitempty"`
	// Probabilities says in the same form when scores have the scale of log-probabilities.
	Probabilities string `json:"probabilities,omitempty"`
	Texts         bool   `json:"texts,omitempty"` // whether it reads texts and names
}

// A Decoder is a way to predict, such as "map".
type Decoder struct {
	Name       string            `json:"name"`
	Doc        string            `json:"doc"`
	Parameters []param.Parameter `json:"parameters,omitempty"` // its arguments
}

// FromDescription encodes d.
func FromDescription(d *Description) *pb.Description { return encode[pb.Description](d) }

// ToDescription decodes and checks the description of a learner.
func ToDescription(m *pb.Description) (Description, error) {
	if n := proto.Size(m); n > mostDescribed {
		return Description{}, fmt.Errorf("wire: a description of %d bytes; at most %d are allowed\n"+
			"hint: shorten its texts and lists of values", n, mostDescribed)
	}
	d := decode[Description](m)
	clean(&d.Name, &d.Doc, &d.Source, &d.Resumable, &d.Probabilities)
	if d.Name == "" {
		return d, errors.New("wire: description without a name")
	}
	if err := checkParameters(d.Parameters); err != nil {
		return d, err
	}
	names := map[string]bool{}
	for i := range d.Decoders {
		o := &d.Decoders[i]
		clean(&o.Name, &o.Doc)
		if err := checkParameters(o.Parameters); err != nil {
			return d, fmt.Errorf("wire: decoder %q: %w", o.Name, err)
		}
		if names[o.Name] {
			return d,
				fmt.Errorf(
					"wire: two decoders are called %q; a learner's decoder needs a name of its own",
					o.Name)
		}
		names[o.Name] = true
	}
	return d, nil
}

// mostDescribed bounds the bytes of a description: a long list costs time.
const mostDescribed = 64 << 10

func checkParameters(list []param.Parameter) error {
	for i := range list {
		p := &list[i]
		clean(&p.Name, &p.Help)
		if p.Name == "" || !json.Valid(p.Default) {
			return fmt.Errorf("wire: parameter %q: default %q is not JSON", p.Name, p.Default)
		}
	}
	return nil
}

// clean makes texts of a learner printable.
func clean(texts ...*string) {
	for _, text := range texts {
		*text = Printable(*text)
	}
}
