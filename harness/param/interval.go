package param

import (
	"strconv"
	"strings"
)

// An Interval is a range of numbers. Each end is open or closed.
type Interval struct {
	lo, hi         float64
	openLo, openHi bool
}

// ParseInterval reads an interval such as "(0,inf)" or "[0,1]".
func ParseInterval(s string) (r Interval, ok bool) {
	if len(s) < 2 || !strings.ContainsRune("([", rune(s[0])) ||
		!strings.ContainsRune(")]", rune(s[len(s)-1])) {
		return r, false
	}
	lo, hi, found := strings.Cut(s[1:len(s)-1], ",")
	r.openLo, r.openHi = s[0] == '(', s[len(s)-1] == ')'
	var errLo, errHi error
	r.lo, errLo = strconv.ParseFloat(strings.TrimSpace(lo), 64)
	r.hi, errHi = strconv.ParseFloat(strings.TrimSpace(hi), 64)
	return r, found && errLo == nil && errHi == nil && r.lo <= r.hi
}

// Contains reports whether v lies in the interval.
func (r Interval) Contains(v float64) bool {
	return (v > r.lo || v == r.lo && !r.openLo) && (v < r.hi || v == r.hi && !r.openHi)
}
