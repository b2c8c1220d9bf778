package jpeg

import "fmt"

// Damage ends reading by a panic, which Parse and Decode return as an error.
type damage struct{ error }

// fail ends reading with an error at the current byte.
func (b *bits) fail(format string, args ...any) {
	panic(damage{fmt.Errorf("jpeg: byte %d: %s", b.at, fmt.Sprintf(format, args...))})
}

// check fails unless ok.
func (b *bits) check(ok bool, format string, args ...any) {
	if !ok {
		b.fail(format, args...)
	}
}

// caught sets err to the damage of a panic.
func caught(err *error) {
	switch found := recover().(type) {
	case nil:
	case damage:
		*err = found.error
	default:
		panic(found)
	}
}
