package proc

import (
	"fmt"
	"os"
)

// LoadAverage returns how many processes wanted a processor, on average in the last minute; 0 if
// the system does not say.
func LoadAverage() (average float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &average)
	return average
}
