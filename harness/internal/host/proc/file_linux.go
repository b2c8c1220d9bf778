package proc

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// ReadFile returns the content of a file; "" if it cannot be read.
func ReadFile(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

// Parent returns the parent of a process; 0 if it has none in this namespace.
func Parent(pid int) (parent int, lives bool) {
	fields := Stat(pid)
	if len(fields) < 2 {
		return 0, false
	}
	parent, _ = strconv.Atoi(fields[1])
	return parent, true
}

// Stat returns the fields of /proc/PID/stat from the state on, then the parent; nil if the process
// is gone.
func Stat(pid int) []string {
	text := ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The line is "pid (comm) state ppid …", and comm may have any characters.
	return strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
}

// Birth returns when a process started, in ticks since the start of the machine; 0 if there is
// none.
func Birth(pid int) int64 {
	fields := Stat(pid)
	if len(fields) < 20 {
		return 0
	}
	born, _ := strconv.ParseInt(fields[19], 10, 64)
	return born
}

// Alive reports whether there is a process with this id.
func Alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// Bytes returns the kilobytes in the line of that name, in bytes; 0 if there is none.
func Bytes(text, name string) int64 { return Number(text, name) << 10 }

// Number returns the number in the line of that name, without its unit; 0 if there is none.
func Number(text, name string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSuffix(line(text, name), " kB"), 10, 64)
	return n
}

// line returns what follows the name of a line; "" if there is no such line.
func line(text, name string) string {
	_, after, _ := strings.Cut("\n"+text, "\n"+name)
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}
