package find

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// Command returns the source for a path, which may have spaces, or for a command line. Quotes keep
// a word with spaces together.
func Command(line string, o *Options) (Source, error) {
	at := Source{dir: o.Base}
	if path := at.at(line); isRegular(path) {
		return executable(line, path, o)
	}
	argv, err := split(line)
	if err != nil {
		return Source{}, fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	}
	if len(argv) == 0 {
		return Source{}, fmt.Errorf("%w: the command line is empty", fault.ErrNotFound)
	}
	return command(line, argv, o)
}

// command returns the source for the words of a command line.
func command(line string, argv []string, o *Options) (Source, error) {
	at := Source{dir: o.Base}
	if len(argv) == 1 {
		return executable(line, at.at(argv[0]), o)
	}
	program := argv[0]
	if strings.Contains(program, "/") {
		program = at.at(program)
		if err := checkExecutable(program); err != nil {
			return Source{}, err
		}
	}
	path, err := program, error(nil)
	if !strings.Contains(argv[0], "/") {
		if path, err = exec.LookPath(program); err != nil {
			return Source{}, fmt.Errorf("%w: %w", fault.ErrNotFound, err)
		}
	}
	if path, err = filepath.Abs(path); err != nil {
		return Source{}, err
	}
	if err := MissingScript(o.Base, argv[1:]); err != nil {
		return Source{}, fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	}
	s := Source{Name: line, Path: behind(path), Argv: argv, dir: o.Base}
	return s, s.keep(o)
}

// script matches the names of scripts; not flags or text with spaces.
var script = regexp.MustCompile(`^[^-\s]\S*\.(jl|js|lua|m|pl|py|rb|R|r|sh)$`)

// MissingScript returns an error if an argument has the name of a script, and there is no such file.
// Relative paths start at dir. The interpreter would fail later, as if the script did.
func MissingScript(dir string, args []string) error {
	s := Source{dir: dir}
	for _, arg := range args {
		if _, err := os.Stat(s.at(arg)); script.MatchString(arg) && err != nil {
			return err
		}
	}
	return nil
}

// behind returns the program behind a shim of pyenv, rbenv or asdf, as its manager reports; other
// programs unchanged. A shim would look for the program in folders closed by the sandbox.
func behind(path string) string {
	shims, name := filepath.Split(path)
	if filepath.Base(shims) != "shims" {
		return path
	}
	for _, manager := range []string{"pyenv", "rbenv", "asdf"} {
		text, err := exec.Command(filepath.Join(shims, "..", "bin", manager), "which",
			name).Output()
		if program := strings.TrimSpace(string(text)); err == nil && filepath.IsAbs(program) {
			return program
		}
	}
	return path
}

// split splits a command line at spaces. Single or double quotes keep a word together.
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
