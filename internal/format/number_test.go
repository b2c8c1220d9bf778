package format

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Numbers are read to the last bit as the library reads them, those beside the middle of two floats included.
func TestNumbers(t *testing.T) {
	texts := []string{
		"0", "-0", "1", "-12.5", "1e22", "1e-22", "1e23", "9007199254740993", "0.1", "123456789012345678901234567890", "1e-45", "1e-46",
		"1.17549435e-38", "3.4028235e38", "0.30000001192092896", "1.00000005960464477540", "16777217", "16777219.0000000001", "1E+5", "5e-324", "1e99999999999",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		f := math.Float32frombits(r.Uint32())
		if f-f != 0 {
			continue
		}
		middle := (float64(f) + float64(math.Nextafter32(f, math.MaxFloat32))) / 2
		for _, v := range []float64{float64(f), middle, math.Nextafter(middle, 0), r.NormFloat64()} {
			texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64), strconv.FormatFloat(v, 'g', 5+r.IntN(15), 64))
		}
	}
	for _, text := range texts {
		var d decimal
		if err := (&scanner{b: []byte(text)}).number(&d, "a number"); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want64, _ := strconv.ParseFloat(text, 64)
		want32, _ := strconv.ParseFloat(text, 32)
		if have := d.float(); math.Float64bits(have) != math.Float64bits(want64) {
			t.Errorf("%s is read as %v, want %v", text, have, want64)
		}
		if have := d.float32(); math.Float32bits(have) != math.Float32bits(float32(want32)) {
			t.Errorf("%s is read as the float32 %v, want %v", text, have, float32(want32))
		}
	}
}
