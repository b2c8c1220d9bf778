package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
)

// Key returns the SHA-256, as 64 hex digits, of named parts: the identity of a fit or of a row. It
// hashes the parts in the order of their names. A length precedes each name and value, so that
// different parts never form the same text. JSON values must be canonical.
func Key(parts map[string]string) string {
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		for _, part := range []string{name, parts[name]} {
			text = append(binary.LittleEndian.AppendUint64(text, uint64(len(part))), part...)
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// KeyWithoutSources returns the key of an identity without its hashes of sources. Two builds of one
// fit share it.
func KeyWithoutSources(identity map[string]string) string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return SourceOf(part) != "" })
	return Key(parts)
}

// SourceOf returns the sources of which a part of an identity is a hash: "build" (the learner),
// "harness" (spbench, for fits) or "score" (spbench, for scores). It returns "" for other parts. A
// part with a colon is a component of spbench, such as "oracle:chain" or "metric:hamming".
func SourceOf(part string) string {
	kind, _, component := strings.Cut(part, ":")
	switch {
	case part == "build" || part == "harness":
		return part
	case part == "score", component && (kind == "decoder" || kind == "metric" || kind == "predict"):
		return "score"
	case component:
		return "harness"
	}
	return ""
}

// HarnessHash returns one hash of the parts of an identity with the source "harness".
func HarnessHash(identity map[string]string) string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return SourceOf(part) != "harness" })
	if len(parts) < 2 { // an older build wrote it
		return parts["harness"]
	}
	return Key(parts)
}
