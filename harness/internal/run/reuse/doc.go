// Package reuse finds results that need not be made again.
//
// [Find] indexes the fits of a run folder by key and by slot. A key is the hash of everything that
// a fit depends on; a slot leaves out the hashes of sources. [Finished.Of] looks up the key of a
// planned fit first. If only the slot is found, the sources of the learner or of spbench have
// changed. Such a fit is stale ([Changed]), and the user decides.
//
// [Rules.Relabel] turns a recorded fit into the record of a planned one. In this way, rows with
// different labels share a fit.
//
// [Importer.Import] reuses fits of other run folders. A fit does not depend on all of its suite.
// After a change of a caption, label, metric or decoder, or with one more learner, dataset or seed,
// a suite keeps most of its fits. Limits are part of the key, but a fit that ended by itself is the
// same under wider limits ([SameUnder]).
package reuse
