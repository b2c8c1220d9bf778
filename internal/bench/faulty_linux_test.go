package bench_test

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/spbench/spbench/internal/record"
)

// On Linux memory can be limited and a child in a session of its own be found.
func init() {
	faults = append(faults, fault{
		name: "takes-8-GB", end: func([]float64) []float64 { touch(8 << 30); return nil },
		kind: record.OOM, reason: "out of memory", serial: true,
	}, fault{
		name: "leaves-a-stray", end: func(w []float64) []float64 {
			child := exec.Command("sleep", "3600")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := child.Start(); err != nil {
				panic(err)
			}
			return w
		}, kind: record.Budget, scored: true,
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
