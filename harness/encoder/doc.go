// Package encoder learns node features for learners of linear models: the scores of a network.
// A learner embeds [Encoder] among its parameters, and begins its fit with
//
//	t, emit, joint, err := l.Encoder.Begin(t, emit, …)
//	defer joint.Close()
//
// From then on it works on the task t. Its instances have the K scores of the network in place of
// their node features. Its feature map has a weight for each of them and each label, and the pair
// weights of the given map. So the learner learns from w = 0, with its own steps, as ever. After
// each step it hands the derivatives of its loss by node scores to [Fit.Learn], which pulls them
// back through its weights and trains the network.
//
// The network first learns alone, as a classifier of single variables (see [Encoder.Begin]). With
// Frozen it stays as it is then. λ regularises the learner's weights, not the network. A learner's
// average over its steps does not include the network: the last one goes with the averaged weights.
//
// The same arguments give the same bits, for any number of threads.
package encoder
