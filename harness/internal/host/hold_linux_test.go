package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// hold takes this much memory in the way named by the mode.
func hold(mode string, bytes uint64) error {
	switch mode {
	case "children touch": // a sixth each
		var children []*exec.Cmd
		for range 6 {
			child := exec.Command(os.Args[0], "touch", fmt.Sprint(bytes/6))
			if err := child.Start(); err != nil {
				return err
			}
			children = append(children, child)
		}
		for _, child := range children {
			_ = child.Wait() // it continues without the killed children
		}
	case "shared":
		memory, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_SHARED|syscall.MAP_ANON)
		if err != nil {
			return err
		}
		for i := 0; i < len(memory); i += 4 << 10 {
			memory[i] = 1
		}
	case "file": // that it has open
		f, err := os.CreateTemp("/dev/shm", "spbench-test-")
		if err != nil {
			return err
		}
		if err := os.Remove(f.Name()); err != nil {
			return err
		}
		return fill(f, bytes)
	case "hides": // in a file that no other process can see
		if _, _, e := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0); e != 0 {
			return e
		}
		return hold("file", bytes)
	case "leaves a file":
		f, err := os.CreateTemp("", "")
		if err != nil {
			return err
		}
		defer f.Close()
		return fill(f, bytes)
	}
	return nil
}

func fill(f *os.File, bytes uint64) error {
	piece := strings.Repeat("x", 1<<20)
	for range bytes >> 20 {
		if _, err := f.WriteString(piece); err != nil {
			return err
		}
	}
	return nil
}
