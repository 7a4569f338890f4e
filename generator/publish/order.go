package publish

import (
	"runtime"
	"sync"
)

// inOrder runs work for 0…n-1 on all processors and passes the results to take in order. Only a few results wait in
// memory.
func inOrder(n int, work func(int) []byte, take func([]byte)) {
	workers := max(1, min(runtime.GOMAXPROCS(0), n))
	type job struct {
		index int
		done  chan []byte
	}
	jobs := make(chan job)
	waiting := make(chan chan []byte, 32*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for j := range jobs {
				j.done <- work(j.index)
			}
		})
	}
	go func() {
		for i := range n {
			done := make(chan []byte, 1)
			waiting <- done
			jobs <- job{i, done}
		}
		close(jobs)
		close(waiting)
	}()
	for done := range waiting {
		take(<-done)
	}
	group.Wait()
}
