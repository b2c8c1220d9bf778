package find

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

// Files returns the files that a learner reads besides its program's copy. It reads its
// interpreter, the interpreter's libraries, and programs in its command line in place. It gets
// copies of folders: of the folders in its command line, and of the folders of scripts and other
// files there.
func (s *Source) Files() (read, folders []string, err error) {
	if s.kept == nil {
		return nil, nil, nil
	}
	n := s.kept.files()
	return n.read, n.folders, n.err
}

// A needed has the results of Files.
type needed struct {
	read, folders []string
	err           error
}

// need finds what Files returns.
func (s *Source) need() (n needed) {
	add := func(to *[]string, path string) {
		if _, err := os.Stat(path); err != nil || slices.Contains(*to, path) ||
			sandbox.InSystem(path) {
			return // a missing file shows when the learner starts
		}
		*to = append(*to, path)
	}
	if len(s.Argv) == 1 {
		add(&n.folders, filepath.Dir(s.Path))
	}
	for _, arg := range s.Arguments() {
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg):
		case info.IsDir():
			add(&n.folders, arg)
		case isBinary(arg):
			add(&n.read, arg)
		case !sandbox.InSystem(arg):
			add(&n.folders, filepath.Dir(arg))
		}
	}
	copied := func(path string) bool {
		in := func(folder string) bool { return sandbox.Holds(folder, path) }
		return slices.ContainsFunc(n.folders, in) && !isBinary(path)
	}
	for i, word := range s.programs() {
		for program, deep := word, 0; program != "" && deep < deepest; program,
			deep = interpreter(program), deep+1 {
			if shim := filepath.Base(filepath.Dir(program)) == "shims"; shim &&
				(i == 0 || deep == 0) {
				return needed{err: fmt.Errorf("%s only looks for the program", program)}
			}
			for _, step := range steps(program) {
				around := installed(step)
				add(&n.read, around)
				add(&n.read, installed(made(around)))
			}
			if !copied(program) {
				add(&n.read, program)
			}
		}
	}
	return n
}

// isBinary reports whether a file is a program in the machine's own format, and not a script or
// text.
func isBinary(path string) bool { return begins(path, "\x7fELF") }

// starters are programs that start the program named in their command line.
var starters = []string{"env", "nice", "ionice", "nohup", "numactl", "setsid", "stdbuf", "taskset",
	"time", "timeout"}

// programs returns the program, and everything executable in the command line: files, and the first
// name after one of the starters.
func (s *Source) programs() []string {
	found := []string{s.Path}
	starts := slices.Contains(starters, filepath.Base(s.Path))
	for _, word := range s.Arguments() {
		if !starts && !filepath.IsAbs(word) {
			continue
		}
		if path, err := exec.LookPath(word); err == nil && filepath.IsAbs(path) {
			found = append(found, path)
			starts = slices.Contains(starters, filepath.Base(path))
		}
	}
	return found
}

// deepest is the kernel's limit on interpreters of interpreters.
const deepest = 5

// interpreter returns the program that runs a script, according to its first line; "" for other
// files.
func interpreter(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 256).ReadSlice('\n') // the kernel reads no more
	after, ok := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(after)
	if !ok || len(words) == 0 {
		return ""
	}
	program := words[0]
	if filepath.Base(program) == "env" {
		isName := func(word string) bool {
			return !strings.HasPrefix(word, "-") &&
				!strings.Contains(word, "=")
		}
		if at := slices.IndexFunc(words[1:], isName); at >= 0 {
			program, _ = exec.LookPath(words[1+at])
		}
	}
	if !filepath.IsAbs(program) {
		return "" // starting it reports the error
	}
	return program
}

// steps returns a path and, if it is a link, its targets link by link.
func steps(path string) (found []string) {
	for !slices.Contains(found, path) {
		found = append(found, path)
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if path = filepath.Join(filepath.Dir(path), target); filepath.IsAbs(target) {
			path = target
		}
	}
	return found
}

// marks are the files of a folder with an installed interpreter and its libraries, or with an
// environment.
var marks = []string{"pyvenv.cfg", "conda-meta", "lib*/python3*/os.py", "lib*/pypy3*/os.py",
	"lib*/R/library", "share/julia", "lib/ruby", "lib/modules"}

// installed returns the folder around a program's folder if the program was installed there with
// its libraries, and the folder is not shared with other programs; else "".
func installed(program string) string {
	if program == "" {
		return ""
	}
	bin := sandbox.Resolved(filepath.Dir(program))
	around := filepath.Dir(bin)
	home, _ := os.UserHomeDir()
	if filepath.Base(bin) != "bin" || sandbox.InSystem(around) ||
		slices.Contains([]string{"/", "/opt", home, filepath.Join(home, ".local")}, around) {
		return ""
	}
	for _, mark := range marks {
		if found, _ := filepath.Glob(filepath.Join(around, mark)); len(found) > 0 {
			return around
		}
	}
	return ""
}

// made returns the original program of an environment's interpreter, which has the libraries; ""
// for none.
func made(environment string) string {
	text, err := os.ReadFile(filepath.Join(environment, "pyvenv.cfg"))
	if environment == "" || err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, folder, _ := strings.Cut(line, "="); strings.TrimSpace(key) == "home" &&
			filepath.IsAbs(strings.TrimSpace(folder)) {
			return filepath.Join(strings.TrimSpace(folder), "python")
		}
	}
	return ""
}
