package app

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/generator/schema"
)

// Two people check documents and one prints badges while the program is killed at random moments.
func TestOfficeDay(t *testing.T) {
	t.Parallel()
	people, badges, kills, longest := 24, 12, 5, 80*time.Millisecond
	if soak {
		people, badges, kills, longest = 400, 200, 60, time.Second
	}
	o := newOfficeDay(t, people, badges)
	for range kills {
		o.start()
		ctx, cancel := context.WithCancel(t.Context())
		var clerks sync.WaitGroup
		o.work(ctx, &clerks)
		time.Sleep(rand.N(longest))
		o.kill()
		cancel()
		clerks.Wait()
	}
	confirmed := len(o.decided)
	o.start()
	var clerks sync.WaitGroup
	o.work(t.Context(), &clerks)
	clerks.Wait()
	o.checkFigures()
	o.kill()
	t.Logf("%d kills: %d of %d decisions and %d of %d badges were confirmed before the last start", kills, confirmed,
		len(o.decided), o.printedBefore, o.printed)
}

type officeDay struct {
	*crash
	client         *http.Client
	people, badges int

	// guarded by crash.mu
	decided       map[string]string // the confirmed action, by registration
	prints        map[string]int    // confirmed prints, by registration
	printed       int               // all confirmed prints
	printedBefore int               // prints confirmed before the program last started
	unanswered    int               // badges whose request got no response
}

func newOfficeDay(t *testing.T, people, badges int) *officeDay {
	t.Helper()
	o := &officeDay{crash: newCrash(t), client: &http.Client{Timeout: time.Minute}, people: people, badges: badges,
		decided: map[string]string{}, prints: map[string]int{}}
	for _, setting := range o.env {
		if folder, is := strings.CutPrefix(setting, "TRANSOM_CONTENT="); is {
			content := apitest.Edition()
			content.Badge = &schema.Badge{WidthMM: 90, HeightMM: 130, Sheet: "a4", Photo: true}
			apitest.WriteContent(t, folder, content)
		}
	}
	o.env = append(o.env, "TRANSOM_SITE_URL="+o.origin())
	o.start()
	for range people {
		s, ok := o.newSubmission(o.client)
		if !ok {
			t.Fatal("nobody can register")
		}
		raw, err := json.Marshal(s.form)
		must(t, err)
		_, answer := o.call(o.client, "/api/registration", "application/json", raw, "Idempotency-Key", s.key)
		link, _ := answer["payment_url"].(string)
		if link == "" || !o.pay(o.client, answer["booking_id"].(string), link) {
			t.Fatalf("registration: %v", answer)
		}
	}
	if len(o.paid) != people {
		t.Fatalf("%d of %d are paid", len(o.paid), people)
	}
	o.kill()
	return o
}

// Passkeys need a host name, not an IP address.
func (o *officeDay) origin() string {
	return "http://" + strings.Replace(o.addr, "127.0.0.1", "localhost", 1)
}

// work starts three clerks, who stop when nothing is left to do or the program no longer answers.
func (o *officeDay) work(ctx context.Context, clerks *sync.WaitGroup) {
	o.printedBefore = o.printed
	for _, clerk := range []func(cookie string) bool{o.check, o.check, o.print} {
		clerks.Go(func() {
			cookie := o.signIn()
			for cookie != "" && ctx.Err() == nil && clerk(cookie) {
			}
		})
	}
}

func (o *officeDay) signIn() (cookie string) {
	r, err := o.post("sign-in/rehearsal", "", map[string]any{"role": "organiser"})
	if err != nil {
		return ""
	}
	defer r.Body.Close()
	for _, c := range r.Cookies() {
		cookie += c.Name + "=" + c.Value
	}
	return cookie
}

func (o *officeDay) post(name, cookie string, body map[string]any) (*http.Response, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest("POST", "http://"+o.addr+"/api/desk/"+name, strings.NewReader(string(raw)))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", o.origin())
	r.Header.Set("Cookie", cookie)
	return o.client.Do(r)
}

// ask returns status 0 if it got no complete response.
func (o *officeDay) ask(name, cookie string, body map[string]any) (int, map[string]any) {
	r, err := o.post(name, cookie, body)
	if err != nil {
		return 0, nil
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil
	}
	var answer map[string]any
	_ = json.Unmarshal(raw, &answer) // a document is not JSON, so answer stays nil
	return r.StatusCode, answer
}

