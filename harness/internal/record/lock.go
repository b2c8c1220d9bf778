package record

import "errors"

// ErrInUse says that another process has the run folder open for writing.
var ErrInUse = errors.New("the run is in use")
