// Package record stores the results of fits in the run folder of a run.
//
// A [Fit] is one learner with one set of parameters, fitted once to one split of one dataset with
// one seed. A [Row] is the score of one decoder of the fit. Tables average rows. A fit and its rows
// are one line of JSON. The line has the whole result, also of a failed fit.
//
// # The run folder
//
//	results/NAME-HASH8/
//	  plan.json             the plan of the run with a checksum; never changed
//	  suite.yaml            the suite as written, for readers
//	  published.yaml        published numbers from the folder of the suite, if any
//	  declared-TIME.json    what the suite declared at that time; never changed
//	  records-WORKER.jsonl  one line per fit, appended by one worker and synced
//	  weights/SHA256.bin    fitted weights: little-endian float64, named by content
//	  statistics/SHA256.gz  of a row: contribution of each test instance to each metric
//	  predictions/SHA256.gz of a row: labels of each test instance, marginals if requested
//	  tests/SHA256.gz       IDs of the test instances or of the training instances, or groups
//	  logs/                 output of the learner processes
//	  running/              states of interrupted fits, see package resume
//	  leases/               leases of fits by shards, see package lease
//	  lock                  held by the writing process, with its process ID
//
// HASH8 is the start of the SHA-256 of the plan. So the same plan finds its folder again: [Create]
// opens it, [Store.Load] returns the finished fits, and the run resumes. The readers [Load], [Plan]
// and [Weights] take no lock and may read the folder of a running run.
//
// A .gz file unpacks to a head, one line of JSON, and arrays, little-endian, without anything
// between them: float64, but int32 for labels. In Python:
//
//	head, body = gzip.open(name).read().split(b"\n", 1)
//	numpy.frombuffer(body, "<f8")
//
// # Failures
//
// A process may die in the middle of a line. Readers drop such a torn last line with a warning. It
// is cut off when the folder is opened for writing, and its fit counts as not done. Any other line
// that cannot be read, or has a wrong checksum, is an error with file and line.
//
// A full disk fails the append and leaves the earlier lines unchanged. If one key has several lines
// in one place of the table, as after a repeated fit, the line appended last counts.
//
// # Identity
//
// [Fit.Identity] names everything on which the result depends: the sources of the learner and of
// the harness, the parameters, the data, the seed, and more. Its hash ([Key]) is the key of the
// fit. A new key can be explained from the named parts. A row also depends on [Row.Score], the
// sources that scored it.
//
// Only [Times] may differ between two runs of the same fit. The rest is reproducible: [Differences]
// compares it.
//
// # Pipeline
//
//  1. [Create] or [CreateShard] opens the run folder and takes its lock.
//  2. [Store.Append] writes the files of a fit (package blob) and then its line.
//  3. [Load] reads the lines. [ReadStatistics] and [ReadPredictions] read the files of a
//     row, [ReadStatisticsFile] one of them.
//  4. [Store.CopyFiles] takes the files of reused fits from other run folders.
//  5. [Verify] checks a run folder.
package record
