// Package network is a fully convolutional network: layers of convolutions with rectified units,
// and a last layer of 1×1 with K scores for each pixel of an image (Long, Shelhamer & Darrell
// 2015). There is no pooling, so scores have the resolution of the image. Layers of 1×1 make
// a multi-layer perceptron of each pixel. Training is by gradient descent with momentum or by
// Adam, for any loss with derivatives by the scores:
//
//	n := network.New(channels, []network.Layer{{3, 3, 16}, {3, 3, 32}}, k)
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
