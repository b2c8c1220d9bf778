package learner

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// everything has a field of each type that can be saved.
type everything struct {
	B      bool
	I      int
	U      uint64
	F      float64
	S      string
	Is     []int
	I32s   []int32
	Fs     []float64
	Ss     []string
	Fss    [][]float64
	I32ss  [][]int32
	random *rand.PCG
	inner  *everything // its state; nil: none
}

func (e *everything) State() []any {
	list := []any{&e.B, &e.I, &e.U, &e.F, &e.S, &e.Is, &e.I32s, &e.Fs, &e.Ss, &e.Fss, &e.I32ss,
		e.random}
	if e.inner != nil {
		list = append(list, e.inner)
	}
	return list
}

func full() *everything {
	return &everything{
		true, -3, math.MaxUint64, math.Copysign(0, -1), "a\xffb", []int{-1, 2}, []int32{},
		[]float64{math.Inf(1), 0.1}, []string{"", "x"},
		[][]float64{nil, {1}, {}}, [][]int32{{1, -2}, nil}, rand.NewPCG(1, 2), nil,
	}
}

// TestStateRoundTrip checks that a restored state equals the saved one, to the bit, for nil and
// empty too. Slices of the same length are restored in place.
func TestStateRoundTrip(t *testing.T) {
	want := full()
	want.inner = full()
	want.random.Uint64()
	b, err := appendState(nil, want)
	if err != nil {
		t.Fatal(err)
	}
	got := &everything{random: rand.NewPCG(0, 0), Fs: make([]float64, 2), Is: make([]int, 5),
		inner: &everything{random: rand.NewPCG(0, 0)}}
	kept := got.Fs
	in := reading{b: b}
	in.restore(got)
	if in.err != nil || len(in.b) > 0 || !reflect.DeepEqual(got, want) || !math.Signbit(got.F) {
		t.Errorf("restored %+v, %v, %d bytes are left; want %+v", got, in.err, len(in.b), want)
	}
	if kept[1] != 0.1 {
		t.Error("a slice of the same length was not restored in place")
	}
	if _, err := appendState(nil, &struct{}{}); err == nil ||
		!strings.Contains(err.Error(), "*struct {}") {
		t.Errorf("what cannot be saved: %v", err)
	}
}

// TestStateOfOthers checks that invalid bytes give an error, and no panic or huge allocation.
func TestStateOfOthers(t *testing.T) {
	b, err := appendState(nil, full())
	if err != nil {
		t.Fatal(err)
	}
	for n := range b {
		in := reading{b: b[:n]}
		in.restore(&everything{random: rand.NewPCG(0, 0)})
		if in.err == nil {
			t.Errorf("the first %d of %d bytes pass", n, len(b))
		}
	}
	for at := range b {
		bent := append([]byte{}, b...)
		bent[at] ^= 0x7f
		in := reading{b: bent}
		in.restore(&everything{random: rand.NewPCG(0, 0)}) // an error or another state
	}
}
