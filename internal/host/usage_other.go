//go:build unix && !linux

package host

// peaks are not known here.
func (p *process) peaks() int64 { return 0 }

func (p *process) killMarked() {}

func (p *process) watch() {}
