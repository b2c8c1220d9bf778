package suite

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// Small files that would take an unbounded parser very long, or its whole stack, are refused.
func TestHostileFilesEndSoon(t *testing.T) {
	longtest.Skip(t)
	var stairs strings.Builder
	for i := 0; stairs.Len() < 1<<20-2000; i++ {
		stairs.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	var axes strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&axes, "a%d: [1, 2], ", i)
	}
	hostile := map[string]string{
		"keys":     strings.Repeat("a: 1\n", 1<<20/5),
		"new keys": "a: {" + strings.Repeat("x, ", 20_000/4) + "}",
		"stairs":   stairs.String(),
		"brackets": strings.Repeat("[", 1<<20),
		"dashes":   strings.Repeat("- ", 1<<19),
		"aliases": "a: &a [x]\nb: &b [" + strings.Repeat("*a,", 1000) + "]\nc: [" + strings.Repeat("*b,",
			1000) + "]\n",
		"grid":   "datasets: [chains]\nlearners: [{crf: {" + axes.String() + "}}]\n",
		"rows":   "datasets: [chains]\nlearners: [" + strings.Repeat("crf, ", 5000) + "]\n",
		"seeds":  "seeds: 1e15\n",
		"colons": strings.Repeat(":", 1<<20),
		"quotes": "a: \"" + strings.Repeat(`\"`, 1<<19-10),
	}
	for name, text := range hostile {
		start := time.Now()
		if _, err := Parse("suite.yaml", []byte(text)); err == nil {
			t.Errorf("%s passes", name)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%s: the error has %d bytes", name, len(err.Error()))
		}
		d := time.Since(start)
		t.Logf("%s: %v", name, d)
		if d > 20*time.Second {
			t.Errorf("%s takes %v", name, d)
		}
	}
}
