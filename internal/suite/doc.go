// Package suite reads suite files, which say what is compared with what.
//
//	suite: quickstart                  # name of the run folder; the folder's name by default
//	about: Generated chains, every learner.    # one line for the table's caption
//
//	datasets:                          # NAME, or NAME: {arguments}; of your own: the PATH of a file, from this folder
//	  - chains:
//	      words: 900
//	      split: {train: 300, test: 500}
//	  - words.jsonl: {split: {train: [0], test: [1]}}   # or file: {path: words.jsonl, …}; see docs/data.md
//	features: linear                   # the feature map (default linear): NAME, or NAME: {arguments}
//
//	loss: hamming                      # the metric that is scored and printed first (default hamming)
//	metrics: [zero-one, f1: {average: micro, as: F1}]   # more metrics, as the loss: NAME, or NAME: {arguments}
//	train-loss: hamming-count          # the loss that learners learn for: NAME, or NAME: {arguments};
//	                                   # by default the loss that has the metric's name
//	learners:                          # NAME, or NAME: {parameters}
//	  - crf: {lambda: 0.01, as: CRF}
//	  - ssvm: {lambda: [0.01, 0.001]}  # a list is a grid: one learner for each of its values
//	against: CRF                       # the one learner, by its label, that the others are tested against; by
//	                                   # default all pairs of rows are, and the best is marked
//	rope: 0.5                          # differences of the first metric up to it, as tables print them (of percent:
//	                                   # points), do not matter: what spbench table -bayes takes for equal
//	outputs: [map, mpm]                # what is read off each fit (default map): NAME, or NAME: {arguments}
//
//	budget: {passes: 50}               # of each fit: passes (visits / training instances), visits, calls (of
//	                                   # all kinds), map, marginals, clamped (calls of a kind), cpu_seconds,
//	                                   # seconds (60, 60s, 5m, 1h30m); a list of budgets is a column of each
//	                                   # dataset for each of them, "chains (10 passes)"
//	limits: {seconds: 10m, memory: 4GB, threads: 1}   # what a fit may take before it is ended (default: one
//	                                   # thread); past seconds, its last checkpoint is scored and marked
//	tune: {fraction: 0.2, over: [lambda]}   # choose among the points of each grid inside the training set (over: of
//	                                   # these parameters; default: of all that are lists)
//	seeds: 3                           # how many (1, 2, 3), or a list; default 1. Each draws all that is drawn; or by
//	                                   # source, crossed: {split: 5, learner: 3, tune: 2}, see below
//	curve: {first: 1, factor: 2}       # checkpoints after 1, 2, 4, … passes; default: at the end
//	reveal: 0                          # share of labels observed at test time, below 1, by all outputs that do
//	                                   # not say; or {parts: 4}, {forests: breadth-first}: all labels but those of one
//	                                   # part, or of a forest, in turn
//
// Only datasets and learners are required. A learner is a NAME that spbench
// finds, or the path of an executable, or a command line.
//
// # Reserved keys
//
// Among the arguments of an item some keys are not the item's own:
//
//	as        label in tables; of a dataset, a learner, an output or a metric
//	split     of a dataset: {train: COUNT, test: COUNT}, instances drawn anew for
//	          each seed; {train: [FOLD, …], test: [FOLD, …]}, named folds; or
//	          {rotate: train-one} or {rotate: test-one}, one split for each fold;
//	          or a list of such splits: those of one size are averaged, and each
//	          size is a column of its own, "ocr (train 20)", "ocr (train 150)":
//	          a learning curve, as by sizes. Two more parts can be learned from, each a
//	          COUNT or [FOLD, …]: boxes: of which a bounding box is known, and
//	          so the labels outside it; partial: of which a share labels: of
//	          the labels is known (default 0). With one seed, splits by count
//	          are nested: instances are drawn for train, boxes and partial in
//	          this order, so that {train: 6, boxes: 7}, {train: 6, partial: 7}
//	          and {train: 6, boxes: 7, partial: 9} hold the same 6 and the same 7
//	sizes     of a dataset: [50, 100, 200, 400], sizes of the training set: a column for
//	          each, and a learning curve. Of what the split names for train
//	          each learns from the beginning, in an order that the seed draws, so that
//	          the smaller is part of the larger; all else of the split is the same
//	features  of a dataset: its feature map, instead of the suite's
//	outputs   of a learner: its outputs, instead of the suite's
//	reveal    of an output: which labels of a test instance it is shown, instead of
//	          the suite's: a share of them, chosen by the seed, or {parts: N}, where
//	          the variables are divided into N parts and each of them is predicted from
//	          the labels of all others; or {forests: breadth-first} (or depth-first),
//	          where the parts are forests (package partition), so that mpm is exact on any
//	          graph, and a variable in several counts once. What is shown is not scored.
//	          Such numbers are optimistic: much of what a variable depends on is shown as it is
//
//	on        of a learner: {DATASET: {PARAMETER: VALUE}}, what its parameters are on that dataset
//	          instead, by its label (of all its sizes and budgets); where the parameter is tuned, a list
//	          of as many values
//	aa        of a learner: true makes its row a placebo of the row before it with the same
//	          learner and parameters: fitted with other seeds of the learner and equal in all
//	          else, so that the two differ by chance alone (an A/A test). It has the outputs
//	          of that row and no part in the marks of the table; a note says by how much
//	          the two differ. Rows that are equal without aa share their fits
//
// Budget and limits belong to the suite alone: every learner gets the same. A
// learner knows its budget and ends at it; a limit is enforced from outside and
// makes the outcome "timeout" or "oom". Memory can be limited on Linux.
//
// # Seeds by source
//
// With seeds: 3 each of the seeds 1, 2 and 3 draws everything of its fits. seeds: {split: 5, learner: 3, tune: 2} gives
// each source seeds of its own, numbers or lists, and fits all their combinations, so that the variance of each
// can be told apart (spbench table -variance); what is not named has the one seed 1:
//
//	split     which instances are learned from and tested on, and which labels are hidden or shown. On a dataset whose split
//	          is the same for every seed the first alone is used, which is noted; where that is so on all it is a mistake
//	learner   what learners and decoders draw; fits of a deterministic learner are equal
//	tune      which part of the training set validates; a learner that is not tuned is fitted once for all of them
//
// A seed that is the same number for all three sources is the fit of that seed in the plain form. Others are written
// SPLIT/LEARNER/TUNE, such as 2/1/3.
//
// # Grids
//
// Where a parameter of a learner is a list, there is one learner for each of its
// values; several lists are combined in all ways, the last one varying fastest.
// The values are appended to the label: "ssvm lambda=0.01". Labels must differ.
// A list may be written {log: [1e-4, 1, 5]} or {linear: [0, 1, 5]}: from the first to
// the second, so many values at equal ratios or distances; those between are rounded
// as a person would. The lists in zip: {lambda: [0.1, 0.01], passes: [10, 100]}
// are of one length and gone through together, here in two points instead of four.
//
// With tune, a grid is one learner, and its points are candidates: each is fitted
// to the training set without a share of its instances and scored on that share,
// the same for every learner; the best is then fitted to the whole. All grids
// must have the same number of points, so that every learner gets the same effort.
// Where tune says over: [lambda], lambda alone is chosen so, and each value of all
// other lists is a learner of its own, with its own choice.
//
// A grid may be too narrow or too coarse. With tune: {fraction: 0.34, extend: 2} every
// learner with a grid gets two rounds (at most; default none) of two more candidates
// each. They differ from the best one so far in one number: where its value lies at the
// edge of those tried, and makes a difference, the two lie beyond, at the ratio of the
// last two; else halfway to its neighbours. A grid without numbers, or whose numbers are zipped,
// is not extended.
//
// # What is checked when
//
// [Read] and [Parse] check everything that a file says by itself; [Suite.Check]
// holds its names and values against a [Catalogue] of what exists. Both report
// the first mistake in the order of the file as an [Error]: where, the line, what
// is wrong and what may have been meant. YAML is read strictly: keys are unique,
// numbers are decimal and finite, and there are no anchors, aliases, tags or
// further documents.
package suite
