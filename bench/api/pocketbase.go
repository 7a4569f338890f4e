package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
)

// pocketBase is where `make peers` puts the peer.
const pocketBase = "bench/peers/.cache/pocketbase"

// measurePocketBase reads single records over the peer's own interface, as many and by as many clients as the product's
// reads. There is no result when the peer is not installed.
func measurePocketBase(dir string, bookings int) (*result, error) {
	binary, err := filepath.Abs(pocketBase)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, nil
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := port.Addr().String()
	port.Close()
	n := min(200, bookings)
	peer := exec.Command(binary, filepath.Join(dir, "pocketbase"), addr, fmt.Sprint(n))
	peer.Stderr = os.Stderr
	out, err := peer.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := peer.Start(); err != nil {
		return nil, err
	}
	defer func() {
		peer.Process.Kill()
		peer.Wait()
	}()
	urls := make([]string, 0, n)
	for lines := bufio.NewScanner(out); len(urls) < n && lines.Scan(); {
		urls = append(urls, "http://"+addr+"/api/collections/bookings/records/"+lines.Text())
	}
	if len(urls) < n {
		return nil, errors.New("PocketBase ended before its records were there")
	}
	if err := waitFor("http://" + addr + "/api/health"); err != nil {
		return nil, fmt.Errorf("PocketBase: %w", err)
	}
	read := func(i int) error { return get(urls[i%n]) }
	if _, err := load(n, read); err != nil {
		return nil, err
	}
	r, err := load(readsEach*n, read)
	return &r, err
}

func get(url string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d", url, response.StatusCode)
	}
	return nil
}
