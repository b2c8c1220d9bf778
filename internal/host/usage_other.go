//go:build unix && !linux

package host

import "time"

// largest is not known here.
func (p *process) largest() int64 { return 0 }

func (p *process) killMarked() {}

func (p *process) watch() {}

// waited is not known here.
func waited(*process) time.Duration { return 0 }

func shortages() int64 { return 0 }
