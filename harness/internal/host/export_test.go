package host

// Evict ends a learner as if it had filled the disk.
func Evict(l *Learner) { l.evict(1) }
