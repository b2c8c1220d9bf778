package network

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for each image with its scores, valid during the call. Calls are made on all
// processors, several at once.
func (n *Network) Each(images []Image, do func(i int, scores []float32)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(images)) {
		group.Go(func() {
			pass := n.NewPass()
			for i := int(next.Add(1)) - 1; i < len(images); i = int(next.Add(1)) - 1 {
				do(i, pass.Forward(images[i]))
			}
		})
	}
	group.Wait()
}
