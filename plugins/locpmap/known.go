package locpmap

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// partly reports whether some labels of x are known, but not all.
func partly(x sp.Instance) bool {
	return !x.Labelled() && slices.ContainsFunc(x.Gold, func(k int32) bool { return k != sp.Unknown })
}

// knownPart returns x without the variables of unknown label and without their edges. some is false
// if nothing is left. If all labels are known, it returns x itself.
func knownPart(x *sp.Instance) (part sp.Instance, some bool) {
	part = x.Part(func(d int) bool { return x.Gold[d] != sp.Unknown })
	return part, part.N() > 0
}

// onlyKnown returns the entries of list for the variables of x with known labels.
func onlyKnown(list []int32, x *sp.Instance) []int32 {
	if x.Labelled() {
		return list
	}
	var out []int32
	for d, k := range x.Gold {
		if k != sp.Unknown {
			out = append(out, list[d])
		}
	}
	return out
}
