package stage

import (
	"strconv"
	"syscall"
)

// A Spec describes the program that a stage becomes.
type Spec struct {
	Path   string   // of the program
	Argv   []string // with its name
	Env    []string // "NAME=value"
	Dir    string   // working directory; "": that of the host
	Groups []string // the "tasks" files of cgroups of version 1 to enter (Linux)
	Data   uint64   // RLIMIT_DATA in bytes, for each process; 0: no limit (Linux)
	Files  uint64   // RLIMIT_NOFILE, open files of each process; 0: no limit (Linux)
	Deny   Deny     // (Linux)
	// Filter is a filter of system calls (Linux), as packed instructions; none: all calls are
	// allowed. With Pass, the stage does not set it: the program reads it from FilterFile.
	Filter []uint64
	Pass   bool
}

// FilterFile is the descriptor of a passed filter.
const FilterFile = 9

// Deny lists rights that Landlock removes from a process, by Landlock's numbers; none: it removes
// nothing.
type Deny struct {
	Files, Network, Scopes uint64
	Allowed                []Allowed
}

// Allowed lists rights to a path and everything below it.
type Allowed struct {
	Path   string
	Rights uint64
}

// whole is the last field of a Spec. Without it, the text was cut.
const whole = "whole"

// String returns the text for the gate: fields that end in NUL. No field has NUL inside.
func (s *Spec) String() (text string) {
	put := func(fields ...string) {
		for _, field := range fields {
			text += field + "\x00"
		}
	}
	number := func(numbers ...uint64) {
		for _, n := range numbers {
			put(strconv.FormatUint(n, 10))
		}
	}
	pass := uint64(0)
	if s.Pass {
		pass = 1
	}
	put(s.Path, s.Dir)
	number(s.Data, s.Files, pass, uint64(len(s.Filter)))
	number(s.Filter...)
	number(s.Deny.Files, s.Deny.Network, s.Deny.Scopes, uint64(len(s.Deny.Allowed)))
	for _, a := range s.Deny.Allowed {
		number(a.Rights)
		put(a.Path)
	}
	number(uint64(len(s.Groups)))
	put(s.Groups...)
	number(uint64(len(s.Argv)))
	put(s.Argv...)
	put(s.Env...)
	put(whole)
	return text
}

// parse reads the text of String.
func parse(text string) (s Spec, ok bool) {
	fields := split(text, 0)
	last := len(fields) - 2 // before the empty field after the last NUL
	if last < 0 || fields[last] != whole {
		return s, false
	}
	r := reader{fields[:last], true}
	s.Path, s.Dir, s.Data, s.Files = r.text(), r.text(), r.number(), r.number()
	s.Pass = r.number() == 1
	for range r.count() {
		s.Filter = append(s.Filter, r.number())
	}
	s.Deny.Files, s.Deny.Network, s.Deny.Scopes = r.number(), r.number(), r.number()
	for range r.count() {
		rights := r.number()
		s.Deny.Allowed = append(s.Deny.Allowed, Allowed{r.text(), rights})
	}
	for range r.count() {
		s.Groups = append(s.Groups, r.text())
	}
	for range r.count() {
		s.Argv = append(s.Argv, r.text())
	}
	s.Env = r.left
	return s, r.ok
}

// A reader reads fields one by one.
type reader struct {
	left []string
	ok   bool // no field was missing or not a number
}

func (r *reader) text() string {
	if len(r.left) == 0 {
		r.ok = false
		return ""
	}
	field := r.left[0]
	r.left = r.left[1:]
	return field
}

func (r *reader) number() uint64 {
	n, err := strconv.ParseUint(r.text(), 10, 64)
	r.ok = r.ok && err == nil
	return n
}

// count returns a number of fields, which must follow.
func (r *reader) count() int {
	n := r.number()
	if !r.ok || n > uint64(len(r.left)) {
		r.ok = false
		return 0
	}
	return int(n)
}

// split returns the fields between separators.
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

// A Failure is the reason why a stage did not become the learner.
type Failure struct {
	What  string // such as "exec /bin/learner"
	Errno syscall.Errno
}

func (f *Failure) Error() string { return f.What + ": " + f.Errno.Error() }

// Executing returns a failure to execute a program.
func Executing(program string, errno syscall.Errno) *Failure {
	return &Failure{executing + program, errno}
}

// OfProgram reports whether the program could not be executed.
func (f *Failure) OfProgram() bool {
	return len(f.What) > len(executing) && f.What[:len(executing)] == executing
}

const executing = "exec "

// Unwrap returns the system's error, which matches fs.ErrNotExist and the like.
func (f *Failure) Unwrap() error { return f.Errno }

func (f *Failure) String() string { return strconv.Itoa(int(f.Errno)) + " " + f.What }

// ParseFailure reads the answer of a gate; nil for no answer.
func ParseFailure(text string) *Failure {
	number := split(text, ' ')[0]
	errno, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	return &Failure{text[min(len(number)+1, len(text)):], syscall.Errno(errno)}
}
