package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// GroupClasses returns the number of the group of each instance, from 0 in the order of the
// instances. Without groups each instance has its own.
func (d *Dataset) GroupClasses() []int {
	number, list := map[string]int{}, make([]int, len(d.Instances))
	for i := range list {
		if list[i] = i; d.Group == nil {
			continue
		}
		k, known := number[d.Group[i]]
		if !known {
			k = len(number)
			number[d.Group[i]] = k
		}
		list[i] = k
	}
	return list
}

// Units are sets of things that stay together when all are divided, such as the instances of a
// group. Things are numbered from 0; each is in one unit.
type Units [][]int

// NewUnits returns the units of things with these classes: equal classes are one unit. Units are in
// the order of their first things.
func NewUnits(classes []int) (u Units) {
	at := map[int]int{}
	for i, class := range classes {
		k, known := at[class]
		if !known {
			k = len(u)
			at[class], u = k, append(u, nil)
		}
		u[k] = append(u[k], i)
	}
	return u
}

// Share returns the first units of a random order, with n things or more, but neither none nor all
// units. There must be two. Units of one thing give n things.
func (u Units) Share(n int, r *rand.Rand) Units {
	order, last := u.shuffled(r), 1
	for size := len(order[0]); size < n && last < len(u)-1; last++ {
		size += len(order[last])
	}
	return order[:last]
}

// Folds divides the units into k folds of about equal size. It deals the largest units first, and
// equal ones in random order, each to the smallest fold so far. Fewer units than folds are an error.
func (u Units) Folds(k int, r *rand.Rand) ([]Units, error) {
	if len(u) < k || k < 2 {
		return nil, fmt.Errorf("%d folds of %d groups: each fold needs one\nhint: folds: 2 to %d", k,
			len(u), len(u))
	}
	order, folds, sizes := u.shuffled(r), make([]Units, k), make([]int, k)
	slices.SortStableFunc(order, func(a, b []int) int { return len(b) - len(a) })
	for _, unit := range order {
		f := slices.Index(sizes, slices.Min(sizes))
		folds[f] = append(folds[f], unit)
		sizes[f] += len(unit)
	}
	return folds, nil
}

func (u Units) shuffled(r *rand.Rand) Units {
	order := make(Units, len(u))
	for i, k := range r.Perm(len(u)) {
		order[i] = u[k]
	}
	return order
}

// Things returns all things of the units, ascending.
func (u Units) Things() []int {
	list := slices.Concat(u...)
	slices.Sort(list)
	return list
}
