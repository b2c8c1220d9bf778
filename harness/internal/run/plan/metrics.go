package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
)

// pinCommands adds the hashes of its files to each metric computed by a command. If a file is
// missing it returns the place of the metric.
func pinCommands(metrics []suite.Metric, dir string) ([]suite.Metric, suite.Pos, error) {
	metrics = slices.Clone(metrics)
	for i := range metrics {
		spec := &metrics[i]
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil || m.Command == nil {
			continue // checking the suite reports wrong arguments
		}
		files, err := m.Command.Pin(dir)
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
		var args map[string]json.RawMessage
		if err = json.Unmarshal(spec.Args, &args); err == nil {
			args["files"] = files
			var text []byte
			if text, err = json.Marshal(args); err == nil {
				spec.Args, err = suite.Canonical(text)
			}
		}
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
	}
	return metrics, suite.Pos{}, nil
}
