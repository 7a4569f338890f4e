package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
)

const pocketBase = "bench/peers/.cache/pocketbase"

// startPocketBase serves n bookings and returns a function that reads one of them, or nil if PocketBase is not
// installed.
func startPocketBase(dir string, bookings int) (read func(i int) error, stop func(), err error) {
	binary, err := filepath.Abs(pocketBase)
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, func() {}, nil
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	addr := port.Addr().String()
	port.Close()
	peer := exec.Command(binary, filepath.Join(dir, "pocketbase"), addr, fmt.Sprint(bookings))
	peer.Stderr = os.Stderr
	out, err := peer.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := peer.Start(); err != nil {
		return nil, nil, err
	}
	stop = func() {
		peer.Process.Kill()
		peer.Wait()
	}
	urls := make([]string, 0, bookings)
	for lines := bufio.NewScanner(out); len(urls) < bookings && lines.Scan(); {
		urls = append(urls, "http://"+addr+"/api/collections/bookings/records/"+lines.Text())
	}
	if len(urls) < bookings {
		stop()
		return nil, nil, errors.New("PocketBase ended before its records were stored")
	}
	if err := waitFor("http://" + addr + "/api/health"); err != nil {
		stop()
		return nil, nil, fmt.Errorf("PocketBase: %w", err)
	}
	requests, err := prepare(bookings, func(i int) (*http.Request, error) { return http.NewRequest("GET", urls[i], nil) })
	if err != nil {
		stop()
		return nil, nil, err
	}
	return requests.send, stop, nil
}
