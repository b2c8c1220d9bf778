//go:build unix && !linux

package host

// largest is not known here.
func (p *process) largest() int64 { return 0 }

func (p *process) killMarked() {}

func (p *process) watch() {}
