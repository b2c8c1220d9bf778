package host_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// A learner sees its neighbours in every sandbox, but no secrets: neither their contents nor their
// names.
func TestFolderCopy(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	script := `cd "$(dirname "$0")"; echo "found:" .[!.]* * */* >&2
cat helper pkg/deep link ../../../results/run/records-1.jsonl >&2`
	learner := write(t, filepath.Join(dir, "learner.sh"), script, 0o644)
	for path, text := range map[string]string{
		"helper": "helper is here", "pkg/deep": "deep is here",
		"results/run/records-1.jsonl": "label", "news.conll": "label",
		"old results/run/records-2.jsonl": "label", ".git/config": "label",
		"__pycache__/a": "label", "venv/pyvenv.cfg": "label",
		"venv/lib/x": "label",
	} {
		write(t, filepath.Join(dir, path), text, 0o644)
	}
	outside := write(t, filepath.Join(t.TempDir(), "outside"), "label", 0o644)
	for link, target := range map[string]string{"link": "helper", "secret": "news.conll",
		"away": outside} {
		need(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	source := must(find.Learner("sh learner.sh",
		find.Options{Cache: t.TempDir(), Base: filepath.Dir(learner)}))(t)
	secrets := []string{filepath.Join(dir, "results"), filepath.Join(dir, "news.conll")}
	for _, kind := range []sandbox.Kind{sandbox.Bubblewrap, sandbox.Landlock} {
		t.Run(string(kind), func(t *testing.T) {
			works(t, kind)
			_, err := host.Open(t.Context(), source,
				host.Options{Sandbox: confine.Sandbox{Kind: kind, Secrets: secrets}})
			if err == nil {
				t.Fatal("a script that serves nothing was opened")
			}
			for _, want := range []string{"found: .[!.]* helper learner.sh link pkg pkg/deep\n",
				"helper is here", "deep is here"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is missing in: %v", want, err)
				}
			}
			if strings.Contains(err.Error(), "label") {
				t.Errorf("it read a secret: %v", err)
			}
		})
	}
}

// An interpreter in an environment beside the script is started in place and is not copied.
func TestInterpreterInFolder(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	sh := must(filepath.EvalSymlinks(must(exec.LookPath("sh"))(t)))(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "learner.sh"), `cat "$(dirname "$0")/helper" >&2`, 0o644)
	write(t, filepath.Join(dir, "helper"), "helper is here", 0o644)
	write(t, filepath.Join(dir, ".venv", "pyvenv.cfg"), "", 0o644)
	shell := filepath.Join(dir, ".venv", "bin", "sh")
	need(t, errors.Join(os.Mkdir(filepath.Dir(shell), 0o755), os.Symlink(sh, shell)))
	for kind, before := range map[sandbox.Kind]string{
		sandbox.Bubblewrap: "", sandbox.Landlock: "env A=1 ",
	} {
		line := before + filepath.Join(".venv", "bin", "sh") + " learner.sh"
		t.Run(string(kind)+" "+line, func(t *testing.T) {
			works(t, kind)
			source, err := find.Learner(line, find.Options{Cache: t.TempDir(), Base: dir})
			need(t, err)
			_, err = host.Open(t.Context(), source,
				host.Options{Sandbox: confine.Sandbox{Kind: kind}})
			if err == nil || !strings.Contains(err.Error(), "helper is here") {
				t.Errorf("%v", err)
			}
		})
	}
}

// A folder of more than 256 MB is refused. Secrets in it do not count.
func TestLargeFolder(t *testing.T) {
	works(t, sandbox.Landlock)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	write(t, filepath.Join(dir, "learner.sh"), "", 0o644)
	large := write(t, filepath.Join(dir, "model"), "", 0o644)
	need(t, os.Truncate(large, 257<<20))
	source := must(find.Learner("sh learner.sh", find.Options{Cache: t.TempDir(), Base: dir}))(t)
	const want = "more than 256 MB"
	if _, err := (confine.Sandbox{Kind: sandbox.Landlock}).Policy(source); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if _, err := (confine.Sandbox{Kind: sandbox.Landlock,
		Secrets: []string{large}}).Policy(source); err != nil {
		t.Error(err)
	}
	if _, err := (confine.Sandbox{Kind: sandbox.None}).Policy(source); err != nil {
		t.Error(err)
	}
}
