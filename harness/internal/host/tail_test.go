package host

import (
	"io"
	"testing"
)

// TestQuote: an error quotes a learner's last lines, without the debug lines of go-plugin.
func TestQuote(t *testing.T) {
	const debug = `{"@level":"debug","@message":"plugin address","address":"/tmp/x","network":"unix"}`
	for text, want := range map[string]string{
		debug + "\n": "",
		debug + "\nloading\n" + debug + "\nno memory\n": "\n\tloading\n\tno memory",
		`{"@level":"error","@message":"broken"}` + "\nbye": "\n\t" +
			`{"@level":"error","@message":"broken"}` + "\n\tbye",
	} {
		log := &tail{}
		_, _ = io.WriteString(log, text)
		if got := log.quote(); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}
