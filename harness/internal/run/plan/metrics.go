package plan

import (
	"encoding/json"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/suite"
)

// pinCommand adds the hashes of its files to a metric computed by a command.
func pinCommand(spec *suite.Metric, dir string) error {
	m, err := metric.New(spec.Name, spec.Args, nil)
	if err != nil || m.Command == nil {
		return nil // checking the suite reports wrong arguments
	}
	files, err := m.Command.Pin(dir)
	if err == nil {
		err = find.MissingScript(dir, m.Command.Argv[1:])
	}
	if err != nil {
		return err
	}
	var args map[string]json.RawMessage
	if err = json.Unmarshal(spec.Args, &args); err == nil {
		args["files"] = files
		var text []byte
		if text, err = json.Marshal(args); err == nil {
			spec.Args, err = suite.Canonical(text)
		}
	}
	return err
}
