// Package suite reads suite files, which say what is compared with what. The format, with examples, is in
// docs/suites.md; [Schema] writes it for editors.
//
// Grids are expanded when a file is read: to learners of their own, or to candidates where the suite tunes; so are sizes and
// budgets, to one [Dataset] for each column. [Suite.Override] changes a suite for a command line.
//
// Fields of structs describe the keys by their tags. The reader, its messages, the schema and the
// list in docs/suites.md follow them.
//
// # What is checked when
//
// [Read] and [Parse] check everything that a file says by itself; [Suite.Check]
// holds its names and values against a [Catalogue] of what exists. Both report
// the first mistake in the order of the file, of its form before its meaning, as an [Error]: where, the line, what
// is wrong and what may have been meant. YAML is read strictly: keys are unique,
// numbers are decimal and finite, and there are no anchors, aliases, tags or
// further documents.
package suite
