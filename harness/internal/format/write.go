package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
)

// WriteJSONL writes c as JSON lines. Read restores it unchanged. O(size).
func WriteJSONL(w io.Writer, c *Content) error {
	b := bufio.NewWriterSize(w, 1<<16)
	head := line{Labels: c.Labels, Header: &header{Found: some(&c.Found),
		LabelWidth: (*count)(some(&c.Instances[0].Label.D)), NodeGroups: c.NodeGroups,
		LabelGroups: c.LabelGroups,
		NodeWidth:   (*count)(&c.NodeWidth), EdgeWidth: (*count)(some(&c.EdgeWidth)),
		Standardise: some(&c.Standardise), Fitted: some(&c.Fitted), Void: some(&c.Void),
		MinCount: (*count)(some(&c.MinCount)), Superpixels: (*count)(some(&c.Superpixels))}}
	if err := head.write(b); err != nil {
		return err
	}
	for i := range c.Instances {
		x := &c.Instances[i]
		if x.Factors.N() > 0 {
			return fmt.Errorf("format: instance %q has factors, which JSON lines lack: %w", x.ID,
				errors.ErrUnsupported)
		}
		if x.K != labelsOf(x, c.K) {
			return fmt.Errorf("format: instance %q has %d labels and no rows of them: %w", x.ID, x.K,
				errors.ErrUnsupported)
		}
		if err := (&line{Instance: c.lineOf(i)}).write(b); err != nil {
			return err
		}
	}
	return b.Flush()
}

func (l *line) write(b *bufio.Writer) error {
	return errors.Join(json.MarshalWrite(b, l), b.WriteByte('\n'))
}

// some returns nil for a zero value.
func some[T comparable](v *T) *T {
	var zero T
	if *v == zero {
		return nil
	}
	return v
}
