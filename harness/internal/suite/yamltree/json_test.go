package yamltree

import (
	"bytes"
	"testing"
)

func TestCanonical(t *testing.T) {
	tests := []struct{ in, want string }{
		{` { "b" : [1.0, 1e2, -0.0, 0.10] , "a" : {"d":null,"c":true} } `,
			`{"a":{"c":true,"d":null},"b":[1,100,0,0.1]}`},
		{`1E-3`, `0.001`},
		{`1e-7`, `1e-07`},
		{`18446744073709551615`, `18446744073709551615`},
		{`9007199254740993`, `9007199254740993`},
		{`1e17`, `100000000000000000`},
		{`1e22`, `1e+22`},
		{`10000000000000000000000`, `1e+22`},
		{`"<é\u00e9\n>"`, `"<éé\n>"`},
	}
	for _, test := range tests {
		if got, err := Canonical([]byte(test.in)); err != nil || string(got) != test.want {
			t.Errorf("Canonical(%s) = %s, %v; want %s", test.in, got, err, test.want)
		}
	}
	for _, bad := range []string{``, `{`, `1 2`, `1e999`, `NaN`} {
		if got, err := Canonical([]byte(bad)); err == nil {
			t.Errorf("Canonical(%s) = %s, want an error", bad, got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"b":[1.5e3,-0],"a":"x"}`))
	f.Add([]byte(`123456789012345678901234567890`))
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := Canonical(text)
		if err != nil {
			return
		}
		if twice, err := Canonical(once); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s, once more %s, %v", once, twice, err)
		}
	})
}
