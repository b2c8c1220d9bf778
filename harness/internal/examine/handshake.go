package examine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/param"
)

// handshake is the law "handshake".
func (t *trial) handshake() error {
	switch {
	case errors.Is(t.openErr, host.ErrNoise):
		return skip("its output hides the handshake")
	case t.openErr != nil:
		return t.openErr
	}
	if err := t.consistent(); err != nil {
		return err
	}
	return t.uninvited()
}

// stdout is the law "stdout". The host reads all output before the handshake.
func (t *trial) stdout() error {
	if errors.Is(t.openErr, host.ErrNoise) {
		return fmt.Errorf("print to standard error, or end every line: %w", t.openErr)
	}
	return nil
}

// A suite names learners, parameters and decoders without quotes.
var plain = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// consistent returns an error if the description contradicts itself.
func (e *examination) consistent() error {
	d := &e.about
	switch {
	case !plain.MatchString(d.Name):
		return fmt.Errorf("its name is %q: use lower-case letters, digits, - and _", d.Name)
	case strings.TrimSpace(d.Doc) == "":
		return errors.New("its description says nothing: write a sentence in Info.Doc")
	case len(d.Decoders) == 0:
		return errors.New("it declares no decoder: nothing can be predicted")
	}
	names := map[string]bool{}
	for i := range d.Parameters {
		p := &d.Parameters[i]
		if names[p.Name] {
			return fmt.Errorf("parameter %q is described twice", p.Name)
		}
		names[p.Name] = true
		if err := checkParameter(p); err != nil {
			return fmt.Errorf("parameter %q: %w", p.Name, err)
		}
		if of, _ := e.condition(p.When); p.When != "" && of == nil {
			return fmt.Errorf(
				"parameter %q has a meaning only when %q, which is not name=value of another",
				p.Name, p.When)
		}
	}
	if _, err := e.declared("has scores of probabilities", d.Probabilities); err != nil {
		return err
	}
	clear(names)
	for _, o := range d.Decoders {
		if o.Name == "" || names[o.Name] {
			return fmt.Errorf("decoder %q is declared twice, or has no name", o.Name)
		}
		names[o.Name] = true
	}
	return nil
}

// checkParameter returns an error for an unknown type, and for a default of another type or out of
// range.
func checkParameter(p *param.Parameter) error {
	var v any
	if err := json.Unmarshal(p.Default, &v); err != nil {
		return fmt.Errorf("its default %s is not JSON", p.Default)
	}
	ok := false
	switch p.Type {
	case "number", "integer":
		_, ok = v.(float64)
	case "boolean":
		_, ok = v.(bool)
	case "string":
		var s string
		if s, ok = v.(string); ok && len(p.Enum) > 0 && !slices.Contains(p.Enum, s) {
			return fmt.Errorf("its default %q is none of %s", s, strings.Join(p.Enum, ", "))
		}
	case "": // any value
		ok = true
	default:
		return fmt.Errorf("its type is %q, must be number, integer, boolean or string", p.Type)
	}
	if !ok {
		return fmt.Errorf("its default %s is no %s", p.Default, p.Type)
	}
	if _, ok := param.ParseInterval(p.Range); p.Range != "" && !ok {
		return fmt.Errorf("its range is %q, want an interval such as (0,inf) or [0,1]", p.Range)
	}
	return nil
}

// uninvited starts the program without the cookie, and expects it to end without serving.
func (t *trial) uninvited() error {
	ctx, cancel := t.patient()
	defer cancel()
	cmd := exec.CommandContext(ctx, t.source.Path, t.source.Argv[1:]...)
	cmd.Args[0] = t.source.Argv[0]
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
		Marker + "=" + t.mark}
	cmd.WaitDelay = t.Patience
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run() // any exit code will do
	for line := range bytes.Lines(out.Bytes()) {
		if bytes.Count(line, []byte("|")) >= 4 {
			return fmt.Errorf("started by hand, without the environment variable %s, it serves: "+
				"check the cookie first", wire.CookieKey)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("started by hand, it does not end within %v: print a message and exit",
			t.Patience)
	}
	return nil
}
