package host

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/box"
)

// needs returns what a learner needs of its own beside the copy of its program, files and folders: the folder of a script,
// which may need its neighbours, those of the files in its command line, its interpreter and where that has its libraries.
func (s *Source) needs() (paths []string, err error) {
	if s.copied != "" {
		return nil, nil
	}
	add := func(path string) {
		if path != "" && !slices.Contains(paths, path) && !box.InSystem(path) {
			paths = append(paths, path)
		}
	}
	if len(s.Argv) == 1 {
		add(filepath.Dir(s.Path))
	}
	for program, deep := s.Path, 0; program != "" && deep < deepest; program, deep = interpreter(program), deep+1 {
		if filepath.Base(filepath.Dir(program)) == "shims" {
			return nil, fmt.Errorf("%s only looks for the program", program)
		}
		for _, step := range steps(program) {
			add(installed(step))
		}
		add(program)
	}
	for _, arg := range s.arguments() {
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg):
		case info.IsDir():
			add(arg)
		default:
			add(filepath.Dir(arg))
		}
	}
	return paths, nil
}

// deepest is how many interpreters the kernel lets stand behind each other.
const deepest = 5

// interpreter returns the program that runs a script, as far as its first line tells; "" for what is none.
func interpreter(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 256).ReadSlice('\n') // which is as much as the kernel reads
	after, ok := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(after)
	if !ok || len(words) == 0 {
		return ""
	}
	program := words[0]
	if filepath.Base(program) == "env" {
		isName := func(word string) bool { return !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") }
		if at := slices.IndexFunc(words[1:], isName); at >= 0 {
			program, _ = exec.LookPath(words[1+at])
		}
	}
	if !filepath.IsAbs(program) {
		return "" // starting it will tell
	}
	return program
}

// steps returns a program's path and, if that is a link, what it leads to, link by link.
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

// marks are what a folder has that an interpreter was installed in with its libraries, or an environment of one.
var marks = []string{"pyvenv.cfg", "conda-meta", "lib*/python3*/os.py", "lib*/pypy3*/os.py", "lib*/R/library", "share/julia", "lib/ruby", "lib/modules"}

// installed returns the folder around the one of a program, if that program was installed in it with its libraries, and no other user's
// programs were; else "".
func installed(program string) string {
	bin := box.Resolved(filepath.Dir(program))
	around := filepath.Dir(bin)
	home, _ := os.UserHomeDir()
	if filepath.Base(bin) != "bin" || slices.Contains([]string{"/", "/opt", home, filepath.Join(home, ".local")}, around) {
		return ""
	}
	for _, mark := range marks {
		if found, _ := filepath.Glob(filepath.Join(around, mark)); len(found) > 0 {
			return around
		}
	}
	return ""
}
