package source

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// InParallel runs work for 0…n-1 on all processors.
func InParallel(n int, work func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
