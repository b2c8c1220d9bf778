package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/param"
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
}

// A Decoder is a way to predict, such as "map".
type Decoder struct {
	Name   string            `json:"name"`
	Doc    string            `json:"doc"`
	Params []param.Parameter `json:"parameters,omitempty"` // its arguments
}

// FromDescription encodes d.
func FromDescription(d *Description) *pb.Description {
	m := &pb.Description{Name: d.Name, Doc: d.Doc, Source: d.Source, Resumable: d.Resumable,
		Probabilities: d.Probabilities}
	m.Parameters = fromParameters(d.Parameters)
	for _, o := range d.Decoders {
		m.Decoders = append(m.Decoders, &pb.Decoder{Name: o.Name, Doc: o.Doc,
			Parameters: fromParameters(o.Params)})
	}
	return m
}

func fromParameters(list []param.Parameter) (ms []*pb.Parameter) {
	for _, p := range list {
		ms = append(ms, &pb.Parameter{
			Name: p.Name, Type: p.Type, DefaultJson: string(p.Default),
			Help: p.Help, Range: p.Range, Enum: p.Enum, When: p.When,
		})
	}
	return ms
}

// ToDescription decodes and checks the description of a learner.
func ToDescription(m *pb.Description) (Description, error) {
	d := Description{Name: Printable(m.GetName()), Doc: Printable(m.GetDoc()),
		Source: Printable(m.GetSource()), Resumable: Printable(m.GetResumable()),
		Probabilities: Printable(m.GetProbabilities())}
	if d.Name == "" {
		return d, errors.New("wire: description without a name")
	}
	if n := len(m.GetDecoders()); n > mostEntries {
		return d, fmt.Errorf("wire: %d decoders; at most %d are allowed", n, mostEntries)
	}
	var err error
	if d.Parameters, err = toParameters(m.GetParameters()); err != nil {
		return d, err
	}
	for _, o := range m.GetDecoders() {
		params, err := toParameters(o.GetParameters())
		if err != nil {
			return d, fmt.Errorf("wire: decoder %q: %w", o.GetName(), err)
		}
		if slices.ContainsFunc(d.Decoders, func(p Decoder) bool { return p.Name == o.GetName() }) {
			return d,
				fmt.Errorf(
					"wire: two decoders are called %q; a learner's decoder needs a name of its own",
					o.GetName())
		}
		d.Decoders = append(d.Decoders, Decoder{Name: Printable(o.GetName()),
			Doc: Printable(o.GetDoc()), Params: params})
	}
	return d, nil
}

// mostEntries bounds the decoders of a learner, the parameters of each and the names of each.
const mostEntries = 1000

func toParameters(ms []*pb.Parameter) (list []param.Parameter, err error) {
	if len(ms) > mostEntries {
		return nil, fmt.Errorf("wire: %d parameters; at most %d are allowed", len(ms), mostEntries)
	}
	for _, p := range ms {
		if n := len(p.GetEnum()); n > mostEntries {
			return nil, fmt.Errorf("wire: parameter %q: %d values; at most %d are allowed",
				Printable(p.GetName()), n, mostEntries)
		}
		list = append(list, param.Parameter{
			Name: Printable(p.GetName()), Type: p.GetType(),
			Default: json.RawMessage(p.GetDefaultJson()),
			Help:    Printable(p.GetHelp()), Range: p.GetRange(), Enum: p.GetEnum(),
			When: p.GetWhen(),
		})
		if p.GetName() == "" || !json.Valid([]byte(p.GetDefaultJson())) {
			return list, fmt.Errorf("wire: parameter %q: default %q is not JSON", p.GetName(),
				p.GetDefaultJson())
		}
	}
	return list, nil
}
