package proc

import (
	"os"
	"strconv"
	"strings"
)

// LoadAverage returns how many processes wanted a processor, on average in the last minute; 0 if
// the system does not say.
func LoadAverage() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return v
}
