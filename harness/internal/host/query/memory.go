package query

import (
	"fmt"
	"math"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// mostBesideTask is the memory of messages in bytes, beside the part that grows with the task.
const mostBesideTask = 64 << 20

// A memory counts the buffers of messages under way, of all streams together. gRPC buffers a message
// whole, before the token in it can be checked.
type memory struct {
	mem.BufferPool
	most, held atomic.Int64 // bytes
	exceeded   atomic.Int64 // held when it was first above most
	over       func()       // called then
	answers    atomic.Int64 // bytes of the answers of all streams, beside held
}

// add counts bytes of answers, and returns an error if there are too many.
func (m *memory) add(bytes int64) error {
	if answers := m.answers.Add(bytes); answers > m.most.Load() {
		return fmt.Errorf("indices: the answers of all streams would take %d MB, of %d MB for this "+
			"task; ask for fewer instances at once", answers>>20, m.most.Load()>>20)
	}
	return nil
}

// Get implements [mem.BufferPool].
func (m *memory) Get(length int) *[]byte {
	buffer := m.BufferPool.Get(length)
	if held := m.held.Add(int64(cap(*buffer))); held > m.most.Load() &&
		m.exceeded.CompareAndSwap(0, held) {
		m.over()
	}
	return buffer
}

// Put implements [mem.BufferPool].
func (m *memory) Put(buffer *[]byte) {
	m.held.Add(-int64(cap(*buffer)))
	m.BufferPool.Put(buffer)
}

// most returns the limit of the memory of messages, and of answers, in bytes: several times the
// weights, and the potentials or marginals of all instances.
func (a *Access) most() int64 {
	bytes := float64(mostBesideTask)
	if a.Map != nil {
		bytes += 32 * float64(a.Map.Dim())
	}
	for i := range a.instances {
		x := &a.instances[i]
		bytes += 32 * (float64(x.N()*(x.K+2)) + float64(len(x.Edges)*x.K*x.K))
	}
	return int64(min(bytes, math.MaxInt32))
}

// differences returns the bytes that the differences of all instances may take, beside [Access.most].
func (a *Access) differences() int64 {
	entries, support := 0.0, []int32(nil)
	for i := range a.instances {
		support = a.Map.Support(support[:0], &a.instances[i])
		for r := 0; r < len(support); r += 2 {
			entries += float64(support[r+1] - support[r])
		}
	}
	return int64(min(copies*bytesOfEntry*entries, math.MaxInt32))
}
