package bench

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spbench/spbench/internal/record"
)

// machine says what seconds were measured on.
func machine() string {
	return fmt.Sprintf("%s, %d CPUs, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// load returns how many processes wanted a processor, the mean of the last minute; 0 where the
// system does not tell.
func load() record.Number {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return record.Number(v)
}

// processor returns the model of the processor where the system tells it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
