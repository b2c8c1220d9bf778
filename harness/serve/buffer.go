package serve

import (
	"context"
	"sync"
)

// mostHeld bounds the bytes of predictions waiting to be sent.
const mostHeld = 64 << 20

// A buffer bounds the bytes of predictions waiting to be sent. Other portions wait for the current
// one, so the current one must not wait for them: it may always add one prediction.
type buffer struct {
	mu      sync.Mutex
	free    *sync.Cond
	current *portion // being sent
	held    int      // bytes
}

func newBuffer() *buffer {
	b := &buffer{}
	b.free = sync.NewCond(&b.mu)
	return b
}

// reserve waits until there is space for a prediction of portion p with this many bytes, or ctx
// ends.
func (b *buffer) reserve(ctx context.Context, p *portion, bytes int) error {
	defer context.AfterFunc(ctx, func() { b.change(func() {}) })()
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.held+bytes > mostHeld && (p != b.current || len(p.made) > 0) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		b.free.Wait()
	}
	b.held += bytes
	return nil
}

// release frees the space of a sent prediction.
func (b *buffer) release(bytes int) { b.change(func() { b.held -= bytes }) }

// setCurrent makes p the portion being sent.
func (b *buffer) setCurrent(p *portion) { b.change(func() { b.current = p }) }

func (b *buffer) change(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	do()
	b.free.Broadcast()
}
