package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"transom/api/apitest"
	"transom/bench/stored"
)

const (
	gates       = 10
	stolen      = 24 // requests at once with a stolen device's key
	staff       = 5
	registering = 20              // per second
	typing      = 5 * time.Second // each client's pause between two forms
)

// newClient has, like a browser, its own cookies and an open connection.
func newClient() *http.Client {
	jar, _ := cookiejar.New(nil)
	return &http.Client{Jar: jar, Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1,
		IdleConnTimeout: 5 * time.Minute, DisableCompression: true}}
}

// Goals are the budgets under load, for visitors and gates; for staff, twice their time without load.
func (p *product) crowds(phones []string, visitors, many int) ([]*crowd, error) {
	desk := make([]*http.Client, staff)
	for i := range desk {
		client, err := p.atDesk()
		if err != nil {
			return nil, err
		}
		desk[i] = client
	}
	return []*crowd{
		{name: "a page read", size: visitors, pause: 20 * time.Second, do: p.reading(visitors)},
		p.registering(),
		{name: "a search at the desk", size: staff, pause: 2 * time.Second, limit: 100 * time.Millisecond,
			reason: " | it reads the search texts of all registrations in 30 ms, on the processors that all others use too",
			do: func(who, turn int) error {
				return p.ask(desk[who], "/desk/registrations", map[string]any{"query": searches[(who+turn)%len(searches)]}, "")
			}},
		{name: "the overview of the desk", size: 2, pause: 4 * time.Second, limit: 200 * time.Millisecond,
			reason: " | the slowest of 12: it adds up all registrations in 65 ms, on the processors that all others use too",
			do: func(who, _ int) error {
				return p.ask(desk[who], "/desk/overview", map[string]any{}, "")
			}},
		{name: "a scan at a gate", size: gates, pause: time.Second, limit: 250 * time.Millisecond, doubled: true,
			do: p.scanning(phones, many)},
	}, nil
}

var searches = []string{"q=first12+last7", "q=98765+10123", "q=person4711", "q=works+4", "state=expired", "",
	"state=paid&sort=name&page=3", "flag=task"}

// After the first page, the browser already has the shared files.
var pages = []string{"/", "/speakers", "/register-now", "/itinerary", "/faqs", "/bookings"}

func (p *product) reading(visitors int) func(who, turn int) error {
	clients := make([]*http.Client, visitors)
	for i := range clients {
		clients[i] = newClient()
	}
	return func(who, turn int) error {
		r, err := http.NewRequest("GET", p.base+pages[(who+turn)%len(pages)], nil)
		if err != nil {
			return err
		}
		r.Header.Set("Accept-Encoding", "br")
		return send(clients[who], r, nil)
	}
}

