// Package format reads and writes users' datasets: one reader for each file format, all with the
// same result, a [Content]. It exceeds 3.5k lines, since it reads seven formats.
//
//	content, err := format.ReadParts([]format.Part{{Paths: []string{"words.jsonl"}}}, "", nil)
//
// Start with [ReadParts] and [WriteJSONL]. The format is chosen by name or by the ending of the file;
// [All] lists formats. Files with a second ending .gz or .zst are decompressed. Several files of
// one format are one dataset; each file is a fold unless the files name folds.
//
// A format is one file: a [Format] with its arguments and a reader that fills a builder, or for
// chains a sequenceReader. Readers go through a file once, with one line and one instance in
// memory. They reject anything they do not understand. docs/data.md describes the formats.
package format
