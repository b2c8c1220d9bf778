package learner

import (
	"fmt"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/wire"
)

// Decode sets l's hyper-parameters from a JSON object or nothing, as [param.Decode]
// does; errors wrap wire.ErrParams.
func Decode(l Learner, params []byte) error {
	if err := param.Decode(l, params); err != nil {
		return fmt.Errorf("learner: %w: %w", wire.ErrParams, err)
	}
	return nil
}
