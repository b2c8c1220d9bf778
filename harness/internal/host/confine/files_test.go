package confine

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestNeeds: of an interpreter the environment, what that was made from and the links between them
// can be read, of another program it alone; what lies beside them cannot.
func TestNeeds(t *testing.T) {
	works(t, sandbox.Landlock)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	for _, path := range []string{
		"pythons/3.12.5/lib/python3.12/os.py", "env/pyvenv.cfg", "code/learner.py",
		".local/lib/python3.12/os.py", ".pyenv/shims/x",
	} {
		write(t, filepath.Join(home, path), "", 0o644)
	}
	for _, path := range []string{"pythons/3.12.5/bin/python3.12", ".local/bin/python",
		"tools/bin/tool", ".pyenv/shims/python"} {
		write(t, filepath.Join(home, path), "\x7fELF", 0o755)
	}
	write(t, filepath.Join(home, "scripts/learner"),
		"#!"+filepath.Join(home, "env/bin/python")+" -u\n", 0o755)
	write(t, filepath.Join(home, "copies/pyvenv.cfg"),
		"home = "+filepath.Join(home, "pythons/3.12/bin")+"\nversion = 3.12.5\n", 0o644)
	write(t, filepath.Join(home, "copies/bin/python"), "\x7fELF", 0o755)
	write(t, filepath.Join(home, "byname/learner"), "#!/usr/bin/env python\n", 0o755)
	t.Setenv("PATH", filepath.Join(home, "env/bin")+":"+os.Getenv("PATH"))
	need(t, os.Mkdir(filepath.Join(home, "env/bin"), 0o755))
	for link, target := range map[string]string{"pythons/3.12": "3.12.5",
		"env/bin/python": filepath.Join(home, "pythons/3.12/bin/python3.12")} {
		need(t, os.Symlink(target, filepath.Join(home, link)))
	}
	environment := []string{"env", "pythons/3.12.5", "env/bin/python"}
	for _, test := range []struct {
		command string
		want    []string // read in place
		copied  string   // the folder that is copied
		fails   string
	}{
		{"env/bin/python ~/code/learner.py", environment, "code", ""},
		{"python ~/code/learner.py", environment, "code", ""},
		{"scripts/learner", environment, "scripts", ""},
		{"byname/learner", environment, "byname", ""},
		{"copies/bin/python ~/code/learner.py",
			[]string{"copies", "pythons/3.12.5", "copies/bin/python"}, "code", ""},
		{"env A=1 python ~/code/learner.py", environment, "code", ""},
		{"nice -n 10 ~/env/bin/python ~/code/learner.py", environment, "code", ""},
		{"nice env A=1 python ~/code/learner.py", environment, "code", ""},
		{"sh ~/scripts/learner", environment, "scripts", ""},
		{"env ~/.pyenv/shims/python", nil, "", "pyenv which"},
		{".local/bin/python ~/code/learner.py", []string{".local/bin/python"}, "code", ""},
		{"tools/bin/tool --learn", []string{"tools/bin/tool"}, "", ""},
		{".pyenv/shims/python ~/code/learner.py", nil, "", "pyenv which"},
	} {
		command := strings.ReplaceAll(test.command, "~", home)
		if strings.Contains(strings.Fields(command)[0], "/") {
			command = filepath.Join(home, command)
		}
		source := sourceOf(t, command)
		p, folders, err := Sandbox{Kind: sandbox.Landlock}.policy(source)
		if (err != nil) != (test.fails != "") || err != nil &&
			!strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: %v, want %q", command, err, test.fails)
			continue
		}
		var got []string
		for _, path := range p.Read {
			if name := filepath.Base(path); slices.Contains([]string{"env", "nice", "sh"}, name) {
				if found, _ := exec.LookPath(name); found == path {
					continue // a program by its name, where it is not of the system
				}
			}
			below, _ := filepath.Rel(sandbox.Resolved(home), path)
			got = append(got, below)
		}
		slices.Sort(got)
		slices.Sort(test.want)
		var copied []string
		for _, folder := range folders {
			below, _ := filepath.Rel(sandbox.Resolved(home), folder.folder)
			copied = append(copied, below)
		}
		if err == nil && strings.Join(copied, " ") != test.copied {
			t.Errorf("%s: it gets copies of %q, want %q", command, copied, test.copied)
		}
		if err == nil && !slices.Equal(got, test.want) {
			t.Errorf("%s: it may read %q, want %q", command, got, test.want)
		}
	}
}
