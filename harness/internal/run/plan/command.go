package plan

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// solveBy replaces edges and structures of all instances by a command, and asks it whether it
// allows their labels. It runs in sandboxes as the suite's learners do.
func (d *Dataset) solveBy(s *suite.Structure, of *suite.Suite, o *Options) error {
	b, _, err := newSandbox(of, o)
	if err != nil {
		return err
	}
	line := slices.Clone(s.Command)
	for i, word := range line {
		quote := `"`
		if strings.Contains(word, quote) {
			quote = "'"
		}
		line[i] = quote + word + quote
	}
	source, err := find.Command(strings.Join(line, " "), &find.Options{Base: o.SuiteDir})
	if err != nil {
		return fmt.Errorf("structure: %s", strings.Replace(err.Error(), "learner", "program", 1))
	}
	command := append([]string{source.Path}, source.Arguments()...)
	structure.StartBy(command, func() (*exec.Cmd, func(), error) {
		return host.StartCommand(&source, b)
	})
	all := *d.Data
	all.Instances, all.EdgeWidth = slices.Clone(all.Instances), 0
	for i := range all.Instances {
		x := &all.Instances[i]
		x.Edges, x.Edge = nil, sp.Rows{}
		x.Structure = &sp.Structure{Kind: sp.Command, Command: command, Seconds: s.Seconds,
			Sums: s.Sums, ID: x.ID}
	}
	d.Data, d.Command = &all, &source
	defer structure.EndPrograms()
	if err := structure.Members(all.Instances); err != nil {
		return fmt.Errorf("labels of the data: %w", err)
	}
	return nil
}

// HostOn returns how learners are run on a dataset.
func (p *Plan) HostOn(d *Dataset) host.Options {
	o := p.Host
	o.Sandbox.Command = d.Command
	return o
}

// pinCommands adds the hashes of their files to the metrics that commands compute.
func pinCommands(s *suite.Suite, dir string) error {
	s.Metrics = slices.Clone(s.Metrics)
	var all []*suite.Metric
	for i := range s.Metrics {
		all = append(all, &s.Metrics[i])
	}
	for i := range s.Datasets {
		if d := &s.Datasets[i]; d.Loss != nil {
			loss := *d.Loss
			d.Loss = &loss
			all = append(all, &loss)
		}
	}
	for _, spec := range all {
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil || m.Command == nil {
			continue // checking the suite has reported wrong arguments
		}
		if spec.Args, err = pinned(m.Command, spec.Args, dir); err != nil {
			return s.ErrorAt(spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err))
		}
	}
	return nil
}

// pinned returns the arguments of a command with the hashes of its files.
func pinned(c *metric.Command, args []byte, dir string) ([]byte, error) {
	files, err := c.Pin(dir)
	if err == nil {
		err = find.MissingScript(dir, c.Argv[1:])
	}
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(args, &all); err != nil {
		return nil, err
	}
	all["files"] = files
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return suite.Canonical(text)
}
