package perturb

import (
	"math"
	"testing"
)

// TestGoldenBits: these integers are the identity of every recorded result; they never change.
// They were computed by an independent program.
func TestGoldenBits(t *testing.T) {
	golden := []struct {
		seed             uint64
		id               string
		key, first, late uint64
	}{
		{0, "", 0xd84d1f8ea453246e, 0xaaf3f7e8af634b8c, 0xba9d41c772313cf5},
		{1, "", 0x3941d5bb5ea2fec6, 0xac3e28808cda4e1, 0xe1c8c0cfe5564a25},
		{math.MaxUint64, "", 0xa69f59106fc32909, 0x335bec11e33bb332, 0x5cde2c8d034f61e6},
		{0, "a", 0x4bf29e5873d3d4c1, 0x7e548f6146133189, 0xdf711ad634170685},
		{1, "a", 0xff21dc134a13a201, 0x661d45ba685b8c79, 0x1f6a16034d8287de},
		{math.MaxUint64, "ocr/17", 0x1b03a395880b4f88, 0xd8aa9c8e0e6b6b85, 0xb5a233757fb49785},
	}
	for _, g := range golden {
		k := NewKey(g.seed, g.id)
		first, late := bits(k.stream(0), 0), bits(k.stream(1<<40), 207)
		if uint64(k) != g.key || first != g.first || late != g.late {
			t.Errorf("seed %d, id %q: key %#x, bits %#x and %#x, want %#x, %#x and %#x",
				g.seed, g.id, uint64(k), first, late, g.key, g.first, g.late)
		}
	}
}

func TestUnitIsOpenAndSymmetric(t *testing.T) {
	if lo, hi := unit(0), unit(math.MaxUint64); lo != 0x1p-53 || hi != 1-0x1p-53 {
		t.Errorf("the ends are %v and %v", lo, hi)
	}
	for _, b := range []uint64{0, 1 << 12, 0x123456789abcdef0, 1 << 63} {
		if unit(b)+unit(^b) != 1 {
			t.Errorf("%#x and its complement give %v and %v, want a sum of 1", b, unit(b), unit(^b))
		}
	}
}
