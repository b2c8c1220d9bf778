package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/stage"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// StartCommand returns the process of a user's program, as [structure.Start] does. It becomes the
// program in a sandbox of its own.
func StartCommand(source *find.Source, b confine.Sandbox) (*exec.Cmd, func(), error) {
	b.Command = source
	policy, folder, _, err := b.Prepare(*source)
	if err != nil {
		return nil, nil, err
	}
	spec := stage.Spec{Path: folder.Command[0], Argv: folder.Command,
		Env: confine.Environment(1, 0, policy, nil)}
	err = policy.Apply(&spec)
	var gate, in *os.File
	if err == nil {
		gate, in, err = os.Pipe()
	}
	if err != nil {
		folder.Remove()
		return nil, nil, err
	}
	go func() {
		_, _ = io.WriteString(in, spec.String()) // fails if the process has ended
		in.Close()
	}()
	cmd := &exec.Cmd{Path: self(), Args: []string{"spbench stage"}, Env: stage.Alone(),
		ExtraFiles: []*os.File{gate}, SysProcAttr: stage.Group()}
	return cmd, func() {
		if cmd.Process != nil { // what it has started
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		gate.Close()
		folder.Remove()
	}, nil
}

// withCommand returns the instances with the place of their command in the sandbox of l.
func (l *Learner) withCommand(instances []sp.Instance) []sp.Instance {
	if l.tmp.Command == nil {
		return instances
	}
	list := slices.Clone(instances)
	for i := range list {
		s := *list[i].Structure
		s.Command, list[i].Structure = l.tmp.Command, &s
	}
	return list
}

// members returns an error for a prediction that the command of the test instances does not allow.
func (l *Learner) members(predictions []sp.Prediction, indices []int32) error {
	if l.tmp.Command == nil || len(indices) == 0 {
		return nil
	}
	list := make([]sp.Instance, len(indices))
	for at, i := range indices {
		list[at] = l.test[i]
		list[at].Gold = predictions[at].Labels
	}
	err := structure.Members(list)
	if errors.Is(err, sp.ErrForbidden) {
		err = fmt.Errorf("%w: a prediction is not allowed: %w", sp.ErrProtocol, err)
	}
	return err
}
