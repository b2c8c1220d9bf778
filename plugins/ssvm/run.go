package main

import (
	"errors"

	"github.com/spbench/spbench/harness/sp"
)

// A run is a fit under way: a solver and what has been emitted of it.
type run struct {
	method
	due     func() bool
	emit    func(sp.Checkpoint) error
	first   *sp.Checkpoint // the end of the first stage, until the second has made a step
	emitted bool           // the present state
}

// stage makes steps until there is an error, which may be errPasses.
func (r *run) stage() error {
	for {
		if err := r.step(); err != nil {
			return err
		}
		r.first, r.emitted = nil, false
		if !r.due() {
			continue
		}
		if err := r.hand(); err != nil {
			return err
		}
	}
}

// hand emits the present state.
func (r *run) hand() error {
	r.emitted = true
	if r.first != nil {
		return r.emit(*r.first)
	}
	return r.emit(r.checkpoint())
}

// end emits what has not been and returns the error of the fit that err ended.
func (r *run) end(err error) error {
	done := errors.Is(err, errPasses)
	if !r.emitted && (done || errors.Is(err, sp.ErrBudget)) {
		if failed := r.hand(); failed != nil {
			return failed
		}
	}
	if done {
		return nil
	}
	return err
}
