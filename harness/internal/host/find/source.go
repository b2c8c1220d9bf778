package find

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/stage"
)

// A Source is a learner that can be started.
type Source struct {
	Name     string   // in the suite
	Path     string   // of the executable
	Argv     []string // its command line
	Identity string   // changes with the learner: "source:…", "binary:…" or "command:…" and a hash
	Predict  string   // identity of the code used only by predictions; "" if Identity covers it
	dir      string   // start of relative paths in Argv; "": the working directory
	copied   string   // copy by content, started instead of Path; "" for none
	kept     *keeper  // of a script or command line; nil for a program that is copied as a whole
}

// Program returns the file to execute. If the copy was deleted or changed, for example by a
// learner, Program copies the original again, provided that the original has not changed.
func (s *Source) Program() (string, error) {
	if s.copied == "" {
		return s.Path, nil
	}
	return s.copied, copyFile(s.copied, s.Path)
}

// Arguments returns the arguments for a process in another folder: names of files are absolute, and
// names of folders if they have a slash. The arguments of a program that is copied as a whole are
// not files.
func (s *Source) Arguments() []string {
	if s.kept == nil {
		return slices.Clone(s.Argv[1:])
	}
	return slices.Clone(s.kept.arguments)
}

// absolute returns what Arguments returns, from the files there are.
func (s *Source) absolute() []string {
	arguments := slices.Clone(s.Argv[1:])
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

// Copy returns the copy started instead of Path; "" if there is none.
func (s *Source) Copy() string { return s.copied }

// at returns a path of the command line, starting at the folder s.dir.
func (s *Source) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, path)
}

// ExecError returns the error for an executable that could not be executed. It blames the program
// only if the system does.
func (s *Source) ExecError(err error) error {
	var failure *stage.Failure
	if !errors.As(err, &failure) || !failure.OfProgram() {
		return fault.NoProcess(err)
	}
	if failure.Errno != syscall.EACCES || checkExecutable(s.Path) != nil {
		return fault.Start(err)
	}
	remedy := "its file system is mounted noexec, or a folder on the way is closed: move it"
	if s.copied != "" {
		remedy = noexecRemedy
	}
	return fault.Host("a program that is executable may not be executed", err, remedy)
}

const noexecRemedy = "the file system of the cache is mounted noexec, or a folder on the way is " +
	"closed: set XDG_CACHE_HOME to another folder"
