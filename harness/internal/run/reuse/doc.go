// Package reuse finds results that need not be made again.
//
// [Find] indexes the fits of a run folder by key and by slot: a key names a fit by everything it
// depends on, and a slot leaves out the sources. [Finished.Of] looks a planned fit up by its key
// first. If only its slot is found, the sources of its learner or of spbench have changed: the fit
// is stale ([Changed]), and the user decides.
//
// [Rules.Relabel] turns a recorded fit into the record of a planned one. Rows of a suite that differ
// only in their labels share a fit in this way.
//
// [Import] reuses fits of other run folders. A fit does not depend on all of its suite: a suite with
// a different caption, label, metric or decoder, or one more learner, dataset or seed, has most of
// its fits in common with the suite before. Limits are part of the key, but a fit that ended by
// itself is the same under wider limits ([SameUnder]).
package reuse
