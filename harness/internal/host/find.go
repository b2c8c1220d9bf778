package host

import (
	"errors"
	"fmt"
	gobuild "go/build"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// prefix is what the executables of learners are called before their name.
const prefix = "spbench-learner-"

// FindOptions say where learners are looked for.
type FindOptions struct {
	PluginPath []string     // folders, searched in order
	Log        func(string) // progress for people; nil: nothing is said
	Dir        string       // where the search for a source checkout starts; "": the working directory
	Base       string       // where relative paths of a command line start; "": the working directory
	Cache      string       // for builds and copies; "": spbench in the user's cache folder
	Pins       string       // folder in which [Pin] has put learners, which come before all others; "": there is none
}

func (o *FindOptions) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

func (o *FindOptions) cache() (string, error) {
	if o.Cache != "" {
		return o.Cache, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", cacheTrouble("", err)
	}
	return filepath.Join(dir, "spbench"), nil
}

// folders returns where executables of learners are: the plugin path, then the
// folder of this program.
func (o *FindOptions) folders() []string {
	folders := slices.Clone(o.PluginPath)
	if self, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(self))
	}
	return folders
}

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

// program returns the file to execute. A copy that was deleted or changed, as by a
// learner, is made anew if the original is still what it was.
func (s *Source) program() (string, error) {
	if s.copied == "" {
		return s.Path, nil
	}
	sum := filepath.Base(filepath.Dir(s.copied))
	if unchanged(s.copied, sum) {
		return s.copied, nil
	}
	return s.copied, copyFile(s.copied, s.Path, sum)
}

// Find looks a learner up: name is a path to an executable or a command line, if
// it has a slash or a space in it; else the executable spbench-learner-NAME in
// the plugin path or beside this program; else, inside a source checkout, the
// command in the folder plugins/NAME, after building it; else a learner of spbench-learners beside
// this program, or built in the checkout. Binaries are copied: a rebuild during a run changes
// nothing. Errors wrap ErrNotFound, ErrStart (not executable) or ErrBuild.
func Find(name string, o FindOptions) (Source, error) {
	source, err := find(name, &o)
	if err != nil {
		err = fmt.Errorf("host: learner %q: %w", name, err)
		if o.Base != "" && IsCommand(name) && errors.Is(err, ErrNotFound) {
			err = fmt.Errorf("%w\nhint: relative paths start at the suite's folder", err)
		}
		return Source{}, err
	}
	return source, nil
}

// IsCommand reports whether Find takes name for a path to an executable or for a command line.
func IsCommand(name string) bool { return strings.ContainsAny(name, "/ \t") }

func find(name string, o *FindOptions) (Source, error) {
	if name == "" {
		return Source{}, fmt.Errorf("%w: the name is empty", ErrNotFound)
	}
	if s, found, err := pinned(name, o); found || err != nil {
		return s, err
	}
	if IsCommand(name) {
		return findCommand(name, o)
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
		return Source{}, fmt.Errorf("%w\n\t%w\n\thint: %s", notFound(name, looked, o), err, InstallHint)
	} else if err != nil {
		return Source{}, err
	}
	if s, found := program.learner(name); found {
		return s, nil
	}
	return Source{}, notFound(name, append(looked, name+" in "+program.Path), o)
}

// isCommand reports whether the Go package in a folder is a program.
func isCommand(folder string) bool {
	p, _ := gobuild.ImportDir(folder, 0) // of what does not parse, building it tells
	return p != nil && p.IsCommand()
}

func notFound(name string, looked []string, o *FindOptions) error {
	known := Names(*o)
	near := param.Nearest(name, known)
	if near != "" {
		near = fmt.Sprintf("; did you mean %q?", near)
	}
	list := "none"
	if len(known) > 0 {
		list = strings.Join(known, ", ")
	}
	return fmt.Errorf("%w%s\n\tlooked for %s\n\tlearners found: %s", ErrNotFound, near, strings.Join(looked, "\n\t           "), list)
}

// Names returns the names, sorted, known to Find without a path. It builds nothing.
func Names(o FindOptions) []string {
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
func executable(name, path string, o *FindOptions) (Source, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	if err := checkExecutable(path); err != nil {
		return Source{}, err
	}
	sum, err := fileSum(path)
	if err != nil {
		return Source{}, err
	}
	s := Source{Name: name, Path: path, Argv: []string{path}, Identity: "binary:" + sum}
	s.copied, err = store(path, sum, o)
	return s, err
}

func checkExecutable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%w: there is no file %s", ErrNotFound, path)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case info.IsDir():
		return fmt.Errorf("%w: %s is a folder, not a program", ErrStart, path)
	case info.Mode()&0o111 == 0:
		return fmt.Errorf("%w: %s is not executable: chmod +x it", ErrStart, path)
	}
	return nil
}

// findCommand returns the source for a path, which may have spaces in it, or a
// command line.
func findCommand(line string, o *FindOptions) (Source, error) {
	at := Source{dir: o.Base}
	if path := at.at(line); isRegular(path) {
		return executable(line, path, o)
	}
	argv, err := split(line)
	if err != nil {
		return Source{}, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	switch len(argv) {
	case 0:
		return Source{}, fmt.Errorf("%w: the command line is empty", ErrNotFound)
	case 1:
		return executable(line, at.at(argv[0]), o)
	}
	program := argv[0]
	if strings.Contains(program, "/") {
		program = at.at(program)
		if err := checkExecutable(program); err != nil {
			return Source{}, err
		}
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return Source{}, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return Source{}, err
	}
	s := Source{Name: line, Path: behind(path), Argv: argv, dir: o.Base}
	sum, err := s.commandSum()
	s.Identity = "command:" + sum
	return s, err
}

// behind returns the program that a shim of pyenv, rbenv or asdf would start here, as its manager says, which is installed
// beside the folder of shims; any other program itself. A shim looks for it in folders that no sandbox opens.
func behind(path string) string {
	shims, name := filepath.Split(path)
	if filepath.Base(shims) != "shims" {
		return path
	}
	for _, manager := range []string{"pyenv", "rbenv", "asdf"} {
		text, err := exec.Command(filepath.Join(shims, "..", "bin", manager), "which", name).Output()
		if program := strings.TrimSpace(string(text)); err == nil && filepath.IsAbs(program) {
			return program
		}
	}
	return path
}

// split cuts a command line at spaces; quotes, single or double, keep a word
// together.
func split(line string) (words []string, err error) {
	var word strings.Builder
	quote, inside := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c of %q is never closed", quote, line)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
