package suite

import (
	"math"
	"strconv"
	"strings"
)

// leastMemory is what a learner needs to come up at all.
const leastMemory = 32 << 20

var limitKeys = []string{"seconds", "memory", "threads", "processes", "files"}

// limits reads the limits of every fit.
func (r *reader) limits(n *node) Limits {
	l := Limits{Pos: n.at}
	for _, f := range r.fields(n, "limits", limitKeys) {
		switch f.name {
		case "seconds":
			l.Seconds = r.seconds(f)
		case "memory":
			l.Memory = r.memory(f)
		case "threads":
			l.Threads = r.wholeUpTo(f, 1<<16)
		case "processes":
			l.Processes = r.wholeUpTo(f, 1<<22)
		case "files":
			l.Files = r.wholeUpTo(f, 1<<30)
		}
	}
	if n.kind == mapping && len(n.fields) == 0 {
		r.fail(n.at, "give seconds, memory, threads, processes or files, or leave limits out", "the limits are empty")
	}
	return l
}

// wholeUpTo reads a whole number from 1 to most.
func (r *reader) wholeUpTo(f field, most float64) int {
	v := r.positive(f)
	if !whole(v) || v > most {
		r.wrong(f.value, f.name, "a whole number")
	}
	return int(v)
}

// units of memory, longest first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
}

// memory reads bytes, with a unit where they are a text.
func (r *reader) memory(f field) int64 {
	const help = "write a number of bytes, or a unit kB, MB, GB, TB, KiB, MiB, GiB or TiB: 500MB, 1.5GB"
	v := f.value
	bytes, ok := v.number, v.kind == number
	if v.kind == text {
		bytes, ok = size(v.text)
	}
	switch {
	case !ok:
		r.fail(v.at, help, "memory is %s, must be an amount", v.describe())
	case bytes < leastMemory:
		r.fail(v.at, help, "memory is %s, which is too little for any learner: at least 32MiB", v.text)
	case bytes >= 1<<62:
		r.fail(v.at, "leave memory out for no limit", "memory is %s, more than any machine has", v.text)
	default:
		return int64(math.Round(bytes))
	}
	return 0
}

// size returns the bytes that a text such as "1.5 GB" names.
func size(text string) (bytes float64, ok bool) {
	for _, u := range units {
		if digits, found := strings.CutSuffix(text, u.name); found {
			v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
			return v * u.bytes, err == nil && v > 0
		}
	}
	return 0, false
}
