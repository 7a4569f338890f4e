package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
)

// Source: security reference, row 40.
func TestInventedTokens(t *testing.T) {
	s := startOnce(t)
	form, _, _, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	sum := sha256.Sum256([]byte(token))
	headers := []string{
		"", "Bearer", "Bearer ", token[:46], token + "A", strings.ToUpper(token), strings.ToLower(token), token[4:], "tn2_" +
			token[4:],
		hex.EncodeToString(sum[:]), "tn1_" + hex.EncodeToString(sum[:])[:43], "Basic " + token, token + " " + token,
		strings.Repeat("a", 257), "tn1_" + strings.Repeat("a", 100_00), "' OR 1=1 --", "null", "undefined", "\"" + token +
			"\"",
	}
	raw := make([]byte, 32)
	for range 2_000 {
		for i := range raw {
			raw[i] = byte(rand.Uint32())
		}
		headers = append(headers, "tn1_"+base64.RawURLEncoding.EncodeToString(raw))
	}
	last := []byte(token)
	for bit := range len(last) * 8 { // change one bit of the genuine token at a time
		last[bit/8] ^= 1 << (bit % 8)
		if c := last[bit/8]; c > ' ' && c < 0x7F {
			headers = append(headers, string(last))
		}
		last[bit/8] ^= 1 << (bit % 8)
	}
	for _, header := range headers {
		s.Post("/profile", "{}", "Authorization", header).Must(http.StatusUnauthorized, "%q", header)
	}
	s.Post("/profile", "{}", "Authorization", token).Want(http.StatusOK, "the true one")
}

