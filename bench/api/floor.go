package main

import (
	"bytes"
	"database/sql"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"runtime"

	"github.com/go-chi/chi/v5"
	_ "modernc.org/sqlite"
)

// floor holds the rates per second of a minimal program.
type floor struct{ nothing, insert, read result }

// One address does nothing, one writes a row durably, one reads a row.
func measureFloor(dir string, n int) (floor, error) {
	var f floor
	path := "file:" + filepath.Join(dir, "floor.db") + "?_busy_timeout=5000&_journal_mode=WAL"
	write, err := sql.Open("sqlite", path+"&_synchronous=FULL&_txlock=immediate")
	if err != nil {
		return f, err
	}
	defer write.Close()
	write.SetMaxOpenConns(1)
	if _, err := write.Exec(`CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT) STRICT`); err != nil {
		return f, err
	}
	read, err := sql.Open("sqlite", path+"&_query_only=1")
	if err != nil {
		return f, err
	}
	defer read.Close()
	read.SetMaxOpenConns(2 * runtime.NumCPU())
	r := chi.NewRouter()
	r.Post("/nothing", func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) })
	r.Post("/insert", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if _, err := write.Exec(`INSERT INTO rows (text) VALUES (?)`, string(body)); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	r.Post("/read", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		var text string
		if err := read.QueryRow(`SELECT text FROM rows WHERE id = ?`, 1).Scan(&text); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		io.WriteString(w, text)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return f, err
	}
	server := &http.Server{Handler: r}
	go server.Serve(listener)
	defer server.Close()
	body := []byte(`{"bookingId":"aaaaaaaaaaaaaaaaaaaaa"}`)
	for path, into := range map[string]*result{"/nothing": &f.nothing, "/insert": &f.insert} {
		if *into, err = floorLoad(listener, path, n, body); err != nil {
			return f, err
		}
	}
	reads, err := prepare(1, func(int) (*http.Request, error) {
		return http.NewRequest("POST", "http://"+listener.Addr().String()+"/read", bytes.NewReader(body))
	})
	if err != nil {
		return f, err
	}
	f.read, err = load(4*n, reads.send)
	return f, err
}

func floorLoad(l net.Listener, path string, n int, body []byte) (result, error) {
	return load(n, func(int) error {
		_, err := post("http://"+l.Addr().String()+path, "application/json", body, http.StatusOK)
		return err
	})
}
