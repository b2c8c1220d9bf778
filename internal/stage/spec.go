//go:build unix

package stage

import (
	"strconv"
	"syscall"
)

// A Spec is what a stage becomes.
type Spec struct {
	Path string   // of the program
	Argv []string // with its name
	Env  []string // "NAME=value"
	Data uint64   // bytes of RLIMIT_DATA, which bounds each process by itself; 0: no limit (Linux)
}

// whole is the last field of a Spec, without which it was cut.
const whole = "whole"

// String is what the gate takes: fields that end in NUL, which none of them can have inside.
func (s *Spec) String() (text string) {
	fields := append([]string{s.Path, strconv.FormatUint(s.Data, 10), strconv.Itoa(len(s.Argv))}, s.Argv...)
	for _, field := range append(append(fields, s.Env...), whole) {
		text += field + "\x00"
	}
	return text
}

// parse reads what String wrote.
func parse(text string) (s Spec, ok bool) {
	fields := split(text, 0)
	last := len(fields) - 2 // before what follows the last NUL
	if last < 3 || fields[last] != whole {
		return s, false
	}
	data, err := strconv.ParseUint(fields[1], 10, 64)
	n, err2 := strconv.Atoi(fields[2])
	if err != nil || err2 != nil || n < 0 || n > last-3 {
		return s, false
	}
	return Spec{Path: fields[0], Data: data, Argv: fields[3 : 3+n], Env: fields[3+n : last]}, true
}

// split returns what stands before, between and after separators.
func split(text string, separator byte) (fields []string) {
	from := 0
	for i := range len(text) {
		if text[i] == separator {
			fields = append(fields, text[from:i])
			from = i + 1
		}
	}
	return append(fields, text[from:])
}

// A Failure says why a stage did not become the learner.
type Failure struct {
	What  string // such as "exec /bin/learner"
	Errno syscall.Errno
}

func (f *Failure) Error() string { return f.What + ": " + f.Errno.Error() }

// OfProgram reports whether it was the program that could not be executed.
func (f *Failure) OfProgram() bool {
	return len(f.What) > len(executing) && f.What[:len(executing)] == executing
}

const executing = "exec "

// Unwrap returns the system's error, which says of itself whether it is fs.ErrNotExist or the like.
func (f *Failure) Unwrap() error { return f.Errno }

func (f *Failure) String() string { return strconv.Itoa(int(f.Errno)) + " " + f.What }

// ParseFailure reads what a gate says; nil for nothing.
func ParseFailure(text string) *Failure {
	number := split(text, ' ')[0]
	errno, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	return &Failure{text[min(len(number)+1, len(text)):], syscall.Errno(errno)}
}
