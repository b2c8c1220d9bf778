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
	Name     string   // as asked for
	Path     string   // of the executable that was found
	Argv     []string // its command line
	Identity string   // changes whenever the learner might: "source:…", "binary:…" or "command:…" and a hash
	Predict  string   // as Identity, of what only predictions depend on; "" if Identity covers that
	dir      string   // where relative paths in Argv start; "": the working directory
	copied   string   // the content-addressed copy that is started instead of Path; "" for none
}

// Program returns the file to execute. A copy that was deleted or changed, as by a
// learner, is made anew if the original is still what it was.
func (s *Source) Program() (string, error) {
	if s.copied == "" {
		return s.Path, nil
	}
	sum := filepath.Base(filepath.Dir(s.copied))
	if unchanged(s.copied, sum) {
		return s.copied, nil
	}
	return s.copied, copyFile(s.copied, s.Path, sum)
}

// Arguments returns the arguments for a process starting in another folder: names of files are
// absolute, and names of folders if they have a slash. The arguments of a copied program are no
// files.
func (s *Source) Arguments() []string {
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

// Copy returns the copy started instead of Path; "" if there is none.
func (s *Source) Copy() string { return s.copied }

// at returns a path of the command line, starting at the folder s.dir.
func (s *Source) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, path)
}

// ExecError is an error of executing the program, whose file is there and is executable: of the program only if the system
// says so of it.
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

const noexecRemedy = "the file system of the cache is mounted noexec, or a folder on the way is closed: set XDG_CACHE_HOME to another folder"
