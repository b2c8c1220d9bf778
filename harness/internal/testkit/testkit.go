// Package testkit ends tests at errors.
package testkit

import "testing"

// Need ends the test if err is an error.
func Need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Must returns a function that returns the value of a call, or ends the test if the call failed:
// Must(os.ReadFile(name))(t).
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Need(t, err)
		return v
	}
}
