package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
)

// exchanges are requests that were written beforehand, for a server's reads. The client of net/http takes a third as
// long as a server, on the same processors, and so makes all servers look alike.
type exchanges struct {
	addr     string
	requests [][]byte
	lines    chan line
}

type line struct {
	net.Conn
	in *bufio.Reader
}

func prepare(n int, request func(i int) (*http.Request, error)) (*exchanges, error) {
	e := &exchanges{requests: make([][]byte, n), lines: make(chan line, clients)}
	for i := range n {
		r, err := request(i)
		if err != nil {
			return nil, err
		}
		var raw bytes.Buffer
		if err := r.Write(&raw); err != nil {
			return nil, err
		}
		e.addr, e.requests[i] = r.URL.Host, raw.Bytes()
	}
	return e, nil
}

// send sends the i-th request, and reads the response.
func (e *exchanges) send(i int) error {
	var l line
	select {
	case l = <-e.lines:
	default:
		conn, err := net.Dial("tcp", e.addr)
		if err != nil {
			return err
		}
		l = line{conn, bufio.NewReader(conn)}
	}
	request := e.requests[i%len(e.requests)]
	if _, err := l.Write(request); err != nil {
		return err
	}
	response, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s\n%s\n%s", request, response.Status, body)
	}
	e.lines <- l
	return err
}
