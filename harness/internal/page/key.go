package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
)

// A keyPart is a component of the keys of fits, with its values.
type keyPart struct{ Name, Text string }

// keyParts returns the components of the keys of fits, sorted by name.
func keyParts(fits []*record.Fit) (parts []keyPart) {
	values := map[string][]string{}
	for _, f := range fits {
		for name, v := range f.Identity {
			values[name] = ordered.Add(values[name], v)
		}
	}
	const most = 6
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list := values[name]
		text := strings.Join(list[:min(len(list), most)], ", ")
		if len(list) > most {
			text += fmt.Sprintf(" and %d more", len(list)-most)
		}
		parts = append(parts, keyPart{name, text})
	}
	return parts
}
