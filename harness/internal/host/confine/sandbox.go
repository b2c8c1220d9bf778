package confine

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// A Sandbox says what the processes of learners may touch.
type Sandbox struct {
	Kind sandbox.Kind // "": the best that works
	// absolute files and folders, readable besides the learner's own and the system's
	Read []string
	// absolute files and folders that no learner may read; the cache is always one
	Secrets []string
	// Command is a program of the user that the learner may start; nil: there is none.
	Command *find.Source

	checked bool            // by Check
	secret  []sandbox.Place // what is in Secrets, then
}

// Check returns b with its kind chosen, after the checks that are the same for every learner, so
// that [Sandbox.Policy] need not repeat them. It also returns why no better kind works. An error
// wraps fault.ErrHost: the kind does not work here, or all learners could read a secret.
func (b Sandbox) Check() (checked Sandbox, why error, err error) {
	if b.checked {
		return b, nil, nil
	}
	if b.Kind == "" {
		if b.Kind, why, err = sandbox.Best(); err != nil {
			return b, nil, cmp.Or(CheckTempFolder(),
				fault.Host("no sandbox can be chosen", err,
					"end other programs, or have the suite name a sandbox"))
		}
	} else if err := b.Kind.Works(); err != nil {
		return b, nil, fault.Host("no sandbox "+string(b.Kind), err,
			"leave sandbox out for the best that works")
	}
	b.checked = true
	if b.Kind == sandbox.None {
		return b, why, nil
	}
	cache, err := (&find.Options{}).CacheFolder()
	if err != nil {
		return b, why, err
	}
	b.secret = sandbox.Outer(append(slices.Clone(b.Secrets), cache))
	for _, path := range b.Read {
		if err := sandbox.Grant(path); err != nil {
			return b, why, fault.Host("what the suite lets learners read", err,
				"or say `sandbox: none`")
		}
	}
	if err := b.clash("learners may read, says the suite,", b.Read,
		"name the files or folders that are needed, or say `sandbox: none`"); err != nil {
		return b, why, err
	}
	return b, why, b.clash("every learner may read", sandbox.System(),
		"move what is secret, or say `sandbox: none`")
}

// Policy returns the files open to a learner's process, without its private folder. An error wraps
// fault.ErrHost: an error of Check; or the learner could read a secret, lies in one, or has a
// folder too large to copy.
func (b Sandbox) Policy(source find.Source) (sandbox.Policy, error) {
	p, _, err := b.policy(source)
	return p, err
}

// policy also returns the learner's own folders, to be copied.
func (b Sandbox) policy(source find.Source) (p sandbox.Policy, folders []folderCopy, err error) {
	b, _, err = b.Check()
	p = sandbox.Policy{Kind: b.Kind, Read: slices.Clone(b.Read)}
	if err == nil {
		folders, err = b.open(&p, source, nil)
	}
	if err == nil && b.Command != nil {
		folders, err = b.open(&p, *b.Command, folders)
	}
	return p, folders, err
}

// open adds the files of a source to a policy, and its own folders to those to be copied.
func (b Sandbox) open(p *sandbox.Policy, source find.Source,
	folders []folderCopy) ([]folderCopy, error) {
	if p.Kind == sandbox.None {
		return nil, source.Check() // it runs in its own folder
	}
	own, copied, err := source.Files()
	if err != nil {
		return nil, fault.Host("no sandbox for the learner", err,
			"give the program itself, as `pyenv which` or `asdf which` names it")
	}
	if err := b.clash("the learner may read", own,
		"put the learner into a folder of its own, or say `sandbox: none`"); err != nil {
		return nil, err
	}
	for _, folder := range copied {
		for _, secret := range b.secret {
			if secret.Holds(sandbox.At(folder)) {
				return nil, fault.Host("the learner's folder "+folder,
					errors.New("which lies in "+secret.Path+", which no learner may read"),
					"move the learner, or say `sandbox: none`")
			}
		}
		files, err := source.Keep(strings.Join(b.Secrets, "\x00")+"\x00"+folder, folder,
			func() ([]string, error) { return b.listFolder(folder) })
		if err != nil {
			return nil, err
		}
		folders = append(folders, folderCopy{folder, files})
	}
	if source.Copy() != "" {
		own = append(own, source.Copy())
	}
	p.Read = append(own, p.Read...)
	return folders, source.Check()
}

// Name returns the name of the sandbox in records, after Check.
func (b Sandbox) Name() string { return sandbox.Policy{Kind: b.Kind}.String() }

// clash returns an error if a learner may not read one of the paths.
func (b Sandbox) clash(what string, paths []string, remedy string) error {
	private := sandbox.At(TempBase())
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
			err = errors.New("in which is " + private.Path +
				", with the private folders of other learners")
		}
		if err != nil {
			return fault.Host(what+" "+path, err, remedy)
		}
	}
	return nil
}

// Prepare makes the private folder of a learner's process and returns the policy of the process.
// The function moved maps a path of the learner to its copy in the folder. Errors are those of
// Policy, or wrap ErrHost.
func (b Sandbox) Prepare(source find.Source) (policy sandbox.Policy, f *Folder,
	moved func(path string) string, err error) {
	policy, folders, err := b.policy(source)
	if err != nil {
		return policy, nil, nil, err
	}
	if f, err = newFolder(); err != nil {
		return policy, nil, nil, err
	}
	policy.Private = f.Dir
	err = f.furnish(policy, source.Copy())
	if err == nil {
		moved, err = f.copyFolders(folders)
	}
	if err == nil && b.Command != nil {
		f.Command, err = commandLine(b.Command, moved)
	}
	if err != nil {
		f.Remove()
		err = fault.TempFolder(f.Dir, err)
	}
	return policy, f, moved, err
}

// Try returns an ErrHost if the sandbox of a policy cannot be made now. It makes the sandbox again,
// around a program that does nothing.
func Try(policy sandbox.Policy) error {
	f, err := newFolder()
	if err != nil {
		return err
	}
	defer f.Remove()
	policy.Private = f.Dir
	if err := f.furnish(policy, ""); err != nil {
		return fault.TempFolder(f.Dir, err)
	}
	if err := policy.Try(); err != nil {
		return fault.Host("the sandbox cannot be made", err,
			"run it again when it can, or say `sandbox: landlock`")
	}
	return nil
}

// commandLine returns a program and its arguments, at their places in a sandbox.
func commandLine(s *find.Source, moved func(path string) string) ([]string, error) {
	program, err := s.Program()
	line := append([]string{program}, s.Arguments()...)
	for i := range line {
		line[i] = moved(line[i])
	}
	return line, err
}
