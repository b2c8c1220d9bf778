// Package network is a fully convolutional network: layers of 3×3 convolutions with rectified units, and at the end
// one of 1×1 that gives K scores for each pixel of an image (Long, Shelhamer & Darrell 2015), without pooling, so that
// scores are as fine as pixels. It is trained by momentum, with the derivatives of any loss by its scores:
//
//	n := network.New(channels, []int{16, 32, 32, 64}, k)
//	n.Initialise(seed)
//	t := &network.Training{Network: n, Images: images, Momentum: 0.9, Loss: newLoss}
//	defer t.Close()
//	loss, err := t.Step(batch, rate)
//
// Numbers are float32; sums are made in one order, so that the same arguments give the same bits on any number of
// processors and on any machine: an amd64 processor with AVX2 multiplies matrices ten times as fast, by the same
// roundings.
package network
