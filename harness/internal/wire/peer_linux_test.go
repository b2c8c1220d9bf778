package wire_test

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
)

// TestHarnessOnly checks that foreign processes are refused, and that all are accepted if no
// harness is named.
func TestHarnessOnly(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for harness, taken := range map[string]bool{strconv.Itoa(os.Getpid()): true,
		strconv.Itoa(os.Getppid()): false, "": true} {
		t.Setenv(wire.HarnessKey, harness)
		near, err := net.Dial("unix", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer near.Close()
		far, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer far.Close()
		if _, _, err := wire.HarnessOnly().ServerHandshake(far); (err == nil) != taken {
			t.Errorf("harness %q: %v", harness, err)
		}
	}
}
