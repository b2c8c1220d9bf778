package cluster

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shard is one part of a run on several machines.
type Shard struct {
	Index int  // 0 … Of−1
	Of    int  // at least 1
	Auto  bool // it takes fits without a lease, instead of a fixed part
}

// String returns the shard as Parse reads it, without auto, such as "1/8" for the first.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, s.Of) }

// Parse reads a shard: "3/8" is the third of eight, "auto/3/8" the same by leases.
func Parse(text string) (Shard, error) {
	numbers, auto := strings.CutPrefix(text, "auto/")
	first, second, _ := strings.Cut(numbers, "/")
	i, errFirst := strconv.Atoi(first)
	of, errSecond := strconv.Atoi(second)
	if errFirst != nil || errSecond != nil || i < 1 || i > of {
		return Shard{}, fmt.Errorf("cluster: shard %q: write it as 3/8, the third of eight, or as "+
			"auto/3/8 in a task of a job array", text)
	}
	return Shard{i - 1, of, auto}, nil
}
