//go:build unix && !linux

package host

// resident is not known here.
func (p *process) resident() int64 { return 0 }

func (p *process) killMarked() {}
