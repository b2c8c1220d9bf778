package serve

import (
	"context"
	"sync"
)

// mostHeld bounds the bytes of predictions that are made and not yet sent.
const mostHeld = 64 << 20

// A room bounds the bytes of predictions that wait to be sent, but for one of the portion that is being sent: others wait
// for it, so that it must never wait for them.
type room struct {
	mu   sync.Mutex
	free *sync.Cond
	now  *portion // that is being sent
	held int      // bytes
}

func newRoom() *room {
	r := &room{}
	r.free = sync.NewCond(&r.mu)
	return r
}

// enter waits until there is room for a prediction of so many bytes of portion p, or ctx ends.
func (r *room) enter(ctx context.Context, p *portion, bytes int) error {
	defer context.AfterFunc(ctx, func() { r.change(func() {}) })()
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.held+bytes > mostHeld && (p != r.now || len(p.made) > 0) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.free.Wait()
	}
	r.held += bytes
	return nil
}

// leave says that a prediction of so many bytes was sent.
func (r *room) leave(bytes int) { r.change(func() { r.held -= bytes }) }

// turn says that portion p is sent from now on.
func (r *room) turn(p *portion) { r.change(func() { r.now = p }) }

func (r *room) change(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do()
	r.free.Broadcast()
}
