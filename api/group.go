package main

import (
	"context"
	"sync"
)

// worker does its work in the background until the context ends.
type worker interface {
	Run(ctx context.Context) error
}

// group runs functions together: when one fails all are asked to stop, and the first failure is what wait returns.
type group struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	once   sync.Once
	failed error
}

func newGroup(ctx context.Context) *group {
	g := new(group)
	g.ctx, g.cancel = context.WithCancel(ctx)
	return g
}

func (g *group) run(f func(context.Context) error) {
	g.wg.Go(func() {
		if err := f(g.ctx); err != nil && g.ctx.Err() == nil {
			g.once.Do(func() { g.failed = err })
			g.cancel()
		}
	})
}

// wait returns when all have ended; being asked to stop is no failure.
func (g *group) wait() error {
	g.wg.Wait()
	g.cancel()
	return g.failed
}

// workerFunc makes a worker of a function.
type workerFunc func(ctx context.Context) error

// Run calls the function.
func (f workerFunc) Run(ctx context.Context) error { return f(ctx) }

// firstError is the first of these that is one.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
