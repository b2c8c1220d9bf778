// Package network is a fully convolutional network: layers of 3×3 convolutions with rectified
// units, and a last layer of 1×1 with K scores for each pixel of an image (Long, Shelhamer &
// Darrell 2015). There is no pooling, so that scores have the resolution of the image. Training
// is by gradient descent with momentum, for any loss with derivatives by the scores:
//
//	n := network.New(channels, []int{16, 32, 32, 64}, k)
//	n.Initialise(seed)
//	t := &network.Training{Network: n, Images: images, Momentum: 0.9, Loss: newLoss}
//	defer t.Close()
//	loss, err := t.Step(batch, rate)
//	scores := n.NewPass().Forward(image)
//
// Numbers are float32. Sums have a fixed order, so the same arguments give the same bits on any
// number of processors and on any machine. An amd64 processor with AVX2 multiplies matrices ten
// times as fast, with the same roundings.
package network
