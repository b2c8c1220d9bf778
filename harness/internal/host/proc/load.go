package proc

import (
	"os"
	"strconv"
	"strings"
)

// LoadAverage returns how many processes wanted a processor, the mean of the last minute; 0 where the
// system does not tell.
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
