package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addOuters adds the outer products of four pairs of vectors.
func addOuters() {
	const n, name = 4, "addOutersAVX2"
	params := "func(dst"
	for i := range n {
		params += ", u" + strconv.Itoa(i)
	}
	for i := range n {
		params += ", v" + strconv.Itoa(i)
	}
	TEXT(name, NOSPLIT, params+" *float64, k int)")
	Pragma("noescape")
	Doc(name + " adds u·vᵀ to dst, as (0 + 1) + (2 + 3); k is 4 or more.")
	dst := Load(Param("dst"), GP64())
	var u, v []reg.Register
	for i := range n {
		u = append(u, Load(Param("u"+strconv.Itoa(i)), GP64()))
		v = append(v, Load(Param("v"+strconv.Itoa(i)), GP64()))
	}
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	full, row := GP64(), GP64()
	fullColumns(k, full)
	XORQ(row, row)
	Label("row")
	factor := make([]reg.VecVirtual, n)
	for i := range factor {
		factor[i] = YMM()
		VBROADCASTSD(operand.Mem{Base: u[i], Index: row, Scale: 8}, factor[i])
	}
	overlapped("column", k, full, func(j reg.GPVirtual) reg.VecVirtual {
		var product []reg.VecVirtual
		for i := range n {
			x := YMM()
			VMULPD(operand.Mem{Base: v[i], Index: j, Scale: 8}, factor[i], x)
			product = append(product, x)
		}
		VADDPD(product[1], product[0], product[0])
		VADDPD(product[3], product[2], product[2])
		VADDPD(product[2], product[0], product[0])
		VADDPD(operand.Mem{Base: dst, Index: j, Scale: 8}, product[0], product[0])
		return product[0]
	}, func(x reg.VecVirtual, j reg.GPVirtual) { VMOVUPD(x, operand.Mem{Base: dst, Index: j, Scale: 8}) })
	LEAQ(operand.Mem{Base: dst, Index: k, Scale: 8}, dst)
	INCQ(row)
	CMPQ(row, k)
	JLT(operand.LabelRef("row"))
	VZEROUPPER()
	RET()
}

// outer sets dst to (u·vᵀ) times a table, entry by entry: (u_i·t_il)·v_l.
func outer() {
	TEXT("outerAVX2", NOSPLIT, "func(dst, u, table, v *float64, k int)")
	Pragma("noescape")
	Doc("outerAVX2 sets dst to (u·table)·v, entry by entry; k is 4 or more.")
	dst, u, table, v := Load(Param("dst"), GP64()), Load(Param("u"), GP64()), Load(Param("table"), GP64()), Load(Param("v"), GP64())
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	full, row := GP64(), GP64()
	fullColumns(k, full)
	XORQ(row, row)
	Label("row")
	a := YMM()
	VBROADCASTSD(operand.Mem{Base: u, Index: row, Scale: 8}, a)
	overlapped("column", k, full, func(j reg.GPVirtual) reg.VecVirtual {
		x := YMM()
		VMULPD(operand.Mem{Base: table, Index: j, Scale: 8}, a, x)
		VMULPD(operand.Mem{Base: v, Index: j, Scale: 8}, x, x)
		return x
	}, func(x reg.VecVirtual, j reg.GPVirtual) { VMOVUPD(x, operand.Mem{Base: dst, Index: j, Scale: 8}) })
	LEAQ(operand.Mem{Base: dst, Index: k, Scale: 8}, dst)
	LEAQ(operand.Mem{Base: table, Index: k, Scale: 8}, table)
	INCQ(row)
	CMPQ(row, k)
	JLT(operand.LabelRef("row"))
	VZEROUPPER()
	RET()
}
