package host

import "github.com/spbench/spbench/harness/internal/box"

// Sandbox returns the policy for a learner, and the folders that it gets copies of.
func (b Box) Sandbox(source Source) (p box.Policy, folders []string, err error) {
	p, copies, err := b.policy(source)
	for _, c := range copies {
		folders = append(folders, c.folder)
	}
	return p, folders, err
}

// Evict ends a learner as if it had filled the disk.
func Evict(l *Learner) { l.evict(1) }
