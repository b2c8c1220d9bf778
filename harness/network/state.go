package network

import (
	"encoding/binary"
	"slices"
)

// MarshalBinary implements encoding.BinaryMarshaler: the weights.
func (n *Network) MarshalBinary() ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, n.weights)
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler for a network of the same layers.
func (n *Network) UnmarshalBinary(b []byte) error {
	_, err := binary.Decode(b, binary.LittleEndian, n.weights)
	n.changed()
	return err
}

// MarshalBinary implements encoding.BinaryMarshaler: the weights and the state of the steps.
func (t *Training) MarshalBinary() (b []byte, err error) {
	t.start()
	return binary.Append(nil, binary.LittleEndian, t.all())
}

func (t *Training) all() []float32 {
	return slices.Concat([]float32{float32(t.steps)}, t.Network.weights, t.velocity, t.square)
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler for a training of the same network.
func (t *Training) UnmarshalBinary(b []byte) error {
	t.start()
	all := t.all()
	if _, err := binary.Decode(b, binary.LittleEndian, all); err != nil {
		return err
	}
	for i, list := range [][]float32{t.Network.weights, t.velocity, t.square} {
		copy(list, all[1+i*len(list):])
	}
	t.steps = int(all[0])
	t.Network.changed()
	return nil
}
