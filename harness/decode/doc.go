// Package decode holds the decoders that all learners share: the ways to read a
// prediction off scores, by name. A decoder is a struct whose fields are its
// arguments; to add one is a file with it and a line in the list of kinds.
//
// A decoder asks for an oracle only if it needs one, so that the others answer on
// graphs that no oracle can handle too.
//
// How long they take differs by three orders of magnitude. Milliseconds of one core for an image of 28×28 pixels with
// Potts strengths, by default arguments (BenchmarkDecode measures them):
//
//	                        2 labels   8 labels
//	icm                         0.06        0.2
//	expansion                    0.2          2
//	meanfield                      1          1
//	icm-iter                       1          5
//	locpmap                        3         12
//	lbp, trw                       3         14
//	locpmap, blocks of 2×2         7       1200
//	gibbs                         14        100
//	lbp, residual                 17         36
//	annealing                     24        140
//
// Variances are those of frequencies as estimates: f(1−f)/(draws−1), the squared standard error of f. How undecided a
// prediction is, f(1−f), follows from the frequencies themselves.
package decode
