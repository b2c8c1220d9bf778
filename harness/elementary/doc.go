// Package elementary has exponentials, logarithms and softmax for restricted arguments. They
// are faster than those of package math: [Exp] takes arguments <= 0, [Log] positive normal
// numbers.
//
//	total := elementary.Log(1 + elementary.Exp(-0.5)) // log(exp(0) + exp(−0.5))
package elementary
