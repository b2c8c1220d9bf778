package examine_test

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A standing is the state of a planted fit, saved without the SDK.
type standing struct {
	Step    int
	W, Best []float64
	Least   float64
}

// save hands over the state after a step, if it is wanted: that of the next one.
func (l *planted) save(t *sp.Task, at *standing) error {
	if t.Save == nil || l.mode == "keeps its state" {
		return nil
	}
	return t.Save(func() ([]byte, error) {
		next := *at
		next.Step++
		if l.mode == "saves no number of steps" {
			next.Step = 1
		}
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(&next)
		return b.Bytes(), err
	})
}

func (at *standing) restore(state []byte) error {
	*at = standing{}
	if err := gob.NewDecoder(bytes.NewReader(state)).Decode(at); err != nil {
		return fmt.Errorf("planted: %w: %w", sp.ErrState, err)
	}
	return nil
}
