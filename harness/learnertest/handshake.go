package learnertest

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

// handshake is the check "handshake".
func (e *examination) handshake() error {
	switch {
	case errors.Is(e.openErr, host.ErrNoise):
		return skip("its output hides the handshake")
	case e.openErr != nil:
		return e.openErr
	}
	if err := consistent(&e.about); err != nil {
		return err
	}
	if _, err := e.settings("has scores of probabilities", e.about.Probabilities); err != nil {
		return err
	}
	return e.uninvited()
}

// stdout is the check "stdout". The host reads all output before the handshake.
func (e *examination) stdout() error {
	if errors.Is(e.openErr, host.ErrNoise) {
		return fmt.Errorf("print to standard error, or end every line: %w", e.openErr)
	}
	return nil
}

// A suite names learners, parameters and decoders without quotes.
var plain = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// consistent returns an error if a description contradicts itself.
func consistent(d *wire.Description) error {
	switch {
	case !plain.MatchString(d.Name):
		return fmt.Errorf("its name is %q: use lower-case letters, digits, - and _", d.Name)
	case strings.TrimSpace(d.Doc) == "":
		return errors.New("its description says nothing: write a sentence in Info.Doc")
	case len(d.Decoders) == 0:
		return errors.New("it declares no decoder: nothing can be predicted")
	}
	var parameters, decoders []string
	for i := range d.Parameters {
		p := &d.Parameters[i]
		if slices.Contains(parameters, p.Name) {
			return fmt.Errorf("parameter %q is described twice", p.Name)
		}
		parameters = append(parameters, p.Name)
		if err := checkParameter(p); err != nil {
			return fmt.Errorf("parameter %q: %w", p.Name, err)
		}
	}
	for _, p := range d.Parameters {
		if of, _, ok := strings.Cut(p.When, "="); p.When != "" &&
			(!ok || !slices.Contains(parameters, of)) {
			return fmt.Errorf(
				"parameter %q has a meaning only when %q, which is not name=value of another",
				p.Name, p.When)
		}
	}
	for _, o := range d.Decoders {
		if o.Name == "" || slices.Contains(decoders, o.Name) {
			return fmt.Errorf("decoder %q is declared twice, or has no name", o.Name)
		}
		decoders = append(decoders, o.Name)
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
	default:
		return fmt.Errorf("its type is %q, must be number, integer, boolean or string", p.Type)
	}
	if !ok {
		return fmt.Errorf("its default %s is no %s", p.Default, p.Type)
	}
	if _, _, err := outside(p.Range); p.Range != "" && err != nil {
		return err
	}
	return nil
}

// uninvited starts the program without the cookie, and expects it to end without serving.
func (e *examination) uninvited() error {
	ctx, cancel := e.patient()
	defer cancel()
	cmd := exec.CommandContext(ctx, e.source.Path, e.source.Argv[1:]...)
	cmd.Args[0] = e.source.Argv[0]
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
		marker + "=" + e.mark}
	cmd.WaitDelay = e.Patience
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
			e.Patience)
	}
	return nil
}
