package network

import (
	"runtime"
	"sync"
)

// shards is the number of parts of a batch, on any number of processors.
const shards = 8

// A Loss is a loss of the scores of an image. Value returns it for image i, with scores (pixels
// × K) for reading only, and fills delta (pixels × K) with its derivatives. It is not safe for
// concurrent use.
type Loss interface {
	Value(delta, scores []float32, i int) (float64, error)
}

// A Training changes a network by gradient descent with momentum (Polyak 1964). v begins at 0;
// a step is
//
//	v ← Momentum·v − rate·g,  w ← w + v,
//
// g the gradient of the sum of the loss over a batch. Adam replaces it by the step of Kingma &
// Ba (2015). Batches are evaluated on all processors.
type Training struct {
	Network  *Network
	Images   []Image
	Momentum float64
	Adam     bool
	Loss     func() Loss // makes a new loss, for each part of a batch
	Workers  int         // goroutines; 0: one per processor

	velocity []float32 // of Adam: the mean gradient
	square   []float32 // of Adam: the mean squares
	steps    int
	parts    []shard
	todo     chan *shard
	done     sync.WaitGroup
}

// A shard is a part of a batch.
type shard struct {
	*Pass
	loss     Loss
	batch    []int
	delta    []float32
	gradient []float32
	value    float64
	err      error
}

// Step makes a step for the images with the numbers in batch, and returns the sum of their
// losses before it. If losses fail, it returns the error of the first failing image of the
// batch, and does not change the network. After the first step nothing is allocated, except for
// larger images.
func (t *Training) Step(batch []int, rate float64) (float64, error) {
	t.start()
	for i := range t.parts {
		t.parts[i].batch = batch[i*len(batch)/shards : (i+1)*len(batch)/shards]
		t.done.Add(1)
		t.todo <- &t.parts[i]
	}
	t.done.Wait()
	sum := 0.0
	for i := range t.parts {
		if err := t.parts[i].err; err != nil {
			return 0, err
		}
		sum += t.parts[i].value
	}
	t.descend(float32(rate))
	return sum, nil
}

// start makes the parts and starts the workers, at the first step.
func (t *Training) start() {
	if t.parts != nil {
		return
	}
	t.velocity, t.parts, t.todo = make([]float32, len(t.Network.weights)), make([]shard, shards),
		make(chan *shard, shards)
	t.square = make([]float32, len(t.velocity))
	for i := range t.parts {
		t.parts[i] = shard{Pass: t.Network.NewPass(), loss: t.Loss(),
			gradient: make([]float32, len(t.Network.weights))}
		first, of := &t.Network.layers[0], &t.parts[i].touched
		if of.all = len(t.Network.weights); len(t.Images) > 0 && t.Images[0].Sparse != nil {
			of.has, of.end = make([]bool, first.in), first.in*first.wide
		}
	}
	workers := t.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, shards) {
		go func() {
			for s := range t.todo {
				s.evaluate(t.Images)
				t.done.Done()
			}
		}()
	}
}

// Close ends the goroutines of a training. No step may follow.
func (t *Training) Close() {
	if t.todo != nil {
		close(t.todo)
	}
}
