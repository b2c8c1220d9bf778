package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// errVersion marks a line of another version.
var errVersion = errors.New("made by another version of spbench")

// Encode returns f as one line of JSON with its checksum and line end. A fit that [Decode] would
// refuse is an error.
func Encode(f Fit) ([]byte, error) {
	f.Version = Version
	for name, value := range f.Identity {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return nil, fmt.Errorf("record: encode: identity %q is not UTF-8", name)
		}
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("record: encode: %w", err)
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false) // escaping would change Params
	if err := enc.Encode(f); err != nil {
		return nil, fmt.Errorf("record: encode: %w", err)
	}
	return append(summed(bytes.TrimSuffix(line.Bytes(), []byte{'\n'})), '\n'), nil
}

// Decode reads one line. It is strict. A wrong checksum, an unknown field, contradicting parts, or
// a key other than the hash of the identity is an error.
func Decode(line []byte) (Fit, error) {
	var f Fit
	if err := decode(line, &f); err != nil {
		return Fit{}, fmt.Errorf("record: decode: %w", err)
	}
	return f, nil
}

func decode(line []byte, f *Fit) error {
	object, whole, err := unsummed(bytes.TrimRight(line, " \t\r\n"))
	if err != nil {
		version, broken := versionOf(line)
		if broken == nil && version != Version { // the version itself may be damaged
			return fmt.Errorf("%w, or made by another version of spbench, of record format %d: "+
				"this program reads %d", err, version, Version)
		}
		return err
	}
	line = object
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err = dec.Decode(f)
	if err != nil { // perhaps it is of another version
		var broken error
		if f.Version, broken = versionOf(line); broken != nil {
			return broken
		}
	}
	switch {
	case f.Version != Version:
		return fmt.Errorf("%w: record format %d, this program reads %d"+
			"\nhint: print the run folder with the spbench that made it, or move it away and run the "+
			"suite again", errVersion, f.Version, Version)
	case err != nil && whole: // it is not damaged
		return fmt.Errorf("%w, probably a newer one: %w"+
			"\nhint: read the run folder with the spbench that made it", errVersion, err)
	case err != nil:
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	f.share()
	return f.check()
}

// versionOf returns the version that a line claims.
func versionOf(line []byte) (int, error) {
	var head struct{ Version int }
	err := json.Unmarshal(line, &head)
	return head.Version, err
}

// check returns an error if f contradicts itself.
func (f *Fit) check() error {
	switch {
	case f.Key != Key(f.Identity):
		return fmt.Errorf("key %q is not the hash of the identity", f.Key)
	case !f.Outcome.known():
		return fmt.Errorf("unknown outcome %q", f.Outcome.Kind)
	case !f.Outcome.fits(f.Ended):
		return fmt.Errorf("outcome %q of a fit that ended by %q", f.Outcome.Kind, f.Ended)
	case !isObject(f.Params):
		return fmt.Errorf("params %.40q are no JSON object", f.Params)
	case len(f.Times.Checkpoints) != len(f.Checkpoints):
		return fmt.Errorf("%d checkpoints, %d times of checkpoints", len(f.Checkpoints),
			len(f.Times.Checkpoints))
	case len(f.Times.Rows) != len(f.Rows):
		return fmt.Errorf("%d rows, %d times of rows", len(f.Rows), len(f.Times.Rows))
	}
	for _, file := range [][2]string{{"test", f.TestFile}, {"training", f.TrainFile},
		{"groups", f.GroupsFile}, {"weights", f.WeightsFile}} {
		if file[1] != "" && !blob.IsHash(file[1]) {
			return fmt.Errorf("%s file %.80q is no SHA-256", file[0], file[1])
		}
	}
	for i := range f.Rows {
		err := f.Rows[i].check()
		if f.Rows[i].Unshipped != "" && f.Times.Shipped == "" {
			err = errors.New("unshipped_file, but the fit does not come from shipped results")
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

func (r *Row) check() error {
	switch {
	case !blob.IsHash(r.Key):
		return fmt.Errorf("key %.80q is no SHA-256", r.Key)
	case !r.Outcome.known():
		return fmt.Errorf("unknown outcome %q", r.Outcome.Kind)
	case !isObject(r.Args):
		return fmt.Errorf("args %.40q are no JSON object", r.Args)
	}
	for _, file := range []string{r.StatisticsFile, r.Unshipped, r.PredictionsFile} {
		if file != "" && !blob.IsHash(file) {
			return fmt.Errorf("file %.80q is no SHA-256", file)
		}
	}
	for metric, s := range r.Instances {
		if err := s.check(); err != nil {
			return fmt.Errorf("%s: %w", metric, err)
		}
	}
	return nil
}

func isObject(text json.RawMessage) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}
