package sandbox

// ABI is the version of Landlock.
func ABI() (int, error) { return abi() }

// AsABI makes Landlock look like an earlier version, until restored.
func AsABI(version int) (restore func()) {
	real := abi
	abi = func() (int, error) { return version, nil }
	return func() { abi = real }
}
