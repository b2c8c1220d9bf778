// Package elementary has exponentials and logarithms that are faster than those of
// package math for arguments of which more is known, and what is made of them.
package elementary
