package run_test

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
)

// Linux can limit memory, and find a child in a session of its own.
func init() {
	faults = append(faults, fault{
		name: "takes-8-GB", end: func([]float64) []float64 { touch(8 << 30); return nil },
		kind: record.OOM, reason: "out of memory", serial: true,
	}, fault{
		name: "leaves-a-stray", end: func(w []float64) []float64 {
			child := exec.Command("sleep", "3600")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			orPanic(child.Start())
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		name: "escapes", end: func(w []float64) []float64 {
			// It has no parent, session or environment to be found by.
			loop := exec.Command(
				"sh", "-c",
				`setsid env -i sh -c "while :; do sleep 1; done" "TMPDIR=$TMPDIR/" >/dev/null 2>&1 &`,
			)
			orPanic(loop.Run())
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		name: "starts-300-processes", end: func(w []float64) []float64 {
			for range 300 {
				_ = exec.Command("sleep", "3600").
					Start()
				// it goes on without those that were refused
			}
			return w
		}, kind: record.Processes, reason: "limit of 256", serial: true,
	}, fault{
		name: "wraps-2-GB", start: beChild, end: func([]float64) []float64 { touch(2 << 30); return nil },
		kind: record.OOM, reason: "out of memory", serial: true,
	}, fault{
		name: "children-take-1.5-GB", start: beGreedy, end: func(w []float64) []float64 {
			var children []*exec.Cmd
			for range 6 {
				child := again("FAULT_TAKES=250")
				orPanic(child.Start())
				children = append(children, child)
			}
			for _, child := range children {
				_ = child.Wait() // it goes on without those that were killed
			}
			return w
		}, kind: record.OOM, reason: "limit of 400 MB", serial: true,
	}, fault{
		name: "shares-2-GB", end: func(w []float64) []float64 {
			memory, err := syscall.Mmap(
				-1, 0, 2<<30, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|syscall.MAP_ANON,
			)
			orPanic(err)
			use(memory)
			return w
		}, kind: record.OOM, reason: "limit of 400 MB", serial: true,
	})
}

// again returns the command of this learner with a setting in its environment.
func again(setting string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), setting)
	cmd.Stdout, cmd.Stderr = os.NewFile(
		1, "stdout",
	), os.Stderr // of which package learner takes the first away
	return cmd
}

// beChild starts the learner as the first child of a wrapper.
func beChild() {
	if os.Getenv("FAULT_CHILD") != "" {
		return
	}
	if err := again("FAULT_CHILD=1").Run(); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// beGreedy is a child that uses some megabytes for a moment.
func beGreedy() {
	if mb, err := strconv.Atoi(os.Getenv("FAULT_TAKES")); err == nil {
		touch(mb << 20)
		time.Sleep(700 * time.Millisecond)
		os.Exit(0)
	}
}

// touch allocates memory and writes to it.
func touch(bytes int) {
	memory := make([]byte, bytes)
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) // only makes it fast
	use(memory)
}

func use(memory []byte) {
	for i := 0; i < len(memory); i += 4 << 10 {
		memory[i] = 1
	}
}
