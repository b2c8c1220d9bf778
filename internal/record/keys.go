package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
)

// Keys make the keys of identities that have most parts in common: what comes before the first of the others, by name, is hashed
// once. They may be used by several goroutines.
type Keys struct {
	begun hash.Cloner // over all before the value of the first part that varies
	parts []part      // from that one on, in the order of their names
}

// A part of an identity that follows others.
type part struct {
	name  []byte // and its length before it, unless it is in what has begun
	value []byte // likewise; nil of one that varies
	of    int    // which of the values it has then
}

// NewKeys returns the keys of identities with these parts and others of these names.
func NewKeys(common map[string]string, varying ...string) *Keys {
	names := slices.Sorted(maps.Keys(common))
	for _, name := range varying {
		at, _ := slices.BinarySearch(names, name)
		names = slices.Insert(names, at, name)
	}
	h := sha256.New()
	k := &Keys{}
	for _, name := range names {
		p := part{name: withLength(nil, name), of: slices.Index(varying, name)}
		if p.of < 0 {
			p.value = withLength(nil, common[name])
		}
		switch {
		case len(k.parts) > 0:
			k.parts = append(k.parts, p)
		case p.of >= 0:
			h.Write(p.name)
			p.name = nil
			k.parts = append(k.parts, p)
		default:
			h.Write(p.name)
			h.Write(p.value)
		}
	}
	k.begun = h.(hash.Cloner) // as every hash of the standard library is
	return k
}

// Of returns the [Key] with these values of the parts that vary, in the order of NewKeys.
func (k *Keys) Of(values ...string) string {
	h, err := k.begun.Clone()
	if err != nil {
		panic("record: " + err.Error()) // SHA-256 can be cloned
	}
	text := make([]byte, 0, 512)
	for _, p := range k.parts {
		text = append(text, p.name...)
		if p.of < 0 {
			text = append(text, p.value...)
		} else {
			text = withLength(text, values[p.of])
		}
	}
	h.Write(text)
	return hex.EncodeToString(h.Sum(text[:0]))
}

// withLength appends a text behind its length.
func withLength(to []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint64(to, uint64(len(text))), text...)
}
