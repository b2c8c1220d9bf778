package host

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// A Sandbox is what learners are kept in.
type Sandbox struct {
	Kind    sandbox.Kind // "": the best that works
	Read    []string     // files and folders that they may read beside their own and the system's; absolute
	Secrets []string     // files and folders that none may read, such as data; absolute. The cache is always one

	checked bool            // by Check
	secret  []sandbox.Place // what is in Secrets, then
}

// Check returns b with its kind, for the best one too, after looking at all that is the same for every learner, so that [Sandbox.Policy]
// need not; and why no better kind works here. An error wraps ErrHost: there is no such sandbox here, or what all learners may read
// holds a secret or lies in one.
func (b Sandbox) Check() (checked Sandbox, why error, err error) {
	if b.checked {
		return b, nil, nil
	}
	if b.Kind == "" {
		if b.Kind, why, err = sandbox.Best(); err != nil {
			return b, nil, cmp.Or(Trouble(), trouble("no sandbox can be chosen", err, "end other programs, or have the suite name a sandbox"))
		}
	} else if err := b.Kind.Works(); err != nil {
		return b, nil, trouble("no sandbox "+string(b.Kind), err, "leave sandbox out for the best that works")
	}
	b.checked = true
	if b.Kind == sandbox.None {
		return b, why, nil
	}
	cache, err := (&FindOptions{}).cache()
	if err != nil {
		return b, why, err
	}
	b.secret = sandbox.Outer(append(slices.Clone(b.Secrets), cache))
	for _, path := range b.Read {
		if err := sandbox.Grant(path); err != nil {
			return b, why, trouble("what the suite lets learners read", err, "or say `sandbox: none`")
		}
	}
	if err := b.clash("learners may read, says the suite,", b.Read, "name the files or folders that are needed, or say `sandbox: none`"); err != nil {
		return b, why, err
	}
	return b, why, b.clash("every learner may read", sandbox.System(), "move what is secret, or say `sandbox: none`")
}

// Policy returns the files open to a learner's process, without its private folder. An error wraps
// ErrHost: as of Check; or the learner may read a secret, lies in one, or its folder is too large
// to copy.
func (b Sandbox) Policy(source Source) (sandbox.Policy, error) {
	p, _, err := b.policy(source)
	return p, err
}

// policy also returns the learner's own folders. The learner gets copies of them.
func (b Sandbox) policy(source Source) (p sandbox.Policy, folders []folderCopy, err error) {
	b, _, err = b.Check()
	p = sandbox.Policy{Kind: b.Kind, Read: slices.Clone(b.Read)}
	if err != nil || p.Kind == sandbox.None {
		return p, nil, err // without a sandbox the learner runs in its own folder
	}
	own, copied, err := source.needs()
	if err != nil {
		return p, nil, trouble("no sandbox for the learner", err, "give the program itself, as `pyenv which` or `asdf which` names it")
	}
	if err := b.clash("the learner may read", own, "put the learner into a folder of its own, or say `sandbox: none`"); err != nil {
		return p, nil, err
	}
	for _, folder := range copied {
		for _, secret := range b.secret {
			if secret.Holds(sandbox.At(folder)) {
				return p, nil, trouble("the learner's folder "+folder, errors.New("which lies in "+secret.Path+", which no learner may read"),
					"move the learner, or say `sandbox: none`")
			}
		}
		c, err := b.listFolder(folder)
		if err != nil {
			return p, nil, err
		}
		folders = append(folders, c)
	}
	if source.copied != "" {
		own = append(own, source.copied)
	}
	p.Read = append(own, p.Read...)
	return p, folders, nil
}

// Name returns what records call the sandbox, once it was checked.
func (b Sandbox) Name() string { return sandbox.Policy{Kind: b.Kind}.String() }

// clash says why nobody may read one of the paths.
func (b Sandbox) clash(what string, paths []string, remedy string) error {
	private := sandbox.At(privateBase())
	for _, path := range paths {
		place := sandbox.At(path)
		var err error
		for _, secret := range b.secret {
			switch {
			case place.Holds(secret):
				err = errors.New("in which is " + secret.Path + ", which no learner may read")
			case secret.Holds(place):
				err = errors.New("which lies in " + secret.Path + ", which no learner may read")
			}
		}
		if err == nil && place.Holds(private) {
			err = errors.New("in which is " + private.Path + ", with the private folders of other learners")
		}
		if err != nil {
			return trouble(what+" "+path, err, remedy)
		}
	}
	return nil
}

// arguments returns the arguments for a process starting in another folder: names of files are
// absolute, and names of folders if they have a slash. The arguments of a copied program are no
// files.
func (s *Source) arguments() []string {
	arguments := slices.Clone(s.Argv[1:])
	if s.copied != "" {
		return arguments
	}
	for i, arg := range arguments {
		path := s.at(arg)
		info, err := os.Stat(path)
		if err != nil || info.IsDir() && !strings.Contains(arg, "/") {
			continue
		}
		if path, err := filepath.Abs(path); err == nil {
			arguments[i] = path
		}
	}
	return arguments
}

// at returns a path of the command line, starting at the folder s.dir.
func (s *Source) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, path)
}

// executable says why a program cannot be executed in a sandbox, which would not say it itself: what the system does not take for
// a program it hands to a shell.
func (p *process) executable() error {
	if p.policy.Kind != sandbox.Bubblewrap {
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
