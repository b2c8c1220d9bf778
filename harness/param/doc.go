// Package param reads and describes everything a suite can set: hyper-parameters of learners,
// and the arguments of datasets, feature maps, losses, metrics and decoders. Each is a struct.
// Its fields are the parameters, their values are the defaults, and tags hold the rest:
//
//	type options struct {
//		Draws int `json:"draws" range:"[1,1000000]" help:"perturbed maximisers"`
//	}
//	o := options{Draws: 100}
//	err := param.Decode(&o, []byte(`{"draws": 20}`))
//
// [Decode] sets the struct from JSON, strictly, [Of] returns its schema, and [Unknown] suggests a
// name for a misspelled one.
package param
