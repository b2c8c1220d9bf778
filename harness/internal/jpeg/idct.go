package jpeg

// Cosines and their sums, times 1<<fraction: c0541 is 0.541….
const (
	fraction = 13
	between  = 2 // bits of fraction of the values between columns and rows

	c0298, c0390, c0541, c0765 = 2446, 3196, 4433, 6270
	c0899, c1175, c1501, c1847 = 7373, 9633, 12299, 15137
	c1961, c2053, c2562, c3072 = 16069, 16819, 20995, 25172
)

// transform computes the samples of the block at (x, y): the inverse discrete cosine transform
// (T.81, A.3.3) of columns, then of rows.
func (c *component) transform(b *block, x, y int) {
	var columns [8][8]int32
	for k, v := range b {
		columns[k%8][k/8] = int32(v) * int32(c.steps[k])
	}
	for i := range columns {
		inverse(&columns[i], fraction-between)
	}
	stride := 8 * c.across
	for i := range 8 {
		var row [8]int32
		for j := range row {
			row[j] = columns[j][i]
		}
		inverse(&row, fraction+between+3)
		to := c.samples[(8*y+i)*stride+8*x:][:8]
		for j, v := range row {
			to[j] = limited(v + 128)
		}
	}
}

// inverse transforms eight values in place, and divides by 1<<shift, rounded (Loeffler, Ligtenberg
// & Moschytz, Practical fast 1-D DCT algorithms with 11 multiplications, ICASSP 1989). libjpeg's
// transform "slow" has the same bits.
func inverse(v *[8]int32, shift uint) {
	shift &= 31                                  // for the compiler: it is smaller
	if v[1]|v[2]|v[3]|v[4]|v[5]|v[6]|v[7] == 0 { // often
		same := (v[0]<<fraction + 1<<(shift-1)) >> shift
		*v = [8]int32{same, same, same, same, same, same, same, same}
		return
	}
	v0, v1, v2, v3, v4, v5, v6, v7 := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	// Even coefficients.
	z := (v2 + v6) * c0541
	low, high := z+v2*c0765, z-v6*c1847
	sum, difference := (v0+v4)<<fraction+1<<(shift-1), (v0-v4)<<fraction+1<<(shift-1)
	e0, e1, e2, e3 := sum+low, difference+high, difference-high, sum-low
	// Odd coefficients.
	all := (v1 + v3 + v5 + v7) * c1175
	outer, inner := (v1+v7)*c0899, (v3+v5)*c2562
	a, d := all-(v3+v7)*c1961, all-(v1+v5)*c0390
	o0, o1, o2, o3 := v1*c1501-outer+d, v3*c3072-inner+a, v5*c2053-inner+d, v7*c0298-outer+a
	v[0], v[7] = (e0+o0)>>shift, (e0-o0)>>shift
	v[1], v[6] = (e1+o1)>>shift, (e1-o1)>>shift
	v[2], v[5] = (e2+o2)>>shift, (e2-o2)>>shift
	v[3], v[4] = (e3+o3)>>shift, (e3-o3)>>shift
}
