package host

import "github.com/spbench/spbench/harness/internal/sandbox"

// Sandbox returns the policy for a learner, and the folders that it gets copies of.
func (b Sandbox) Sandbox(source Source) (p sandbox.Policy, folders []string, err error) {
	p, copies, err := b.policy(source)
	for _, c := range copies {
		folders = append(folders, c.folder)
	}
	return p, folders, err
}

// Evict ends a learner as if it had filled the disk.
func Evict(l *Learner) { l.evict(1) }
