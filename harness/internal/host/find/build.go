package find

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/host/fault"
)

// Module is the module with the folder plugins.
const Module = "github.com/spbench/spbench"

// Checkout returns the absolute root of the source checkout around dir ("": the working directory);
// "" if there is none.
func Checkout(dir string) string {
	dir, err := filepath.Abs(dir)
	for up := ""; err == nil && dir != up; up, dir = dir, filepath.Dir(dir) {
		if mod, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			first, _, _ := strings.Cut(string(mod), "\n")
			if strings.TrimSpace(first) == "module "+Module {
				return dir
			}
			break
		}
	}
	return ""
}

// builds are the packages built by this process. Each is built once: a run must not change its
// learners.
var builds struct {
	sync.Mutex
	done map[string]error // by program
}

// build builds a command of the checkout at root, such as "./plugins/mine", and returns it as the
// source of a learner called name.
func build(name, pkg, root string, o *Options) (Source, error) {
	cache, err := o.CacheFolder()
	if err != nil {
		return Source{}, err
	}
	where := sha256.Sum256([]byte(root))
	out := filepath.Join(cache, "build", hex.EncodeToString(where[:8]))
	if err := os.MkdirAll(out, 0o755); err != nil {
		return Source{}, cacheTrouble(out, err)
	}
	unlock, err := lock(filepath.Join(out, ".lock"))
	if err != nil {
		return Source{}, cacheTrouble(out, err)
	}
	defer unlock()

	builds.Lock()
	defer builds.Unlock()
	program := filepath.Join(out, filepath.Base(pkg))
	failed, done := builds.done[program]
	if !done {
		if _, err := os.Stat(program); err != nil {
			o.log("building %s in %s (the first time takes about a minute) …", pkg, root)
		}
		start := time.Now()
		// Without tags: a first build need not compile packages twice. Data for a debugger would take
		// a third of the time of linking.
		_, failed = run(root, "go", "build", "-buildvcs=false", "-ldflags=-w", "-o", out+"/", pkg)
		if failed != nil {
			failed = fmt.Errorf("%w: %w", fault.ErrBuild, failed)
		} else if took := time.Since(start); took > 3*time.Second {
			o.log("built in %.0f s", took.Seconds())
		}
		if builds.done == nil {
			builds.done = map[string]error{}
		}
		builds.done[program] = failed
	}
	if failed != nil {
		return Source{}, failed
	}
	return executable(name, program, o)
}

// buildOwn builds the user's learner in plugins/NAME of the checkout at root.
func buildOwn(name, root string, o *Options) (Source, error) {
	s, err := build(name, "./plugins/"+name, root, o)
	if err != nil {
		return Source{}, err
	}
	fit, predict, err := sourceSums(root, name)
	if err == nil { // else the identity is the hash of the program
		s.Identity, s.Predict = "source:"+fit, predict
	}
	return s, nil
}

// run runs a command in dir and returns its output. The error has the command's standard error.
func run(dir string, argv ...string) ([]byte, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		said := strings.TrimSpace(string(exit.Stderr))
		return out, fmt.Errorf("%s: %w\n\t%s", strings.Join(argv, " "), err,
			strings.ReplaceAll(said, "\n", "\n\t"))
	}
	return out, err
}

// sourceSums returns the hashes of the learner in plugins/NAME of the checkout at root, for fits
// and for predictions: of its sources, the sources that they use, and the settings of Go's
// compiler.
func sourceSums(root, name string) (fit, predict string, err error) {
	env, err := run(root, "go", "env", "GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOARM64",
		"GOEXPERIMENT", "GOFLAGS", "CGO_ENABLED")
	if err != nil {
		return "", "", err
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("host: %v", v)
		}
	}()
	goVersion, rest, _ := strings.Cut(string(env), "\n")
	fit, predict = sources.NewTree(os.DirFS(root),
		os.DirFS(filepath.Join(root, "plugins"))).Learner(name)
	sum := func(hash string) string {
		if hash == "" {
			return ""
		}
		h := sha256.Sum256([]byte(version.Lang(goVersion) + "\n" + rest + hash))
		return hex.EncodeToString(h[:])
	}
	return sum(fit), sum(predict), nil
}

// lock takes an advisory lock on a file, against other processes that build into the same folder.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), f.Close())
	}
	return func() { _ = f.Close() }, nil // closing unlocks
}
