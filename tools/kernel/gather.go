package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A rowKind is a form of a row of features. Each feature has a vector of s weights.
type rowKind int

const (
	indexed rowKind = iota // those of a list, each once
	valued                 // those of a list, each as often as a list of factors says
	dense                  // all, each as often as a list of factors says
)

func (r rowKind) name(what string) string {
	return what + [...]string{"Indexed", "Valued", "Dense"}[r] + "AVX2"
}

// params are the parameters that select the vectors.
func (r rowKind) params() string {
	return [...]string{"index *int32, n, limit int", "index *int32, value *float32, n, limit int", "value *float32, n int"}[r]
}

// A walk goes through the vectors of weights of one row of features.
type walk struct {
	rowKind
	index, value, limit reg.Register // as far as there are any
	stride              reg.Register // bytes of a vector of weights
	w, at               reg.Register // the weights; the dense vector that comes next
}

func (r rowKind) walk(w, stride reg.Register) *walk {
	k := &walk{rowKind: r, w: w, stride: stride}
	if r != dense {
		k.index, k.limit = Load(Param("index"), GP64()), Load(Param("limit"), GP64())
	}
	if r != indexed {
		k.value = Load(Param("value"), GP64())
	}
	return k
}

// start goes back to the first feature and returns the register that counts them: 0, 1, …
func (k *walk) start() reg.Register {
	i := GP64()
	XORQ(i, i)
	if k.rowKind == dense {
		k.at = GP64()
		MOVQ(k.w, k.at)
	}
	return i
}

// vector sets p to the weights of feature i+ahead and returns its factor; nil means 1. If its number
// is out of range, the code jumps to "bad".
func (k *walk) vector(i reg.Register, ahead int) (p reg.Register, v reg.VecVirtual) {
	p = GP64()
	if k.rowKind == dense {
		MOVQ(k.at, p)
		ADDQ(k.stride, k.at)
	} else {
		MOVL(operand.Mem{Base: k.index, Index: i, Scale: 4, Disp: 4 * ahead}, p.(reg.GPVirtual).As32())
		CMPQ(p, k.limit)
		JAE(operand.LabelRef("bad"))
		IMULQ(k.stride, p)
		ADDQ(k.w, p)
	}
	if k.rowKind != indexed {
		x := XMM()
		VMOVSS(operand.Mem{Base: k.value, Index: i, Scale: 4, Disp: 4 * ahead}, x)
		VCVTSS2SD(x, x, x)
		v = YMM()
		VBROADCASTSD(x, v)
	}
	return p, v
}

// column returns the address of vector j of width. The last vector of a row ends with the row and
// overlaps the vector before it.
func column(p reg.Register, j, width int, last bool, tail reg.Register) operand.Mem {
	if last && j == width-1 {
		return operand.Mem{Base: p, Index: tail, Scale: 1}
	}
	return operand.Mem{Base: p, Disp: 32 * j}
}

// toTail returns a function that sets tail to the first byte of the last four columns.
func toTail(left, tail reg.Register) func() {
	return func() {
		MOVQ(left, tail)
		SHLQ(operand.U8(3), tail)
		SUBQ(operand.I8(32), tail)
	}
}

// end emits the return value: whether the walk met a number out of range.
func (k *walk) end() {
	answer := ReturnIndex(0)
	VZEROUPPER()
	zero := GP8()
	XORB(zero, zero)
	Store(zero, answer)
	RET()
	if k.rowKind != dense {
		Label("bad")
		VZEROUPPER()
		one := GP8()
		MOVB(operand.U8(1), one)
		Store(one, answer)
		RET()
	}
}

// gather fills dst (s) with the sum of the vectors of a row, four at a time.
func gather(r rowKind) {
	TEXT(r.name("gather"), NOSPLIT, "func(dst, w *float64, s int, "+r.params()+") bool")
	Pragma("noescape")
	Doc(r.name("gather") + " reports whether a number is not below limit; dst is then useless. s is 4 or more.")
	dst, w := Load(Param("dst"), GP64()), Load(Param("w"), GP64())
	left, stride, tail := Load(Param("s"), GP64()), GP64(), GP64()
	MOVQ(left, stride)
	SHLQ(operand.U8(3), stride)
	n := Load(Param("n"), GP64())
	k := r.walk(w, stride)
	blocks(left, []reg.Register{dst, w}, toTail(left, tail), func(label string, width int, last bool) {
		i := k.start()
		acc := make([]reg.VecVirtual, width)
		for j := range acc {
			acc[j] = YMM()
			VXORPD(acc[j], acc[j], acc[j])
		}
		// add adds the vectors of four features, or of one.
		add := func(number int) {
			p, v := make([]reg.Register, number), make([]reg.VecVirtual, number)
			for f := range p {
				p[f], v[f] = k.vector(i, f)
			}
			for j := range acc {
				x := make([]reg.VecVirtual, number)
				for f := range x {
					x[f] = YMM()
					from := column(p[f], j, width, last, tail)
					switch {
					case v[f] != nil:
						VMULPD(from, v[f], x[f])
					case f%2 == 1:
						VADDPD(from, x[f-1], x[f-1])
					default:
						VMOVUPD(from, x[f])
					}
					if v[f] != nil && f%2 == 1 {
						VADDPD(x[f], x[f-1], x[f-1])
					}
				}
				if number == 4 {
					VADDPD(x[2], x[0], x[0])
				}
				VADDPD(x[0], acc[j], acc[j])
			}
			ADDQ(operand.I8(int8(number)), i)
		}
		ones, more := label+"ones", label+"more"
		if r != valued { // whose sum is one by one
			Label(more)
			four := GP64()
			LEAQ(operand.Mem{Base: i, Disp: 4}, four)
			CMPQ(four, n)
			JGT(operand.LabelRef(ones))
			add(4)
			JMP(operand.LabelRef(more))
		}
		Label(ones)
		CMPQ(i, n)
		JGE(operand.LabelRef(label + "store"))
		add(1)
		JMP(operand.LabelRef(ones))
		Label(label + "store")
		for j := range acc {
			VMOVUPD(acc[j], column(dst, j, width, last, tail))
		}
	})
	k.end()
}
