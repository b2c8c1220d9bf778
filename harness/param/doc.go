// Package param is the one schema of all that a suite can set: hyper-parameters of
// learners, and the arguments of datasets, feature maps, losses, metrics and
// decoders. Each is a struct whose fields are the parameters, with their defaults as
// values and the rest in tags:
//
//	type options struct {
//		Draws int `json:"draws" range:"[1,1000000]" help:"perturbed maximisers"`
//	}
//
// [Of] returns the schema of such a struct, [Decode] sets it from JSON, strictly, and
// [Unknown] says of a name that is none what may have been meant.
package param
