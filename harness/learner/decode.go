package learner

import (
	"fmt"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Decode sets the hyper-parameters of a learner, or the arguments of one of its decoders, from a
// JSON object. Empty params change nothing. to points to a struct with the tags of [param.Decode].
// Errors wrap sp.ErrParams.
func Decode(to any, params []byte) error {
	if err := param.Decode(to, params); err != nil {
		return fmt.Errorf("learner: %w: %w", sp.ErrParams, err)
	}
	return nil
}
