package plan

import "slices"

// unitsOf returns the groups of some instances, by number, ascending and each once; without groups
// the instances.
func (d *Dataset) unitsOf(instances []int) (units []int) {
	for _, at := range instances {
		if d.units != nil {
			at = d.units[at]
		}
		units = append(units, at)
	}
	slices.Sort(units)
	return slices.Compact(units)
}

// TestGroups returns the group of each test instance; nil if the dataset has none.
func (f *Fit) TestGroups() (groups []string) {
	if d := f.Dataset.Data; d.Group != nil {
		for _, at := range f.split.Test {
			groups = append(groups, d.Group[at])
		}
	}
	return groups
}
