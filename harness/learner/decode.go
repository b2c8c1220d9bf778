package learner

import (
	"fmt"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Decode sets the hyper-parameters of a learner, or the arguments of a decoder of its
// own, from a JSON object or nothing, as [param.Decode] does: to points to a struct.
// Errors wrap sp.ErrParams.
func Decode(to any, params []byte) error {
	if err := param.Decode(to, params); err != nil {
		return fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
	}
	return nil
}
