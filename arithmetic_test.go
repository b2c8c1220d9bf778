package spbench

import "testing"

func TestArithmetic(t *testing.T) {
	for _, test := range []struct{ arch, setting, level, want string }{
		{"amd64", "GOAMD64", "v1", ""},
		{"amd64", "", "", ""},
		{"amd64", "GOAMD64", "v3", "amd64-v3"},
		{"arm64", "GOARM64", "v8.0", "arm64"},
		{"arm64", "GOARM64", "v8.1,lse", "arm64-v8.1-lse"},
		{"s390x", "", "", "s390x"},
	} {
		if got := arithmetic(test.arch, map[string]string{test.setting: test.level}); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
