// Package decode holds the decoders shared by all learners, by name: each makes a prediction
// from scores. [New] returns one with its arguments:
//
//	d, err := decode.New("icm", []byte(`{"sweeps": 50}`))
//	err = d.Decode(&prediction, &potentials, decode.Help{Solver: solver, Key: key})
//
// To add a decoder, add a file with a struct (its fields are the arguments) and a line in the
// list of kinds. A decoder asks for an oracle only if it needs one, so the others also work on
// graphs without any oracle.
//
// The cost of decoders differs by three orders of magnitude. Milliseconds of one core for an
// image of 28×28 pixels with Potts strengths, by default arguments (an AMD EPYC, November 2026):
//
//	                        2 labels   8 labels
//	icm                         0.06        0.2
//	expansion                    0.2          2
//	meanfield                      1          1
//	icm-iter                       1          5
//	locpmap                        3         12
//	lbp, trw                       3         14
//	partclamp                      6         35
//	locpmap, blocks of 2×2         7       1200
//	gibbs                         14        100
//	annealing                     24        140
package decode
