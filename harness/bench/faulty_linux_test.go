package bench_test

import (
	"syscall"

	"github.com/spbench/spbench/harness/record"
)

// Memory can be limited on Linux.
func init() {
	faults = append(faults, fault{
		name: "takes-8-GB", end: func([]float64) []float64 { touch(8 << 30); return nil },
		kind: record.OOM, reason: "out of memory", serial: true,
	})
}

// touch takes so much memory and uses it.
func touch(bytes int) {
	memory := make([]byte, bytes)
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) // only makes it fast
	for i := 0; i < len(memory); i += 4 << 10 {
		memory[i] = 1
	}
}
