package metric

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Command is a metric that an external program measures. For each row it runs one process. The
// process reads test instances and predictions from standard input, and answers each with its
// contribution to the sums of the metric. docs/suites.md describes the lines.
type Command struct {
	Argv      []string        `json:"run" help:"program and its arguments; paths are from the folder of the suite; must be given"`
	Higher    bool            `json:"higher" help:"larger is better"`
	Percent   bool            `json:"percent" help:"a share, which tables print in percent"`
	Average   string          `json:"average" enum:"macro,micro,classes" help:"macro: mean over instances of num/den; micro: Σnum/Σden; classes: num and den are lists, and the value is the mean over their places of Σnum/Σden"`
	Marginals bool            `json:"marginals" help:"it is given the marginals of what was predicted too; decoders without them are not measured"`
	Seconds   float64         `json:"seconds" range:"(0,inf)" help:"that a process may take"`
	Files     json.RawMessage `json:"files" help:"SHA-256 of each file that run names, by its name: filled in when the suite is planned, so that a row is known by what measured it"`
}

func newCommand() completer { return &Command{Average: "macro", Seconds: 600} }

func (c *Command) complete(m *Metric, _ []string) error {
	if len(c.Argv) == 0 || slices.Contains(c.Argv, "") {
		return errors.New(`run must be given, such as run: [python3, ./metric.py]`)
	}
	if len(c.Files) > 0 {
		if _, err := c.hashes(); err != nil {
			return err
		}
	}
	m.Higher, m.Percent, m.Micro, m.Command = c.Higher, c.Percent, c.Average == "micro", c
	m.Doc = "by the command " + strings.Join(c.Argv, " ") + map[string]string{
		"macro": ", mean over instances (macro)", "micro": ", pooled (micro)",
		"classes": ", mean over classes (macro)"}[c.Average]
	if c.Marginals {
		m.Needs = Marginals
	}
	if c.Average == "classes" {
		m.Counts = &Counts{Value: meanRatio}
	}
	return nil
}

// hashes returns the hashes of the files of the command.
func (c *Command) hashes() (map[string]string, error) {
	var files map[string]string
	if err := json.Unmarshal(c.Files, &files); err != nil {
		return nil, errors.New("files must be the SHA-256 of each file by its name")
	}
	return files, nil
}

// meanRatio is the mean of Σnum/Σden over pairs of sums, except those with Σden = 0; NaN if
// there is no other.
func meanRatio(sum []float64) float64 {
	total, n := 0.0, 0.0
	for i := 0; i+1 < len(sum); i += 2 {
		if sum[i+1] != 0 {
			total, n = total+sum[i]/sum[i+1], n+1
		}
	}
	return total / n
}

// An answer is the line of a command for an instance.
type answer struct {
	Num, Den numbers
}

// numbers are one number or a list of them.
type numbers []float64

func (n *numbers) UnmarshalJSON(text []byte) error {
	var one float64
	if err := json.Unmarshal(text, &one); err == nil && string(text) != "null" {
		*n = numbers{one}
		return nil
	}
	var list []*float64
	if err := json.Unmarshal(text, &list); err != nil || list == nil || slices.Contains(list, nil) {
		return fmt.Errorf("%.40s is neither a number nor a list of numbers", text)
	}
	for _, v := range list {
		*n = append(*n, *v)
	}
	return nil
}

// read parses an answer with some number of places, 0 for any. It returns num and den in turn.
func (c *Command) read(line []byte, places int) (pairs []float64, err error) {
	var a answer
	dec := json.NewDecoder(strings.NewReader(string(line)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&a); err != nil {
		return nil, fmt.Errorf("%.60q is no answer such as {\"num\": 1, \"den\": 4}: %w", line, err)
	}
	switch lists := c.Average == "classes"; {
	case dec.More():
		return nil, fmt.Errorf("%.60q: something follows the answer", line)
	case a.Num == nil || a.Den == nil:
		return nil, fmt.Errorf("%.60q lacks num or den", line)
	case len(a.Num) != len(a.Den):
		return nil, fmt.Errorf("num has %d numbers, den %d", len(a.Num), len(a.Den))
	case !lists && len(a.Num) != 1:
		return nil, fmt.Errorf("num and den are lists, which average: classes is for")
	case places > 0 && len(a.Num) != places:
		return nil, fmt.Errorf("num has %d numbers, those before have %d", len(a.Num), places)
	}
	for i := range a.Num {
		pairs = append(pairs, a.Num[i], a.Den[i])
	}
	return pairs, nil
}
