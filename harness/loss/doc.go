// Package loss holds what learners learn for: losses, by name. A loss compares two
// labelings; variables whose reference label is unknown never count.
package loss
