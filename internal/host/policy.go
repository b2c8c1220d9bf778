package host

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spbench/spbench/internal/box"
	"github.com/spbench/spbench/internal/stage"
)

// A Box is what learners are kept in.
type Box struct {
	Kind    box.Kind // "": the best that works
	Read    []string // files and folders that they may read beside their own and the system's; absolute
	Secrets []string // files and folders that none may read, such as data; absolute. The cache is always one
}

// Policy returns what a learner's process may touch, but for its private folder, which it gets when it starts. An error
// wraps ErrHost: there is no such box here, or what the learner may read holds a secret or lies in it.
func (b Box) Policy(source Source) (box.Policy, error) {
	p := box.Policy{Kind: b.Kind}
	if p.Kind == "" {
		p.Kind = box.Best()
	}
	if err := p.Kind.Works(); err != nil {
		return p, trouble("no box "+string(p.Kind), err, "leave box out of the suite for the best that works")
	}
	p.Read = slices.Clone(b.Read)
	if p.Kind == box.None {
		return p, nil // the home is a private one all the same, where what is declared is to be found
	}
	cache, err := (&FindOptions{}).cache()
	if err != nil {
		return p, err
	}
	secrets := append(slices.Clone(b.Secrets), cache)
	own, err := source.needs()
	if err != nil {
		return p, trouble("no box for the learner", err, "give the program itself, as `pyenv which` or `asdf which` names it")
	}
	for _, path := range b.Read {
		if err := box.Grant(path); err != nil {
			return p, trouble("what the suite lets learners read", err, "or say `box: none`")
		}
	}
	for _, from := range []struct {
		what, remedy string
		paths        []string
	}{
		{"the learner may read its own folder", "put the learner into a folder of its own, or say `box: none`", own},
		{"learners may read, says the suite,", "name the files or folders that are needed, or say `box: none`", b.Read},
		{"every learner may read", "move what is secret, or say `box: none`", box.System()},
	} {
		for _, path := range from.paths {
			if err := clash(path, secrets); err != nil {
				return p, trouble(from.what+" "+path, err, from.remedy)
			}
		}
	}
	if source.copied != "" {
		own = append(own, source.copied)
	}
	p.Read = append(own, p.Read...)
	return p, nil
}

// clash says why nobody may read a path.
func clash(path string, secrets []string) error {
	for _, secret := range secrets {
		switch {
		case box.Holds(path, secret):
			return errors.New("in which is " + secret + ", which no learner may read")
		case box.Holds(secret, path):
			return errors.New("which lies in " + secret + ", which no learner may read")
		}
	}
	if base := privateBase(); box.Holds(path, base) {
		return errors.New("in which is " + base + ", with the private folders of other learners")
	}
	return nil
}

// arguments returns the arguments for a process that starts in another folder than this one: the names of files, and of
// folders with a slash, are absolute.
func (s *Source) arguments() []string {
	arguments := slices.Clone(s.Argv[1:])
	for i, arg := range arguments {
		info, err := os.Stat(arg)
		if err != nil || info.IsDir() && !strings.Contains(arg, "/") {
			continue
		}
		if path, err := filepath.Abs(arg); err == nil {
			arguments[i] = path
		}
	}
	return arguments
}

// executable says why a program cannot be executed in a box, which would not say it itself: what the system does not take for
// a program it hands to a shell.
func (p *process) executable() error {
	if p.policy.Kind != box.Bubblewrap {
		return nil
	}
	if err := syscall.Access(p.program, 1); err != nil { // to execute
		errno, _ := err.(syscall.Errno)
		return stage.Executing(p.program, errno)
	}
	f, err := os.Open(p.program)
	if err != nil {
		return nil // it may be executed and not read
	}
	defer f.Close()
	start := make([]byte, 7)
	n, _ := io.ReadFull(f, start)
	script := bytes.HasPrefix(start, []byte("#!"))
	program := n == len(start) && bytes.HasPrefix(start, []byte("\x7fELF")) && start[6] == 1 // version
	if !script && !program {
		return stage.Executing(p.program, syscall.ENOEXEC)
	}
	return nil
}
