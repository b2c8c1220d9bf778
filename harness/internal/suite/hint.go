package suite

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// hint proposes a candidate, or lists them all.
func hint(word, plural string, candidates []string) string {
	if near := param.Nearest(word, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(candidates) == 0 {
		return "there are no " + plural
	}
	return plural + ": " + strings.Join(candidates, ", ")
}
