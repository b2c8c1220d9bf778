package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// inEightParts emits a function that sums over the entries of vectors, a multiple of eight. term
// computes the terms of four entries, from the scalars too. The sum has eight parts: part j has
// entries j, j+8, …
func inEightParts(name, does string, params, scalars []string, term func(at func(vector int) operand.Mem, scalar []reg.VecVirtual) reg.VecVirtual) {
	signature := "func("
	for _, p := range params {
		signature += p + " *float64, "
	}
	signature += "eights int"
	for _, p := range scalars {
		signature += ", " + p + " float64"
	}
	TEXT(name+"AVX2", NOSPLIT, signature+") float64")
	Pragma("noescape")
	Doc(name + "AVX2 " + does + "; eights is 1 or more.")
	pointer := make([]reg.Register, len(params))
	for i, p := range params {
		pointer[i] = Load(Param(p), GP64())
	}
	eights := Load(Param("eights"), GP64())
	scalar := make([]reg.VecVirtual, len(scalars))
	for i, p := range scalars {
		low := Load(Param(p), XMM())
		scalar[i] = YMM()
		VBROADCASTSD(low, scalar[i])
	}
	first, second := YMM(), YMM()
	VXORPD(first, first, first)
	VXORPD(second, second, second)
	Label("eight")
	for half, sum := range []reg.VecVirtual{first, second} {
		x := term(func(i int) operand.Mem { return operand.Mem{Base: pointer[i], Disp: 32 * half} }, scalar)
		VADDPD(x, sum, sum)
	}
	for _, p := range pointer {
		ADDQ(operand.I8(64), p)
	}
	DECQ(eights)
	JNZ(operand.LabelRef("eight"))
	high, low := XMM(), XMM()
	VADDPD(second, first, first)
	VEXTRACTF128(operand.U8(1), first, high)
	VADDPD(high, first.AsX(), low)
	VUNPCKHPD(low, low, high)
	VADDSD(high, low, low)
	VZEROUPPER()
	Store(low, ReturnIndex(0))
	RET()
}

// sumSquares and move emit kernel.SumSquares and kernel.Move.
func sumSquares() {
	inEightParts("sumSquares", "sums squares", []string{"v"}, nil, func(at func(int) operand.Mem, _ []reg.VecVirtual) reg.VecVirtual {
		x := YMM()
		VMOVUPD(at(0), x)
		VMULPD(x, x, x)
		return x
	})
}

func move() {
	zero := func() reg.VecVirtual {
		z := YMM()
		VXORPD(z, z, z)
		return z
	}
	inEightParts("move", "adds a·delta to v and sum times that to lag, clears delta, and sums what squares of v grow by", []string{"v", "lag", "delta"}, []string{"a", "sum"}, func(at func(int) operand.Mem, scalar []reg.VecVirtual) reg.VecVirtual {
		x, d, u := YMM(), YMM(), YMM()
		VMULPD(at(2), scalar[0], d)
		VMULPD(d, scalar[1], u)
		VADDPD(at(1), u, u)
		VMOVUPD(u, at(1))
		VMOVUPD(at(0), x)
		twice := YMM()
		VADDPD(x, x, twice)
		VADDPD(d, twice, twice)
		VADDPD(d, x, x)
		VMOVUPD(x, at(0))
		VMOVUPD(zero(), at(2))
		VMULPD(d, twice, twice)
		return twice
	})
}
