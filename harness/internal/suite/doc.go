// Package suite reads suite files. A suite describes a comparison: its learners, data and metrics.
// docs/suites.md describes the format with examples.
//
// # Pipeline
//
//  1. [Read] or [Parse] reads the text into a tree of nodes (package yamltree).
//  2. A reader fills the structs of the package from the tree. Their tags describe the keys (see key):
//     the reader, its messages and the list in docs/suites.md follow them.
//  3. Grids are expanded, into learners or into candidates of tuning. Sizes and oracles make one
//     [Dataset] for each column of a table.
//  4. [Suite.Override] changes a suite by options of the command line. Each option sets a key of the
//     tree, which is written and parsed again.
//  5. [Suite.Check] compares names and values with a [Catalogue].
//
// # Mistakes
//
// [Read] and [Parse] check the file by itself, its form before its meaning. They and [Suite.Check]
// report the first mistake in the order of the file as an [Error], with its line and a hint.
package suite
