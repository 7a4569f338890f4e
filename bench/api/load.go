package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type result struct {
	took  time.Duration
	times []time.Duration
}

func (r result) perSecond() float64 { return float64(len(r.times)) / r.took.Seconds() }

func (r result) percentile(p int) time.Duration {
	return r.times[len(r.times)*p/100].Round(100 * time.Microsecond)
}

var client = &http.Client{
	Timeout:   time.Minute,
	Transport: &http.Transport{MaxIdleConnsPerHost: clients, MaxConnsPerHost: clients},
}

func load(n int, f func(i int) error) (result, error) { return loadBy(clients, n, f) }

func loadBy(clients, n int, f func(i int) error) (result, error) {
	var (
		next   atomic.Int64
		failed atomic.Value
		all    sync.WaitGroup
		times  = make([]time.Duration, n)
	)
	started := time.Now()
	for range clients {
		all.Go(func() {
			for failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				began := time.Now()
				if err := f(i); err != nil {
					failed.CompareAndSwap(nil, err)
				}
				times[i] = time.Since(began)
			}
		})
	}
	all.Wait()
	r := result{took: time.Since(started), times: times}
	slices.Sort(r.times)
	err, _ := failed.Load().(error)
	return r, err
}

func post(url, contentType string, body []byte, want int) ([]byte, error) {
	r, err := http.NewRequest("POST", url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", contentType)
	return send(r, want)
}

func send(r *http.Request, want int) ([]byte, error) {
	// An instance trusts this header if its limits are on.
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), rand.IntN(256)))
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != want {
		err = fmt.Errorf("%s: %d %s", r.URL, response.StatusCode, answer)
	}
	return answer, err
}
