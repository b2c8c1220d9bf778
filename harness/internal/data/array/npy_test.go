package array

import "testing"

// TestHalf: infinite numbers of 16 bits stay so.
func TestHalf(t *testing.T) {
	for _, b := range []uint16{0x7c00, 0xfc00, 0x7e00} {
		if v := half(b); v-v == 0 {
			t.Errorf("%x is %v", b, v)
		}
	}
}
