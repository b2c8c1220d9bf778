package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An elementwise is a function of vectors, entry by entry. It writes the first vector.
type elementwise struct {
	name, does string
	vectors    []string // dst, …
	scalar     string   // if there is one
	// result returns the new entries of dst; read loads those of a vector.
	result func(read func(vector int) reg.VecVirtual, scalar reg.VecVirtual) reg.VecVirtual
}

func (e elementwise) generate() {
	params := strings.Join(e.vectors, ", ") + " *float64, n int"
	if e.scalar != "" {
		params += ", " + e.scalar + " float64"
	}
	TEXT(e.name+"AVX2", NOSPLIT, "func("+params+")")
	Pragma("noescape")
	Doc(e.name + "AVX2 " + e.does + "; n is 4 or more.")
	pointer := make([]reg.Register, len(e.vectors))
	for i, name := range e.vectors {
		pointer[i] = Load(Param(name), GP64())
	}
	n, full := Load(Param("n"), GP64()).(reg.GPVirtual), GP64()
	var scalar reg.VecVirtual
	if e.scalar != "" {
		low := Load(Param(e.scalar), XMM())
		scalar = YMM()
		VBROADCASTSD(low, scalar)
	}
	fullColumns(n, full)
	at := func(i int, j reg.GPVirtual) operand.Mem { return operand.Mem{Base: pointer[i], Index: j, Scale: 8} }
	overlapped("column", n, full, func(j reg.GPVirtual) reg.VecVirtual {
		return e.result(func(i int) reg.VecVirtual {
			v := YMM()
			VMOVUPD(at(i, j), v)
			return v
		}, scalar)
	}, func(x reg.VecVirtual, j reg.GPVirtual) { VMOVUPD(x, at(0, j)) })
	VZEROUPPER()
	RET()
}

var elementwises = []elementwise{
	{"addScaled", "adds a·v to dst", []string{"dst", "v"}, "a", func(read func(int) reg.VecVirtual, a reg.VecVirtual) reg.VecVirtual {
		v := read(1)
		VMULPD(a, v, v)
		x := read(0)
		VADDPD(v, x, x)
		return x
	}},
}
