package host

import (
	"bytes"
	"io"
	"regexp"
	"sync"
)

// handshakeBytes bounds a line of standard output before the handshake.
const handshakeBytes = 4 << 10

// A handshake passes on the line of the handshake. Other standard output, before it and after it,
// goes to standard error. A learner must never block because it prints.
type handshake struct {
	mu    sync.Mutex
	seen  []byte // of the current line; in the end, the handshake
	noise string // the first other line
	over  bool   // it was passed on, or can no longer come
	line  *io.PipeWriter
	rest  io.Writer
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
	h.seen = append(h.seen, line[:min(len(line), handshakeBytes-len(h.seen))]...)
	h.over = len(h.seen) == handshakeBytes
	if whole && handshakeForm.Match(h.seen) {
		// go-plugin would panic at a certificate in the sixth field.
		fields := bytes.SplitN(h.seen, []byte("|"), 6)
		h.seen, h.over = bytes.Join(fields[:min(len(fields), 5)], []byte("|")), true
	}
	seen, over := append(h.seen[:len(h.seen):len(h.seen)], '\n'), h.over
	if whole && !over {
		if h.noise == "" {
			h.noise = string(h.seen)
		}
		h.seen = h.seen[:0]
	}
	h.mu.Unlock()
	switch {
	case over:
		// Fails if nobody waits for it.
		_, _ = h.line.Write(seen)
	case whole:
		_, _ = h.rest.Write(seen)
	}
	return rest
}

// handshakeForm is the start of a handshake's line: the versions of go-plugin and of the protocol,
// and the network.
var handshakeForm = regexp.MustCompile(`^\d+\|\d+\|(unix|tcp)\|`)

func (h *handshake) isOver() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.over
}

// close ends the stream; an unfinished line counts.
func (h *handshake) close() {
	if !h.isOver() {
		_, _ = h.Write([]byte("\n"))
	}
	_ = h.line.Close()
}

// text returns the handshake or, before it, other output.
func (h *handshake) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over && h.noise != "" {
		return h.noise
	}
	return string(h.seen)
}
