// Package loss holds the losses learners minimise, by name. A loss compares two labelings;
// variables with an unknown reference label never count. [New] makes a loss from its name and
// JSON arguments:
//
//	l, err := loss.New("hamming", nil)
//	v := l.Value(x, x.Gold, y) // the share of wrong variables
package loss
