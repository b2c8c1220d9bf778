package feature

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Forms of the pairwise part of a [Linear] map.
const (
	PairsFull  = "full"  // a K×K table of weights per edge feature
	PairsPotts = "potts" // one strength per edge feature, scored where the two labels agree
	PairsNone  = "none"  // no weights: the variables are independent
)

// Options are the arguments of the "linear" feature map.
type Options struct {
	// Pairs is PairsFull (the default), PairsPotts or PairsNone.
	Pairs string `json:"pairs"`
	// Reference makes label 0 score 0 at every node, so that it has no node
	// weights: the usual parametrisation of a binary model.
	Reference bool `json:"reference"`
	// NonNegative keeps the Potts strengths >= 0, so that the model stays
	// submodular where its edge features are >= 0 too. nil means true; it has a
	// meaning with PairsPotts only.
	NonNegative *bool `json:"nonnegative"`
}

// UnmarshalJSON reads a JSON object strictly onto the defaults: an unknown key,
// a wrong type or anything behind the object is an error. Empty input is {}.
func (o *Options) UnmarshalJSON(args []byte) error {
	type plain Options
	p := plain{Pairs: PairsFull}
	if len(bytes.TrimSpace(args)) > 0 {
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&p); err != nil {
			return fmt.Errorf("arguments %s: %w", args, err)
		}
		if _, err := dec.Token(); err != io.EOF {
			return fmt.Errorf("arguments %s: more than one JSON value", args)
		}
	}
	*o = Options(p)
	return nil
}

func (o Options) check(d Dims) error {
	switch o.Pairs {
	case PairsFull, PairsPotts, PairsNone:
	default:
		return fmt.Errorf("pairs is %q, must be %q, %q or %q", o.Pairs, PairsFull, PairsPotts, PairsNone)
	}
	switch {
	case o.NonNegative != nil && o.Pairs != PairsPotts:
		return fmt.Errorf("nonnegative is set but pairs is %q: only %q strengths can be constrained", o.Pairs, PairsPotts)
	case d.K < 1 || d.Node < 0 || d.Edge < 0:
		return fmt.Errorf("%d labels, %d node and %d edge features: at least 1 label is needed and no width is negative", d.K, d.Node, d.Edge)
	case o.Reference && d.K < 2:
		return errors.New("reference needs at least 2 labels")
	}
	return nil
}
