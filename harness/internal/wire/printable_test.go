package wire_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestPrintable checks that texts of learners have no control characters, wherever they arrive.
func TestPrintable(t *testing.T) {
	const text, want = "a\x1b[2J\r\nb\tµ\u202e\x9b", `a\x1b[2J\r` + "\nb\tµ" + `\u202e` + "\ufffd"
	if got := wire.Printable(text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := wire.FromStatus(status.Error(codes.Aborted, "\x1bc")).Error(); got != `\x1bc` {
		t.Errorf("an error says %q", got)
	}
	d, err := wire.ToDescription(&pb.Description{Name: "x", Doc: "\x1bc", Source: "\x07",
		Resumable:     "\x1b",
		Probabilities: "\x1b", Decoders: []*pb.Decoder{{Name: "d", Doc: "\x1b"}},
		Parameters: []*pb.Parameter{{Name: "p", Help: "\x1b", DefaultJson: "1"}}})
	if err != nil || d.Doc != `\x1bc` || d.Source != `\a` || d.Parameters[0].Help != `\x1b` ||
		d.Resumable != `\x1b` || d.Probabilities != `\x1b` || d.Decoders[0].Doc != `\x1b` {
		t.Errorf("described as %+v, %v", d, err)
	}
}