func (p *product) registering() *crowd {
	var people atomic.Int64
	size := registering * int(typing/time.Second)
	clients, photo, paper := make([]*http.Client, size), make([]string, size), make([]string, size)
	for i := range clients {
		clients[i] = newClient()
	}
	c := &crowd{name: "a registration sent", size: size, pause: typing, limit: 300 * time.Millisecond}
	c.ready = func(who int) (err error) {
		if photo[who], err = p.upload(clients[who], "photo"); err != nil {
			return err
		}
		paper[who], err = p.upload(clients[who], "aadhar")
		return err
	}
	c.do = func(who, _ int) error {
		n := people.Add(1)
		return p.ask(clients[who], "/registration", map[string]any{
			"firstname": "Asha", "lastname": "Verma", "email": fmt.Sprintf("rush%d@example.org", n), "mobile": "9876543210",
			"gender":        "female",
			"dob":           time.Date(1900, time.January, 1+int(n%36000), 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
			"membership_no": fmt.Sprint("A", 900000+n), "city": "Bhopal",
			"state": "Madhya Pradesh", "country": "India", "ticketCategory": "IIA_MEMBER_25_ABOVE", "amount": 3540,
			"consent":     true,
			"profile_url": photo[who], "aadharUrl": paper[who],
		}, "")
	}
	return c
}

func (p *product) upload(client *http.Client, kind string) (string, error) {
	body, contentType := apitest.Multipart(kind, "a.jpg", apitest.SmallJPEG())
	r, err := http.NewRequest("POST", p.base+"/api/upload-assets", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", contentType)
	var answer struct{ URL string }
	err = send(client, r, &answer)
	return answer.URL, err
}

// atDesk signs in as an organiser, as anybody can in a rehearsal.
func (p *product) atDesk() (*http.Client, error) {
	client := newClient()
	return client, p.ask(client, "/desk/sign-in/rehearsal", map[string]any{"role": "organiser"}, "")
}

func (p *product) enrol() ([]string, error) {
	desk, err := p.atDesk()
	if err != nil {
		return nil, err
	}
	tokens := make([]string, gates+1) // the last one is stolen
	for i := range tokens {
		var invitation struct{ URL string }
		if err := p.call(desk, "/desk/gate-invite", map[string]any{"name": fmt.Sprint("Gate ", i+1),
			"venue": apitest.Edition().Event.Venues[0].ID, "why": "measured"}, "", &invitation); err != nil {
			return nil, err
		}
		address, err := url.Parse(invitation.URL)
		if err != nil {
			return nil, err
		}
		var secret [32]byte
		rand.Read(secret[:])
		tokens[i] = "tg1_" + base64.RawURLEncoding.EncodeToString(secret[:])
		if err := p.ask(newClient(), "/gate/enrol", map[string]any{"secret": strings.TrimPrefix(address.Fragment, "enrol="),
			"token": tokens[i]}, ""); err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

func (p *product) scanning(tokens []string, many int) func(who, turn int) error {
	clients := make([]*http.Client, gates)
	cursors := make([]int64, gates)
	for i := range clients {
		clients[i] = newClient()
	}
	return func(who, turn int) error {
		now := time.Now().UnixMilli()
		scan := map[string]any{
			"seq": turn + 1, "ticket": stored.TicketID(((turn*gates+who)*5 + 1) % many), "list": "entry",
			"day": apitest.Edition().Event.Days[0].Date, "venue": apitest.Edition().Event.Venues[0].ID,
			"verdict": "in", "by": "camera", "wall": now, "mono": now, "origin": 5,
		}
		var answer struct {
			Cursor int64
			Have   int64
		}
		err := p.call(clients[who], "/gate/sync", map[string]any{
			"wall": now, "mono": now, "origin": 5, "scans": []any{scan}, "since": cursors[who], "battery": 80, "list_age": -1,
		}, tokens[who], &answer)
		if err == nil && answer.Have != int64(turn+1) {
			err = fmt.Errorf("scan %d was not taken: %d are there", turn+1, answer.Have)
		}
		cursors[who] = answer.Cursor
		return err
	}
}

// flooding sends reports with far too many scans, which the server refuses.
func (p *product) flooding(token string) *crowd {
	body := []byte(`{"scans":[` + strings.Repeat("{},", 170_000) + `{}]}`)
	return &crowd{name: "a report too large", size: stolen, pause: 50 * time.Millisecond, do: func(int, int) error {
		r, err := http.NewRequest("POST", p.base+"/api/gate/sync", bytes.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", token)
		if answer, err := http.DefaultClient.Do(r); err == nil { // else the server closed the connection early
			answer.Body.Close()
		}
		return nil
	}}
}

func (p *product) ask(client *http.Client, path string, body any, token string) error {
	return p.call(client, path, body, token, nil)
}

func (p *product) call(client *http.Client, path string, body any, token string, answer any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequest("POST", p.base+"/api"+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", p.base)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	return send(client, r, answer)
}

func send(client *http.Client, r *http.Request, answer any) error {
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %d %s", r.URL.Path, response.StatusCode, strings.TrimSpace(string(raw[:min(len(raw), 300)])))
	case answer != nil:
		return json.Unmarshal(raw, answer)
	}
	return nil
}
