//go:build unix && !linux

package host

// largest is not known here.
func (p *process) largest() int64 { return 0 }

func (p *process) killMarked() {}

func (p *process) watch() {}

// turns returns nil: this system does not count how long threads wait for a processor.
func turns() map[int]turn { return nil }

func shortages() int64 { return 0 }
