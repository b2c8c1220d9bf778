// Package format reads and writes datasets that people bring: one reader for each format, all of
// which make the same [Content].
//
//	content, err := format.Read([]string{"words.jsonl"}, "", nil)
//
// A format is chosen by its name or by how a file ends ([All] lists them); files that end in .gz or
// .zst besides are expanded while they are read. Several files of one format are read as one
// dataset, each of them a fold unless they name folds themselves.
//
// Readers go through a file once and keep what the finished instances take, and beside it no more
// than one line and one instance. They accept nothing that they do not understand: each mistake is
// an error of file, line, what is wrong there and what was expected.
//
// docs/data.md describes the formats for those who write them.
package format
