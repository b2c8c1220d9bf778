package spbench

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Arithmetic names the target of the compiler if it rounds floating point differently from
// ordinary amd64, such as "arm64", "arm64-v9.0" or "amd64-v3". On ordinary amd64 it is "".
// Compilers for other architectures, and for amd64 of level v3, multiply and add in one step,
// so the same sources give different bits, equal up to rounding. Hashes of harness and learners begin
// with it. The bits of shipped results and of golden files are promised for "" alone.
var Arithmetic = sync.OnceValue(func() string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return arithmetic(runtime.GOARCH, settings)
})

// levels are, by architecture, the build setting for its level and the default of this setting.
var levels = map[string][2]string{
	"amd64": {"GOAMD64", "v1"}, "arm64": {"GOARM64", "v8.0"}, "386": {"GO386", "sse2"},
	"arm":     {"GOARM", "7"},
	"ppc64le": {"GOPPC64", "power8"}, "riscv64": {"GORISCV64", "rva20u64"},
}

// arithmetic is Arithmetic of a build with these settings.
func arithmetic(arch string, settings map[string]string) string {
	name := arch
	if level := levels[arch]; level[0] != "" && settings[level[0]] != "" &&
		settings[level[0]] != level[1] {
		name += "-" + strings.ReplaceAll(settings[level[0]], ",", "-")
	}
	if name == "amd64" {
		return ""
	}
	return name
}

// compiled returns the hash of sources, behind the Arithmetic of their compilation.
func compiled(hash string) string {
	if a := Arithmetic(); a != "" {
		return a + ":" + hash
	}
	return hash
}
