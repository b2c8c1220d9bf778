package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
)

// Key returns the SHA-256, as 64 hex digits, of the named parts: the identity of
// a fit or of a row. The parts are hashed in the order of their names, each name
// and value after its length, so that different parts never run into the same
// text. Values that are JSON must be canonical for the key to be.
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

// KeyWithoutSources returns the key of an identity without its hashes of sources: two builds of one fit share it.
func KeyWithoutSources(identity map[string]string) string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return SourceOf(part) != "" })
	return Key(parts)
}

// SourceOf returns the kind of sources that a part of an identity is the hash of: "build" (the learner),
// "harness" (spbench, for fits) or "score" (spbench, for scores); "" if it is no such hash. A part
// with a colon is a component of spbench, such as "oracle:chain" or "metric:hamming".
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

// HarnessHash returns one hash for the parts of an identity on the side "harness".
func HarnessHash(identity map[string]string) string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return SourceOf(part) != "harness" })
	if len(parts) < 2 { // by an older build
		return parts["harness"]
	}
	return Key(parts)
}
