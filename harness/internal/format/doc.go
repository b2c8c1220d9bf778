// Package format reads and writes users' datasets: one reader for each file format, all with the
// same result, a [Content]. It exceeds 3.5k lines, since it reads seven formats.
//
//	content, err := format.ReadParts([]format.Part{{Paths: []string{"words.jsonl"}}}, "", nil)
//
// Start with [ReadParts] and [WriteJSONL]. The format is chosen by name or by the ending of the file;
// [All] lists formats. Files with a second ending .gz or .zst are decompressed. Several files of
// one format are one dataset; each file is a fold unless the files name folds.
//
// A format is one file: a [Format] with its arguments and a reader that fills a builder
// (content.go). For chains with one variable in a line, it is a function that gives a sequenceReader
// (sequence.go) the label and the features in a line. Readers go through a file once. Besides the finished instances they keep at most
// one line and one instance in memory. They reject anything they do not understand: each error has
// the file, the line, the fault and the expected content.
//
// docs/data.md describes the formats for their authors.
package format
