package record

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
)

// Key returns the SHA-256, as 64 hex digits, of the named parts: the identity of
// a fit or of a row. The parts are hashed in the order of their names, each name
// and value after its length, so that different parts never run into the same
// text. Values that are JSON must be canonical for the key to be.
func Key(parts map[string]string) string {
	h := sha256.New()
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		text = withLength(withLength(text[:0], name), parts[name])
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Slot returns the key of an identity whatever build of the learner and of the harness it is of.
func Slot(identity map[string]string) string {
	parts := maps.Clone(identity)
	maps.DeleteFunc(parts, func(part, _ string) bool { return isBuild(part) })
	return Key(parts)
}

// isBuild reports whether a part of an identity says which build of the learner made a fit, which of the harness, or which of that scored it.
func isBuild(part string) bool { return part == "build" || part == "harness" || part == "score" }

// isHash reports whether s is a SHA-256 in lower-case hex, and so a safe name.
func isHash(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
