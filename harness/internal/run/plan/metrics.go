package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
)

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
