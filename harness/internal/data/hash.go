package data

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/content"
)

// contentHash returns the sha256 of all content that can influence a fit or a score: sizes, names
// of labels, and all data of each instance, in order. Each list follows its length (−1: absent).
// File format, compression and shared storage of rows make no difference. O(size).
func (d *Dataset) contentHash() string {
	sum := sha256.New()
	h := content.New(sum)
	h.Ints(d.K, d.NodeWidth, d.EdgeWidth, len(d.Instances))
	for i := range d.Instances {
		h.Instance(&d.Instances[i])
	}
	h.Ints(len(d.Fold))
	h.Ints(d.Fold...)
	h.Ints(len(d.Outside))
	for _, outside := range d.Outside {
		h.Flags(outside...)
	}
	h.Flags(d.Standardise)
	h.Ints(d.MinCount, len(d.Labels))
	for _, label := range d.Labels { // metrics refer to labels by name
		h.Text(label)
	}
	for _, group := range slices.Concat(d.NodeGroups, d.LabelGroups) {
		h.Text(group)
	}
	if d.Void {
		h.Text("void")
	}
	if d.Constrain != "" {
		h.Text(d.Constrain)
	}
	h.Flush()
	return hex.EncodeToString(sum.Sum(nil))
}
