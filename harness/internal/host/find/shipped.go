package find

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// shippedProgram is the program with the learners that come with spbench.
const shippedProgram = "spbench-learners"

// errNoProgram means that this program is missing and cannot be built.
var errNoProgram = errors.New("no " + shippedProgram + " beside this program")

// InstallHint says how to install this program.
const InstallHint = "go install " + Module +
	"/harness/cmd/...@latest installs both programs; in a checkout, Go builds " + shippedProgram

// A shipment is the program with the learners that come with spbench.
type shipment struct {
	Source
	hashes map[string][2]string // of the sources, by learner: to fit and to predict
}

// shipments are the programs found by this process, by path or checkout and by cache: a run must
// not change its learners.
var shipments struct {
	sync.Mutex
	found map[[2]string]*shipment
}

// shipped finds the program beside this one, or builds it in the checkout at root. It starts no
// program from other folders, because it asks the program for hashes outside any sandbox.
func shipped(root string, o *Options) (*shipment, error) {
	cache, err := o.CacheFolder()
	if err != nil {
		return nil, err
	}
	path := beside()
	shipments.Lock()
	defer shipments.Unlock()
	key := [2]string{cmp.Or(path, root), cache}
	if s := shipments.found[key]; s != nil {
		return s, nil
	}
	source, err := findProgram(path, root, o)
	if err != nil {
		return nil, err
	}
	s, err := source.shipment()
	if err != nil {
		return nil, err
	}
	if shipments.found == nil {
		shipments.found = map[[2]string]*shipment{}
	}
	shipments.found[key] = s
	return s, nil
}

// findProgram returns the program at path or, if path is "", of the checkout at root.
func findProgram(path, root string, o *Options) (Source, error) {
	switch {
	case path != "":
		return executable(shippedProgram, path, o)
	case root == "":
		return Source{}, errNoProgram
	}
	source, err := build(shippedProgram, "./harness/cmd/"+shippedProgram, root, o)
	if errors.Is(err, exec.ErrNotFound) {
		return source, fmt.Errorf("%w: %w", errNoProgram, err)
	}
	return source, err
}

// beside returns the path of the program in the folder of this one; "" if it is missing.
func beside() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	path := filepath.Join(filepath.Dir(self), shippedProgram)
	if !isRegular(path) {
		return ""
	}
	return path
}

// shipment asks the program for its learners.
func (s Source) shipment() (*shipment, error) {
	cmd := exec.Command(cmp.Or(s.copied, s.Path), "-list")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, os.ErrPermission) {
		return nil, fault.Host("a program that is executable may not be executed", err,
			noexecRemedy)
	} else if err != nil {
		return nil, fmt.Errorf("%w: %s -list: %w: %s", fault.ErrStart, s.Path, err,
			bytes.TrimSpace(stderr.Bytes()))
	}
	hashes := map[string][2]string{}
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); len(words) > 1 {
			hashes[words[0]] = [2]string(append(words[1:], ""))
		}
	}
	return &shipment{s, hashes}, nil
}

// learner returns the learner called name, if the program has it.
func (s *shipment) learner(name string) (source Source, found bool) {
	hash, found := s.hashes[name]
	source = s.Source
	source.Name, source.Argv = name, []string{s.Path, name}
	source.Identity, source.Predict = "source:"+hash[0], hash[1]
	return source, found
}
