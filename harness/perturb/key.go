package perturb

// A Key names one stream family of noise: the 64-bit hash of a seed and an
// instance ID. Equal keys give equal noise everywhere and for ever.
type Key uint64

// golden is 2⁶⁴ over the golden ratio, made odd: the step of a Weyl sequence through all 64-bit
// integers.
const golden = 0x9E3779B97F4A7C15

// NewKey returns the key of the instance called id under seed: FNV-1a of id,
// mixed with the mixed seed. O(len(id)).
func NewKey(seed uint64, id string) Key {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	return Key(mix(mix(seed+golden) ^ mix(h)))
}

// stream returns the origin of the Weyl sequence of one draw; entry i of the
// draw is bits(origin, i).
func (k Key) stream(draw uint64) uint64 { return mix(uint64(k) + mix(draw+golden)) }

// bits returns the 64 random bits of entry i of a draw.
func bits(origin uint64, i int) uint64 { return mix(origin + uint64(i)*golden) }

// mix is the finaliser of SplitMix64 (Steele, Lea & Flood 2014; constants of Stafford's variant
// 13): a bijection of the 64-bit integers. Every input bit flips every output bit with
// probability close to 1/2.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// unit maps 64 random bits to the centre of one of 2⁵² equal cells of (0,1):
// the result is exact, between 2⁻⁵³ and 1-2⁻⁵³, and symmetric about 1/2.
func unit(b uint64) float64 { return (float64(b>>12) + 0.5) * 0x1p-52 }
