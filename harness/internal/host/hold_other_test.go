//go:build !linux

package host_test

import "errors"

func hold(string, uint64) error { return errors.ErrUnsupported }
