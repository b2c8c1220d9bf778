package find

import (
	"errors"
	"fmt"
	gobuild "go/build"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/param"
)

// prefix begins the names of learners' executables.
const prefix = "spbench-learner-"

// Options say where to look for learners.
type Options struct {
	PluginPath []string     // folders, searched in order
	Log        func(string) // receives progress for people; may be nil
	Dir        string       // start of the search for a source checkout; "": the working directory
	Base       string       // start of relative paths in a command line; "": the working directory
	Cache      string       // for builds and copies; "": spbench in the user's cache folder
}

func (o *Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// CacheFolder returns the folder for builds and copies.
func (o *Options) CacheFolder() (string, error) {
	if o.Cache != "" {
		return o.Cache, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fault.Host("learners are copied to the user's cache, and no folder is known for it",
			err, "set XDG_CACHE_HOME to a folder")
	}
	return filepath.Join(dir, "spbench"), nil
}

// folders returns the folders with executables of learners: the plugin path, then the folder of
// this program.
func (o *Options) folders() []string {
	folders := slices.Clone(o.PluginPath)
	if self, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(self))
	}
	return folders
}

// Learner finds a learner by its name:
//
//  1. With a slash or a space, name is a path to an executable or a command line.
//  2. Otherwise it is the executable spbench-learner-NAME in the plugin path or beside this program.
//  3. Otherwise, inside a source checkout, it is the program in plugins/NAME, which is built.
//  4. Otherwise it is a learner of spbench-learners, beside this program or built in the checkout.
//
// Binaries are copied, so that a rebuild during a run changes nothing. Errors wrap
// fault.ErrNotFound, fault.ErrStart (not executable) or fault.ErrBuild.
func Learner(name string, o Options) (Source, error) {
	source, err := find(name, &o)
	if err != nil {
		err = fmt.Errorf("host: learner %q: %w", name, err)
		if o.Base != "" && IsCommand(name) && errors.Is(err, fault.ErrNotFound) {
			err = fmt.Errorf("%w\nhint: relative paths start at the suite's folder", err)
		}
		return Source{}, err
	}
	return source, nil
}

// IsCommand reports whether Learner takes name for a path or a command line.
func IsCommand(name string) bool { return strings.ContainsAny(name, "/ \t") }

func find(name string, o *Options) (Source, error) {
	if name == "" {
		return Source{}, fmt.Errorf("%w: the name is empty", fault.ErrNotFound)
	}
	if IsCommand(name) {
		return Command(name, o)
	}
	var looked []string
	for _, dir := range o.folders() {
		path := filepath.Join(dir, prefix+name)
		if _, err := os.Stat(path); err == nil {
			return executable(name, path, o)
		}
		looked = append(looked, path)
	}
	root := Checkout(o.Dir)
	if root != "" && isCommand(filepath.Join(root, "plugins", name)) {
		return buildOwn(name, root, o)
	}
	program, err := shipped(root, o)
	if errors.Is(err, errNoProgram) {
		return Source{}, fmt.Errorf("%w\n\t%w%s\nhint: %s", notFound(name, looked, o), err,
			nearest(name, o), InstallHint)
	} else if err != nil {
		return Source{}, err
	}
	if s, found := program.learner(name); found {
		return s, nil
	}
	looked = append(looked, name+" in "+program.Path)
	return Source{}, fmt.Errorf("%w%s", notFound(name, looked, o), nearest(name, o))
}

// isCommand reports whether the Go package in a folder is a program.
func isCommand(folder string) bool {
	p, _ := gobuild.ImportDir(folder, 0) // building it reports syntax errors
	return p != nil && p.IsCommand()
}

func notFound(name string, looked []string, o *Options) error {
	known := Names(*o)
	list := "none"
	if len(known) > 0 {
		list = strings.Join(known, ", ")
	}
	return fmt.Errorf("%w\n\tlooked for %s\n\tlearners found: %s", fault.ErrNotFound,
		strings.Join(looked, "\n\t           "), list)
}

// nearest returns a hint with the learner probably meant by name, or "".
func nearest(name string, o *Options) string {
	if near := param.Nearest(name, Names(*o)); near != "" {
		return fmt.Sprintf("\nhint: did you mean %q?", near)
	}
	return ""
}

// Names returns the sorted names known to Learner without a path. It builds nothing.
func Names(o Options) []string {
	var names []string
	for _, dir := range o.folders() {
		paths, _ := filepath.Glob(filepath.Join(dir, prefix+"*"))
		for _, path := range paths {
			names = append(names, strings.TrimPrefix(filepath.Base(path), prefix))
		}
	}
	installed := beside() != ""
	if installed {
		if program, err := shipped("", &o); err == nil {
			names = slices.AppendSeq(names, maps.Keys(program.hashes))
		}
	}
	if root := Checkout(o.Dir); root != "" {
		sources, _ := filepath.Glob(filepath.Join(root, "plugins", "*", "*.go"))
		for _, path := range sources {
			if folder := filepath.Dir(path); !installed || isCommand(folder) {
				names = append(names, filepath.Base(folder))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// executable returns the source of the program at path.
func executable(name, path string, o *Options) (Source, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	if err := checkExecutable(path); err != nil {
		return Source{}, err
	}
	sum, err := sumOf(path)
	if err != nil {
		return Source{}, err
	}
	s := Source{Name: name, Path: path, Argv: []string{path}, Identity: "binary:" + sum}
	if begins(path, "#!") { // even if its interpreter is not found here
		return s, s.keep(o)
	}
	s.copied, err = store(path, sum, o)
	return s, err
}

func checkExecutable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%w: there is no file %s", fault.ErrNotFound, path)
	case err != nil:
		return fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	case info.IsDir():
		return fmt.Errorf("%w: %s is a folder, not a program", fault.ErrStart, path)
	case info.Mode()&0o111 == 0:
		return fmt.Errorf("%w: %s is not executable: chmod +x it", fault.ErrStart, path)
	}
	return nil
}
