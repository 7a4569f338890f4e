// Command serving compares how the program, Caddy and nginx serve the same static files, one after another on one
// machine. Run it from the root, after `make build`: `make bench ONLY=serving`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

const clients = 32

func main() {
	long := flag.Duration("long", 8*time.Second, "how long each is asked")
	flag.Parse()
	if err := run(*long); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func paths() ([]string, error) {
	files, err := os.ReadDir("site/dist/assets")
	for _, file := range files {
		if name := file.Name(); len(name) > 6 && name[:6] == "style-" && name[len(name)-4:] == ".css" {
			return []string{"/faqs", "/speakers", "/assets/" + name}, nil
		}
	}
	return nil, errors.Join(err, errors.New("site/dist has no style sheet: make build"))
}

func run(long time.Duration) error {
	dir, err := os.MkdirTemp("", "transom-bench-serving-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	asked, err := paths()
	if err != nil {
		return err
	}
	fmt.Printf("%d clients ask for %v, compressed with gzip:\n", clients, asked)
	var ours result
	for i, s := range servers(dir) {
		r, err := s.measure(asked, long)
		if errors.Is(err, errMissing) {
			fmt.Printf("%-10s not installed: make tools peers\n", s.name)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("%-10s %8.0f /s   median %7v   p99 %7v   memory %4d MiB\n", s.name, r.perSecond, r.at(50), r.at(99),
			r.memory>>20)
		if i == 0 {
			ours = r
		} else {
			fmt.Printf("@ static files a second / %s | %.3f | at least 1 | see the text of this part\n", s.name,
				ours.perSecond/r.perSecond)
		}
	}
	fmt.Println("Why nginx is faster: it is C with sendfile and writes no log here; ours gives each answer " +
		"its number, policy, limits and a line of the log.\nOf our own time for a file (go test ./api/website -bench Page) " +
		"two thirds go into opening and copying it and writing the answer, hardly any into the hosting rules.")
	return nil
}

type result struct {
	perSecond float64
	times     []time.Duration
	memory    int
}

func (r result) at(percent int) time.Duration {
	return r.times[len(r.times)*percent/100].Round(10 * time.Microsecond)
}

// After a warm-up of one second.
func ask(base string, paths []string, long time.Duration) (r result, err error) {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: clients,
		MaxConnsPerHost: clients, DisableCompression: true}}
	var (
		group sync.WaitGroup
		lock  sync.Mutex
	)
	began := time.Now().Add(time.Second)
	for n := range clients {
		group.Go(func() {
			var times []time.Duration
			for i := n; time.Now().Before(began.Add(long)); i++ {
				asked := time.Now()
				if failed := get(client, base+paths[i%len(paths)]); failed != nil {
					lock.Lock()
					err = failed
					lock.Unlock()
					return
				}
				if asked.After(began) {
					times = append(times, time.Since(asked))
				}
			}
			lock.Lock()
			r.times = append(r.times, times...)
			lock.Unlock()
		})
	}
	group.Wait()
	slices.Sort(r.times)
	r.perSecond = float64(len(r.times)) / long.Seconds()
	return r, err
}

func get(client *http.Client, url string) error {
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "gzip" {
		return fmt.Errorf("%s: %s, %q", url, response.Status, response.Header.Get("Content-Encoding"))
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}