// Source: security reference, row 41.
func TestSessionsEnd(t *testing.T) {
	once(t)
	alive := func(s *apitest.Server, token string) bool {
		return s.Post("/profile", "{}", "Authorization", token).Status == http.StatusOK
	}
	for _, c := range []struct {
		name string
		end  func(s *apitest.Server, email, token string)
	}{
		{"signed out", func(s *apitest.Server, _, token string) {
			if a := s.Post("/sign-out", "{}", "Authorization", token); a.Status != http.StatusOK ||
				a.Header.Get("Clear-Site-Data") != `"storage"` {
				t.Errorf("sign-out: %d %s", a.Status, a.Raw)
			}
		}},
		{"signed out everywhere", func(s *apitest.Server, email, _ string) {
			s.Clock.Add(time.Minute)
			other := s.SignInAs(email)
			s.Post("/sign-out", map[string]any{"everywhere": true}, "Authorization", other)
		}},
		{"idle for 12 hours", func(s *apitest.Server, _, _ string) { s.Clock.Add(12 * time.Hour) }},
		{"24 hours old", func(s *apitest.Server, _, token string) {
			for range 2 {
				s.Clock.Add(11 * time.Hour)
				if !alive(s, token) {
					t.Error("a session that is used has ended")
				}
			}
			s.Clock.Add(2 * time.Hour)
		}},
		{"sixth session", func(s *apitest.Server, email, _ string) {
			for range 5 {
				s.Clock.Add(25 * time.Minute)
				s.SignInAs(email)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			email := paidMailbox(s)
			token := s.SignInAs(email)
			if !alive(s, token) {
				t.Fatal("the fresh session does not work")
			}
			c.end(s, email, token)
			if alive(s, token) {
				t.Error("the session continues")
			}
		})
	}
}

// Source: security reference, row 42.
func TestDataOfOthersIsNotFound(t *testing.T) {
	s := start(t)
	formA, _, _, own := s.RegisterPaid(nil)
	formB, tokenB, bookingB, ticketB := s.RegisterPaid(map[string]any{"firstname": "Bhanu", "lastname": "Rao",
		"mobile": "9123456780"})
	tokenA := s.SignInAs(formA["email"].(string))
	secrets := []string{formB["email"].(string), "Bhanu", "9123456780", ticketB.Signature, formB["membership_no"].(string)}
	ids := []string{
		ticketB.ID, bookingB.ID, domain.AssetHandle(bookingB.PhotoAsset), domain.AssetHandle(bookingB.IDAsset),
		bookingB.PhotoAsset, tokenB, strings.ToUpper(ticketB.ID), own.ID + "' OR '1'='1", "../" + ticketB.ID,
		ticketB.ID + "\x00", strings.Repeat("a", 4096), own.ID[:25],
	}
	for _, id := range ids {
		for path, body := range map[string]map[string]any{
			"/tickets":        {"id": id, "email": formB["email"], "booking_id": bookingB.ID, "account_id": id},
			"/profile":        {"id": id, "email": formB["email"]},
			"/photo":          {"id": id, "profile_url": id},
			"/verify-payment": {"bookingId": id},
			"/update-profile": {"profile_url": id},
		} {
			a := s.Post(path, body, "Authorization", tokenA)
			a.Omits(secrets...)
			if path == "/tickets" && a.Status != http.StatusNotFound {
				t.Errorf("/tickets with %q: %d %s", id, a.Status, a.Raw)
			}
			if path == "/update-profile" && a.Status != http.StatusUnprocessableEntity {
				t.Errorf("/update-profile with %q: %d %s", id, a.Status, a.Raw)
			}
		}
	}
	verify := func(id string, header ...string) apitest.Answer {
		return s.Post("/verify-payment", map[string]any{"bookingId": id}, header...)
	}
	for _, id := range []string{"", "nope", bookingB.ID + "x", strings.ToUpper(bookingB.ID), "' OR 1=1 --",
		strings.Repeat("a", 5000)} {
		verify(id).Want(http.StatusNotFound, "booking %.20q", id).Says(`"error":"not_found"`)
	}
	verify(bookingB.ID, "Authorization", "tn1_short").Want(http.StatusUnauthorized, "an invalid token")
	view := verify(bookingB.ID, "Authorization", tokenA)
	view.Omits(ticketB.ID)
	mine := verify(own.BookingID, "Authorization", tokenA)
	mine.Says(own.ID)
	if code, _ := mine.Body["transaction_status"].(map[string]any)["booking_code"].(string); len(code) != 6 {
		t.Errorf("no booking code on the success screen: %s", mine.Raw)
	}
	for _, header := range [][]string{{}, {"Authorization", tokenA}} {
		verify(bookingB.ID, header...).Omits("booking_code", "ticket_id")
	}
}

// Registering with an email address does not prove that the mailbox is yours. Source: security reference, row 43.
func TestTokenOfARegistrationDoesNotSignIn(t *testing.T) {
	s := startOnce(t)
	form, _, _, ticket := s.RegisterPaid(nil)
	victim := s.SignInAs(form["email"].(string))
	s.Post("/update-profile", map[string]any{"mobile": "9000000001"}, "Authorization", victim)
	for n := range 10 {
		forged := s.FullForm()
		forged["email"], forged["firstname"] = "forger@example.org", "Forger"
		if n%2 == 1 {
			forged["email"] = strings.ToUpper(form["email"].(string))
		}
		a := s.Post("/registration", forged)
		token := a.Text("accesstoken")
		if a.Status != http.StatusOK { // several people may share a mailbox
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
		for path, want := range map[string]int{"/profile": 403, "/tickets": 403, "/update-profile": 403, "/photo": 403} {
			b := s.Post(path, map[string]any{"id": ticket.ID}, "Authorization", token)
			b.Want(want, "%s", path).Omits("Asha", "9000000001")
		}
		view := s.Post("/verify-payment", map[string]any{"bookingId": ticket.BookingID}, "Authorization", token)
		view.Omits(ticket.ID)
	}
	profile := s.Post("/profile", "{}", "Authorization", victim)
	profile.Says("9000000001").Omits("Forger")
}

// Another test compares the times. Source: security reference, row 39.
func TestAnswersDoNotRevealAccounts(t *testing.T) {
	s := startOnce(t)
	form, _, _, _ := s.RegisterPaid(nil)
	known, unknown := form["email"].(string), "stranger@example.org"
	shape := func(a apitest.Answer) string {
		body := string(a.Raw)
		if id := a.Text("challenge_id"); id != "" {
			body = strings.Replace(body, id, strings.Repeat("x", len(id)), 1)
		}
		header := a.Header.Clone()
		header.Del("Date")
		header.Del("X-Request-Id")
		return fmt.Sprint(a.Status, header, len(a.Raw), body)
	}
	challenges := map[string]string{}
	same := func(what string, call func(email string) apitest.Answer) {
		t.Helper()
		if a, b := shape(call(known)), shape(call(unknown)); a != b {
			t.Errorf("%s:\nknown   %s\nunknown %s", what, a, b)
		}
	}
	send := func(email string) apitest.Answer {
		a := s.Post("/send-otp", map[string]any{"email": email})
		if a.Status == http.StatusOK {
			challenges[email] = a.Text("challenge_id")
		}
		return a
	}
	same("send-otp", send)
	same("send-otp too soon", send)
	for n := range 7 {
		same(fmt.Sprint("verify-otp, try ", n), func(email string) apitest.Answer {
			return tried(s, email, challenges[email], "12345")
		})
		same(fmt.Sprint("verify-otp, six digits ", n), func(email string) apitest.Answer {
			return tried(s, email, challenges[email], "000000")
		})
	}
	same("verify-otp of no challenge", func(email string) apitest.Answer { return tried(s, email, "", "000000") })
	equal(t, len(s.SendMails()), 1, "emails to the known address")
	s.WantCount(2, `SELECT COUNT(*) FROM outbox WHERE state = 'sent' AND data = '{}'`)
}

func TestProfile(t *testing.T) {
	s := start(t)
	form, _, booking, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	update := func(change map[string]any) apitest.Answer {
		return s.Post("/update-profile", change, "Authorization", token)
	}
	for _, c := range []struct{ field, value, message string }{
		{"city", "", "City is required"},
		{"state", "Oslo", "Please choose one from the list."},
		{"gst_no", strings.Repeat("9", 21), "Please use at most 20 characters."},
		{"profile_url", "https://example.org/me.jpg", "This upload can no longer be used. Please upload the picture again."},
		{"profile_url", domain.AssetHandle(booking.IDAsset),
			"This upload can no longer be used. Please upload the picture again."},
	} {
		if a := update(map[string]any{c.field: c.value, "city2": "x"}); a.Status != http.StatusUnprocessableEntity ||
			a.Field(c.field) != c.message {
			t.Errorf("%s=%q: %d %s", c.field, c.value, a.Status, a.Raw)
		}
	}
	a := update(map[string]any{"country": "Norway"}).Want(http.StatusOK, "another country")
	update(map[string]any{"country": "India", "state": "Oslo"}).Refuses("state")
	photo := s.Picture("photo")
	a = update(map[string]any{
		"firstname": "Usha", "mobile": " 9811111111 ", "city": "Indore", "gst_no": "", "profile_url": photo,
		"email": "thief@example.org", "membership_no": "F1", "id": "1", "status": "SUCCESS", // cannot be changed
	})
	user, _ := a.Body["userdata"].(map[string]any)
	if a.Status != http.StatusOK || user["firstname"] != form["firstname"] || user["city"] != "Indore" ||
		user["profile_url"] != photo || user["email"] != form["email"] || user["membership_no"] != form["membership_no"] {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	// The desk, the badge and the gate show the new values, and the history says who changed them.
	id, _ := domain.ParseAssetHandle(photo)
	s.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE id = ? AND city = 'Indore' AND mobile = '9811111111'
		AND photo_asset = ? AND search_contact LIKE '%9811111111%'`, booking.ID, id)
	s.WantCount(2, `SELECT COUNT(*) FROM audit_log WHERE booking_id = ? AND action = 'profile'`, booking.ID)
	s.WantCount(1, `SELECT COUNT(*) FROM assets WHERE id = ? AND released_at IS NOT NULL`, booking.PhotoAsset)
	second := update(map[string]any{"profile_url": s.Picture("photo")})
	if n := s.Count(
		`SELECT COUNT(*) FROM assets WHERE kind = 'photo' AND released_at IS NOT NULL`); second.Status != http.StatusOK ||
		n != 2 {
		t.Errorf("%d photos were released after the second change", n)
	}
	// Once staff have checked a photo, it stays on the badge.
	s.Exec(`UPDATE bookings SET id_verified_at = created_at WHERE id = ?`, booking.ID)
	third := update(map[string]any{"profile_url": s.Picture("photo")}).Want(http.StatusOK, "a third photo")
	id, _ = domain.ParseAssetHandle(second.Body["userdata"].(map[string]any)["profile_url"].(string))
	s.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE id = ? AND photo_asset = ?`, booking.ID, id)
	if second.Body["photo_kept"] != nil || third.Body["photo_kept"] != true {
		t.Errorf("%s, then %s", second.Raw, third.Raw)
	}
	s.Clock.Add(time.Minute)
	again := s.SignInAs(form["email"].(string))
	s.Post("/profile", "{}", "Authorization", again).Says(`"city":"Indore"`)
}

// Source: security reference, row 33.
func TestPhoto(t *testing.T) {
	s := startOnce(t)
	form, bookingToken, _, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	a := s.Post("/photo", "{}", "Authorization", token)
	if a.Status != http.StatusOK || !bytes.HasPrefix(a.Raw, []byte{0xFF, 0xD8, 0xFF}) {
		t.Fatalf("%d %.40q", a.Status, a.Raw)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
		"Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
		"Content-Disposition":     `attachment; filename="photo.jpg"`,
	} {
		equal(t, a.Header.Get(name), want, "%s", name)
	}
	for name, header := range map[string]string{"anonymous": "", "a registration": bookingToken} {
		if a := s.Post("/photo", "{}", "Authorization", header); a.Status != 401 && a.Status != 403 {
			t.Errorf("%s: %d", name, a.Status)
		}
	}
}

func TestProfileFollowsTheNewestPaidBooking(t *testing.T) {
	s := startOnce(t)
	first := s.FullForm()
	first["firstname"] = "Typo"
	s.Post("/registration", first).Must(http.StatusOK)
	email := first["email"].(string)
	profile := func() string {
		s.Clock.Add(time.Minute)
		return string(s.Post("/profile", "{}", "Authorization", s.SignInAs(email)).Raw)
	}
	apitest.Says(t, profile(), `"firstname":"Typo"`)
	s.RegisterPaid(map[string]any{"email": email, "firstname": "Right"})
	apitest.Says(t, profile(), `"firstname":"Right"`)
}

// A known address takes longer than an unknown one in about half of all pairs. Source: security reference, row 39.
func TestAnswersTakeTheSameTimeForUnknownAddresses(t *testing.T) {
	testdb.Once(t)
	pairs, low, high := 150, 0.35, 0.65
	if os.Getenv("TRANSOM_SOAK") != "" {
		pairs, low, high = 2000, 0.45, 0.55
	}
	s := apitest.Start(t, apitest.Options{}) // hashes are cheap here: expensive ones would only hide differences
	var knownSend, unknownSend, knownVerify, unknownVerify []time.Duration
	measure := func(email string, send, verify *[]time.Duration) {
		begun := time.Now()
		challenge := asked(t, s, email)
		*send = append(*send, time.Since(begun))
		begun = time.Now()
		tried(s, email, challenge, "000000")
		*verify = append(*verify, time.Since(begun))
	}
	form, _, _, _ := s.RegisterPaid(nil)
	for n := range pairs {
		if n%5 == 0 { // the limits for a mailbox are ten codes a day and a hundred wrong codes in a row
			form, _, _, _ = s.RegisterPaid(nil)
		}
		known, unknown := form["email"].(string), fmt.Sprintf("zz%06d@example.org", n/5)
		if n%2 == 0 {
			measure(known, &knownSend, &knownVerify)
			measure(unknown, &unknownSend, &unknownVerify)
		} else {
			measure(unknown, &unknownSend, &unknownVerify)
			measure(known, &knownSend, &knownVerify)
		}
		s.Clock.Add(13 * time.Minute)
	}
	for what, value := range map[string]float64{"send-otp": chance(knownSend, unknownSend),
		"verify-otp": chance(knownVerify, unknownVerify)} {
		t.Logf("%s: %.3f", what, value)
		if value < low || value > high {
			t.Errorf("%s: a known address takes longer with a chance of %.3f", what, value)
		}
	}
}

func chance(a, b []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(b))
	sum := 0
	for _, v := range a {
		at, _ := slices.BinarySearch(sorted, v)
		sum += at
	}
	return float64(sum) / float64(len(a)*len(b))
}

func TestWaitingRegistrationsOfAMailbox(t *testing.T) {
	s := startOnce(t)
	form, asha := s.Unpaid(map[string]any{"firstname": "Asha", "lastname": "Rao"})
	other, _ := s.Unpaid(map[string]any{"firstname": "Bina", "lastname": "Sen"})
	email := form["email"].(string)
	token := s.SignInAs(email)

	waiting := func(token string) (out []string) {
		for _, one := range s.Post("/tickets", map[string]any{}, "Authorization", token).Body["waiting"].([]any) {
			row := one.(map[string]any)
			out = append(out, fmt.Sprint(row["booking_id"], " ", row["name"], " ", row["category"]))
		}
		return out
	}
	if got := waiting(token); !slices.Equal(got, []string{asha.ID + " Asha Rao Member"}) {
		t.Errorf("waiting: %q", got)
	}
	if theirs := waiting(s.SignInAs(other["email"].(string))); len(theirs) != 1 || !strings.Contains(theirs[0], "Bina") {
		t.Errorf("the other mailbox sees %q", theirs)
	}
	// The token from a registration lists nothing, because registering does not prove that the mailbox is yours.
	stranger := s.FullForm()
	stranger["email"] = email
	again := s.Post("/registration", stranger).Must(http.StatusOK)
	for _, token := range []string{again.Text("accesstoken"), ""} {
		if a := s.Post("/tickets", map[string]any{}, "Authorization", token); a.Status != http.StatusUnauthorized &&
			a.Status != http.StatusForbidden {
			t.Errorf("without proof: %d %s", a.Status, a.Raw)
		}
	}
	s.Pay(asha)
	apitest.Omits(t, fmt.Sprint(waiting(token)), asha.ID)
}

func TestPartPaidRegistrationsAreListedFirst(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	form, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 900_00, 0)))
	token := s.SignInAs(form["email"].(string))
	for i := range 10 {
		tickets := s.Post("/tickets", map[string]any{}, "Authorization", token)
		equal(t, tickets.Body["more_waiting"], nil, fmt.Sprint(i+1, " registrations"))
		s.Clock.Add(time.Hour)
		s.Unpaid(map[string]any{"email": form["email"], "firstname": "Stranger"})
	}
	tickets := s.Post("/tickets", map[string]any{}, "Authorization", token)
	waiting := objects(tickets, "waiting")
	equal(t, len(waiting), 10, "listed")
	equal[any](t, waiting[0]["booking_id"], b.ID, "the first")
	equal[any](t, tickets.Body["more_waiting"], true, "more")
}
