package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// Quantiles computed with 40 digits, by exp-sinh integration of the density and Newton's method.
// Inverses of gonum's mathext alone are wrong for many degrees of freedom and small p.
func TestQuantileT(t *testing.T) {
	ps := []float64{0.025, 1e-4, 3e-7, 1e-10, 1e-14}
	for df, want := range map[float64][]float64{
		1:   {12.706204736174705, 3183.0987571181508, 1061032.9539456547, 3183098861.8379068, 31830988618379.066},
		4:   {2.7764451051977943, 13.033671720896455, 56.204489059831857, 416.17514032960412, 4161.791049819235},
		30:  {2.0422724563012382, 4.2339859572720213, 6.3027981597040057, 9.377489780407144, 13.673352679819388},
		1e3: {1.9623390808264085, 3.7328516045753681, 5.0237335341255953, 6.4278762831342133, 7.7659460304903813},
		3e4: {1.9600430633839352, 3.7194761783234171, 4.9922951228896872, 6.3635397495080532, 7.6544251770915679},
		1e5: {1.9599877075346097, 3.7191543826413445, 4.9915404922776103, 6.3620004198436915, 7.651766882039281},
		1e6: {1.959966356814107, 3.7190302747625434, 4.9912494735046726, 6.3614068488767428, 7.6507419588840309},
		1e8: {1.9599640082627667, 3.7190166233482964, 4.9912174632418633, 6.3613415618629849, 7.6506292315805},
	} {
		for k, p := range ps {
			if got := -quantileT(p, df); math.Abs(got/want[k]-1) > 1e-8 {
				t.Errorf("quantileT(%v, %v): got %.12g, want %.12g", p, df, -got, -want[k])
			}
			if got := survivalT(want[k], df); math.Abs(got/p-1) > 1e-7 {
				t.Errorf("survivalT(%v, %v): got %.12g, want %v", want[k], df, got, p)
			}
		}
	}
	if q := quantileT(0.5, 1e6); q != 0 {
		t.Errorf("median %v", q)
	}
	if q := quantileT(1, 9); !math.IsInf(q, 1) {
		t.Errorf("maximum %v", q)
	}
	// a simultaneous interval of 80,000 pairs over many instances
	test := Test{Err: 1, DF: 1e5}
	if low, high := test.Interval(1 - 0.05/80000); math.Abs(high-4.98364946) > 1e-7 || low != -high {
		t.Errorf("interval %v, %v", low, high)
	}
}

// Closed forms: F(2, d) and χ²(2) are exponential, and the median of F(d, d) is 1.
func TestTails(t *testing.T) {
	for _, d := range []float64{3, 40, 1e3, 3e4, 1e6} {
		for _, p := range []float64{0.4, 1e-3, 1e-8, 1e-14, 1e-30} {
			x := d / 2 * (math.Pow(p, -2/d) - 1)
			if got := cumulativeF(x, 2, d); math.Abs(got+p-1) > 1e-9 {
				t.Errorf("cumulativeF(%v, 2, %v): got %v, want %v", x, d, got, 1-p)
			}
			x = d / 2 * math.Expm1(-2/d*math.Log1p(-p))
			if got := quantileF(p, 2, d); math.Abs(got/x-1) > 1e-7 && p > 0.1 {
				t.Errorf("quantileF(%v, 2, %v): got %v, want %v", p, d, got, x)
			}
		}
		if got := quantileF(0.5, d, d); math.Abs(got-1) > 1e-6 {
			t.Errorf("quantileF(0.5, %v, %v): %v", d, d, got)
		}
		if p := mathext.GammaIncReg(d/2, quantileChi2(1e-6, d)/2); math.Abs(p/1e-6-1) > 1e-9 {
			t.Errorf("quantileChi2(1e-6, %v): share %v", d, p)
		}
	}
	for _, p := range []float64{0.5, 1e-3, 1e-9, 1e-15} {
		if got, want := quantileChi2(p, 2), -2*math.Log1p(-p); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("quantileChi2(%v, 2): got %v, want %v", p, got, want)
		}
	}
}
