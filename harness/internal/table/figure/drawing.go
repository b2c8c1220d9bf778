package figure

import (
	"errors"
	"fmt"
	"io"

	"github.com/spbench/spbench/harness/internal/data"
)

// A Drawing shows one instance with the predictions of learners: a *[Picture], written as PNG, or a
// *[Sequence], written as text.
type Drawing interface {
	// Add adds the prediction of a row; nil: it is not stored. It panics if the number of labels is not
	// that of the variables.
	Add(learner, decoder string, labels []int32)
	Write(io.Writer) error
}

// NewDrawing returns a drawing of instance i of d without answers: a picture of an image, or a
// sequence of a chain. The error has the reason if it is neither.
func NewDrawing(d *data.Dataset, i int, title string) (Drawing, error) {
	p, noPicture := NewPicture(d, i, title)
	if noPicture == nil {
		return p, nil
	}
	s, noSequence := NewSequence(d, i, title)
	if noSequence == nil {
		return s, nil
	}
	return nil, fmt.Errorf("%w; %w", noPicture, errors.Unwrap(noSequence))
}
