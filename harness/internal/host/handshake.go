package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/internal/wire"
)

// handshakeBytes bounds a line of standard output before the handshake.
const handshakeBytes = 4 << 10

// A handshake keeps the line of the handshake. Other standard output, before it and after it, goes
// to standard error. A learner must never block because it prints.
type handshake struct {
	mu    sync.Mutex
	seen  []byte        // of the current line; in the end, the handshake
	noise string        // the first other line
	over  chan struct{} // closed when the line is there, or can no longer come
	rest  io.Writer
}

func newHandshake(rest io.Writer) *handshake {
	return &handshake{over: make(chan struct{}), rest: rest}
}

func (h *handshake) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 && !h.isOver() {
		b = h.take(b)
	}
	if len(b) > 0 {
		_, _ = h.rest.Write(b)
	}
	return n, nil
}

// take reads the rest of the current line and returns the bytes after it.
func (h *handshake) take(b []byte) (rest []byte) {
	line, rest, whole := bytes.Cut(b, []byte("\n"))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen = append(h.seen, line[:min(len(line), handshakeBytes-len(h.seen))]...)
	switch {
	case len(h.seen) == handshakeBytes, whole && handshakeForm.Match(h.seen):
		close(h.over)
	case whole:
		if h.noise == "" {
			h.noise = string(h.seen)
		}
		_, _ = h.rest.Write(append(h.seen, '\n'))
		h.seen = h.seen[:0]
	}
	return rest
}

func (h *handshake) isOver() bool {
	select {
	case <-h.over:
		return true
	default:
		return false
	}
}

// close ends the stream; an unfinished line counts.
func (h *handshake) close() {
	if !h.isOver() {
		_, _ = h.Write([]byte("\n"))
	}
}

// handshakeForm is the start of a handshake's line: the versions of go-plugin and of the protocol,
// and the network.
var handshakeForm = regexp.MustCompile(`^\d+\|(\d+)\|(unix|tcp)\|`)

// versionOf returns the version of the protocol in the line of a handshake; 0 in any other line.
func versionOf(line string) (version int) {
	if form := handshakeForm.FindStringSubmatch(line); form != nil {
		version, _ = strconv.Atoi(form[1])
	}
	return version
}

// shake waits for the handshake and keeps its address. It fails if the process ends first, or if
// the handshake has not the form of learner.proto.
func (p *process) shake() error {
	select {
	case <-p.stdout.over:
	case <-p.done:
	}
	line := p.stdout.text()
	fields := append(strings.Split(line, "|"), "", "", "", "")
	switch version := versionOf(line); {
	case version == 0:
		return errors.New("there is no handshake")
	case version != wire.ProtocolVersion, fields[0] != "1", fields[4] != "grpc":
		return fmt.Errorf("its handshake is %q, want 1|%d|unix|PATH|grpc|", line,
			wire.ProtocolVersion)
	}
	return p.socket.keep(fields[2], fields[3])
}

// text returns the handshake or, before it, other output.
func (h *handshake) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.isOver() && h.noise != "" {
		return h.noise
	}
	return string(h.seen)
}