// check opens one of the first documents in the queue and approves or rejects it, unless another clerk has already done
// so.
func (o *officeDay) check(cookie string) bool {
	_, queue := o.ask("documents/queue", cookie, map[string]any{})
	checks, _ := queue["checks"].([]any)
	if len(checks) == 0 {
		return false
	}
	one := checks[rand.N(min(3, len(checks)))].(map[string]any)
	id := one["id"].(string)
	switch status, answer := o.ask("documents/open", cookie, map[string]any{"id": id}); status {
	case 0:
		return false
	case http.StatusOK, http.StatusNotFound:
	default:
		o.t.Errorf("open: %d %v", status, answer)
		return false
	}
	action := "document-approve"
	if rand.N(5) == 0 {
		action = "document-reject"
	}
	status, answer := o.ask(action, cookie, map[string]any{"id": id, "version": one["version"],
		"why": "It was looked at."})
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case status == 0:
		return false
	case status == http.StatusConflict:
	case status != http.StatusOK:
		o.t.Errorf("%s: %d %v", action, status, answer)
	case o.decided[id] != "":
		o.t.Errorf("%s after %s", action, o.decided[id])
	default:
		o.decided[id] = action
	}
	return true
}

func (o *officeDay) print(cookie string) bool {
	_, found := o.ask("badges", cookie, map[string]any{"query": "flag=no-badge"})
	all, _ := found["badges"].([]any)
	left := o.badges - (o.people - len(all))
	if len(all) == 0 || left <= 0 {
		return false
	}
	var some []map[string]any
	for _, badge := range all[:min(3, left, len(all))] {
		one := badge.(map[string]any)
		some = append(some, map[string]any{"id": one["id"], "seat": one["seat"]})
	}
	status, answer := o.ask("badges-printed", cookie, map[string]any{"badges": some})
	o.mu.Lock()
	defer o.mu.Unlock()
	switch status {
	case 0:
		o.unanswered += len(some)
		return false
	case http.StatusOK:
		for _, one := range some {
			o.prints[one["id"].(string)]++
			o.printed++
		}
	default:
		o.t.Errorf("print: %d %v", status, answer)
	}
	return status == http.StatusOK
}

func (o *officeDay) checkFigures() {
	o.t.Helper()
	cookie := o.signIn()
	_, queue := o.ask("documents/queue", cookie, map[string]any{})
	_, list := o.ask("registrations", cookie, map[string]any{"query": "flag=no-badge"})
	unprinted, _ := list["sums"].(map[string]any)
	db := o.crash.open("transom.db")
	defer db.Close()
	number := func(query string) int { return count(o.crash, db, query) }
	for id, action := range o.decided {
		column := map[string]string{"document-approve": "id_verified_at", "document-reject": "id_rejected_at"}[action]
		check.Equal(o.t, count(o.crash, db, `SELECT COUNT(*) FROM bookings WHERE id = ? AND `+column+` IS NOT NULL`, id), 1,
			"the confirmed %s of %s is lost", action, id)
	}
	for id, prints := range o.prints {
		if n := count(o.crash, db, `SELECT prints FROM badges WHERE booking_id = ?`, id); n < prints {
			o.t.Errorf("%d of %d confirmed prints of %s are stored", n, prints, id)
		}
	}
	stored := number(`SELECT COALESCE(SUM(prints), 0) FROM badges`)
	if stored < o.printed || stored > o.printed+o.unanswered {
		o.t.Errorf("%d prints are stored, %d were confirmed, %d had no answer", stored, o.printed, o.unanswered)
	}
	rejected := number(`SELECT COUNT(*) FROM bookings WHERE id_rejected_at IS NOT NULL AND id_asset = ''`)
	for what, got := range map[string][2]int{
		"registrations in the queue": {int(queue["total"].(float64)), 0},
		"rejected in the queue":      {int(queue["rejected"].(float64)), rejected},
		"approved documents": {number(`SELECT COUNT(*) FROM bookings WHERE id_verified_at IS NOT NULL AND id_asset <> ''`),
			o.people - rejected},
		"decisions": {number(`SELECT COUNT(*) FROM identity_checks`), o.people},
		"decisions in the log": {number(`SELECT COUNT(*) FROM audit_log WHERE action IN ('document_approve',
			'document_reject')`), o.people},
		"emails about rejections": {number(`SELECT COUNT(*) FROM outbox WHERE template = 'document-rejected'`), rejected},
		"openings in the log": {number(`SELECT COUNT(*) FROM audit_log WHERE action = 'document_open'`),
			number(`SELECT COUNT(*) FROM access_log WHERE action = 'open'`)},
		"badges":               {number(`SELECT COUNT(*) FROM badges`), o.badges},
		"badges left to print": {int(unprinted["count"].(float64)), o.people - o.badges},
		"prints in the log": {number(`
			SELECT COALESCE(SUM(CAST(details ->> '$.after.badges' AS INTEGER)), 0) FROM audit_details
			WHERE n IN (SELECT n FROM audit_log WHERE action = 'badges')`), stored},
	} {
		check.Equal(o.t, got[0], got[1], "%s", what)
	}
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		o.t.Errorf("integrity: %q, %v", verdict, err)
	}
	o.reconcile()
}
