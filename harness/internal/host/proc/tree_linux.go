package proc

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/stage"
)

// Tree returns a process and all processes below it, parents first: if a child ends meanwhile, its
// CPU time is counted once, with the child or with the parent that waited for it.
func Tree(root int) []int { return append([]int{root}, stage.Descendants(root)...) }

// LargestMemory returns the highest peak of resident memory among the living processes below root,
// in bytes.
func LargestMemory(root int) (bytes int64) {
	for _, pid := range stage.Descendants(root) {
		bytes = max(bytes, Bytes(ReadFile(fmt.Sprintf("/proc/%d/status", pid)), "VmHWM:"))
	}
	return bytes
}

// Marked returns all processes of the machine with this variable, "NAME=value", in their
// environment, which children inherit.
func Marked(variable string) (pids []int) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		if strings.Contains("\x00"+ReadFile(path), "\x00"+variable+"\x00") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			pids = append(pids, pid)
		}
	}
	return pids
}
