// Package record holds what a fit left behind and the append-only store of a run.
//
// A [Fit] is one learner with one set of parameters, fitted once: to one split of
// one dataset with one seed. A [Row] is one decoder read off that fit, which is
// what a table averages. A Fit and its rows are written as one line of JSON, so
// that a line is the unit that is there or is not: whoever finds the line finds
// the whole outcome, failed ones included.
//
// # The run folder
//
//	results/NAME-HASH8/
//	  plan.json             what was planned, and a checksum; written once, never changed
//	  suite.yaml            the suite as it was written, for readers
//	  published.yaml        what stood beside it, if anything did
//	  records-WORKER.jsonl  one line per fit, appended by one worker and synced
//	  weights/SHA256.bin    fitted weights: little-endian float64, named by content
//	  statistics/SHA256.gz  of a row: what each test instance adds to each metric
//	  predictions/SHA256.gz of a row: the labels of each test instance, marginals if asked for
//	  tests/SHA256.gz       the IDs of the test instances, or of those that were learned from
//	  logs/                 what the learner processes said
//	  cells                 a cache for the next table, see [Cache]; anyone may delete it
//	  lock                  held by the process that writes; names its pid
//
// HASH8 is the start of the SHA-256 of the plan, so the same plan finds its
// folder again: [Create] opens it, [Store.Load] says which fits are done, and the
// run resumes. Readers ([Load], [Plan], [Weights]) take no lock and may look at a
// run that is still going on.
//
// What a .gz file unpacks to is one line of JSON, which says what follows, and arrays
// without anything between them, little-endian: float64, but int32 for labels. In
// Python:
//
//	head, body = gzip.open(name).read().split(b"\n", 1)
//	numpy.frombuffer(body, "<f8")
//
// # What can go wrong
//
// A process may die in the middle of a line. Such a torn last line is dropped
// with a warning by readers, and cut off when the folder is opened for writing;
// its fit counts as not done. A line that is complete but cannot be read is
// damage and an error that names file and line; so is one whose checksum, its last
// member, does not fit. A full disk fails the append and
// leaves the earlier lines as they were. Where one key has several lines in one
// place of the table, as after a repeated fit or one that was scored again, the one
// that was appended last counts.
//
// # Identity
//
// [Fit.Identity] names everything that the outcome depends on: the sources of the
// learner and of the harness, the parameters, the data, the seed, … . Its hash
// ([Key]) is the fit's key, and because the parts are kept, one can say what has
// changed when a key is not found. A row depends on the fit and on [Row.Score], the
// sources that scored it, as well. Everything that may differ from one run of the
// same fit to the next lies in one place, [Times]; the rest is reproducible, and
// [Equal] compares it.
package record
