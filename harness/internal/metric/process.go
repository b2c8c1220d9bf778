package metric

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// Pin returns the SHA-256 of each file in the command line, by name, as JSON. dir is the folder of
// the suite. A missing program, or a missing file with a name that begins with "./" or "../", is an
// error.
func (c *Command) Pin(dir string) ([]byte, error) {
	files := map[string]string{}
	for i := len(c.Argv) - 1; i >= 0; i-- {
		name := c.Argv[i]
		if i == 0 && !strings.ContainsRune(name, '/') { // found in PATH, as in a shell
			if _, err := exec.LookPath(name); err != nil {
				return nil, fmt.Errorf("run: %w", err)
			}
			continue
		}
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, name)
		}
		info, err := os.Stat(path)
		switch {
		case err != nil && (i == 0 || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")):
			return nil, fmt.Errorf("run: %w", err)
		case err != nil || !info.Mode().IsRegular():
			continue // an argument of another kind
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("run: %w", err)
		}
		sum := sha256.Sum256(content)
		files[name] = hex.EncodeToString(sum[:])
	}
	return json.Marshal(files)
}

// A question is the line to a command for a test instance.
type question struct {
	ID        string      `json:"id"`
	K         int         `json:"K"`
	Gold      []*int32    `json:"gold"` // null: unknown or shown, not scored
	Predicted []int32     `json:"predicted"`
	Edges     [][2]int32  `json:"edges"`
	Shape     []int       `json:"shape,omitempty"`
	Size      []float64   `json:"size,omitempty"`
	Marginals [][]float64 `json:"marginals,omitempty"`
}

func (c *Command) ask(x *Case) question {
	q := question{ID: x.ID, K: x.K, Predicted: x.Labels, Edges: make([][2]int32, len(x.Edges)),
		Gold: make([]*int32, len(x.known))}
	for d := range x.known {
		if x.known[d] != sp.Unknown {
			q.Gold[d] = &x.known[d]
		}
	}
	for e, uv := range x.Edges {
		q.Edges[e] = [2]int32{uv.U, uv.V}
	}
	q.Size = x.Size
	if x.Shape != [2]int{} {
		q.Shape = x.Shape[:]
	}
	for d := 0; c.Marginals && d < x.N(); d++ {
		q.Marginals = append(q.Marginals, x.Marginal[d*x.K:(d+1)*x.K])
	}
	return q
}

// Measure runs the command in the folder of the suite, one process for the whole test set. It
// returns num and den for each instance, in turn for each class. The arguments are those of
// Metric.Stat. The error names the first wrong instance and line. It needs O(1) memory besides
// input and output.
func (c *Command) Measure(ctx context.Context, dir string, test []sp.Instance, gold [][]int32,
	preds []sp.Prediction) (pairs [][]float64, err error) {
	name := strings.Join(c.Argv, " ")
	if err := c.unchanged(dir); err != nil {
		return nil, fmt.Errorf("command %s: %w", name, err)
	}
	limit := time.Duration(c.Seconds * float64(time.Second))
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Argv[0], c.Argv[1:]...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	inGroup(cmd)
	var said structure.Tail
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", name, err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", name, err)
	}
	go c.tell(in, test, gold, preds)
	defer context.AfterFunc(ctx, func() { out.Close() })() // a child of it may hold the other end
	pairs, wrong := c.answers(out, test)
	if wrong != nil && !errors.Is(wrong, errFew) {
		cancel()
	}
	ended := cmd.Wait()
	switch {
	case context.Cause(ctx) == context.DeadlineExceeded:
		return nil, fmt.Errorf("command %s: not finished within %v, with %d of %d instances answered",
			name, limit, len(pairs), len(test))
	case wrong != nil && (ended == nil || !errors.Is(wrong, errFew)):
		return nil, fmt.Errorf("command %s: %w", name, wrong)
	case ended != nil:
		return nil, fmt.Errorf("command %s: %w after %d of %d instances%s", name, ended, len(pairs),
			len(test), said.Line())
	}
	return pairs, nil
}

// errFew says that there are fewer answers than instances. The error of a crashed process explains
// more.
var errFew = errors.New("it ended")

// unchanged returns an error if a file of the command has changed since the suite was planned.
func (c *Command) unchanged(dir string) error {
	if len(c.Files) == 0 {
		return nil
	}
	was, err := c.hashes()
	if err != nil {
		return err
	}
	text, err := c.Pin(dir)
	if err != nil {
		return err
	}
	var is map[string]string
	if err := json.Unmarshal(text, &is); err != nil {
		return err
	}
	for name := range was {
		if is[name] != was[name] {
			return fmt.Errorf("%s is another one than when the suite was planned: run it again", name)
		}
	}
	return nil
}

// tell writes a line for each instance. It ignores errors: missing answers show them.
func (c *Command) tell(in io.WriteCloser, test []sp.Instance, gold [][]int32,
	preds []sp.Prediction) {
	defer in.Close()
	w := bufio.NewWriterSize(in, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range test {
		if enc.Encode(c.ask(NewCase(&test[i], gold[i], &preds[i]))) != nil {
			return
		}
	}
	_ = w.Flush()
}

// longest bounds the length of an answer.
const longest = 1 << 20

// answers reads one line for each instance. More lines are an error.
func (c *Command) answers(out io.Reader, test []sp.Instance) (pairs [][]float64, err error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, longest)
	places := 0
	for n := 1; lines.Scan(); n++ {
		if n > len(test) {
			return pairs, fmt.Errorf("line %d: there are %d test instances, and an answer for each before it", n, len(test))
		}
		pair, wrong := c.read(bytes.TrimSpace(lines.Bytes()), places)
		if wrong != nil {
			return pairs, fmt.Errorf("line %d, instance %q: %w", n, test[n-1].ID, wrong)
		}
		pairs, places = append(pairs, pair), len(pair)/2
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return pairs, fmt.Errorf("line %d is longer than %d bytes", len(pairs)+1, longest)
	}
	if n := len(pairs); n < len(test) {
		return pairs, fmt.Errorf("%w after line %d, without an answer for instance %q: %d of %d instances have one", errFew, n, test[n].ID, n, len(test))
	}
	return pairs, nil
}

// inGroup makes the end of the context end the children of the process too.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
