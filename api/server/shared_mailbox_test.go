package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/server"
)

func behindProxy(o *server.Settings) {
	o.RateLimits, o.TrustedProxies = true, []string{"127.0.0.1/32"}
}

func pay(t *testing.T, s *apitest.Server, registered apitest.Answer) {
	t.Helper()
	link, err := url.Parse(registered.Text("payment_url"))
	must(t, err)
	s.Send("POST", link.Path, []byte("choice=pay-and-stay"), "Content-Type",
		"application/x-www-form-urlencoded").Must(http.StatusOK, "pay")
	s.Clock.Add(10 * time.Second)
	s.Post("/verify-payment", map[string]any{"bookingId": registered.Text("booking_id")})
}

func TestSeveralPeopleOfOneMailbox(t *testing.T) {
	s := startOnce(t)
	email := "office@example.org"
	people := map[string]map[string]any{}
	for _, name := range []string{"Asha", "Bhanu", "Chitra"} {
		form := s.FullForm()
		form["email"], form["firstname"], form["gst_no"] = email, name, "23"+name
		people[name] = form
		pay(t, s, post(t, s, form))
	}
	for _, m := range s.SendMails() {
		holder := strings.Fields(m.Text)[1]
		if _, known := people[strings.Trim(holder, ",")]; !known || !strings.Contains(m.To,
			holder[:len(holder)-1]+" Verma") {
			t.Errorf("a mail to %q greets %q", m.To, holder)
		}
		delete(people, strings.Trim(holder, ","))
	}
	equal(t, len(people), 0, "no confirmation for %v", people)
	token := s.SignInAs(email)
	var holders []string
	for _, ticket := range objects(s.Post("/tickets", "{}", "Authorization", token), "tickets") {
		holders = append(holders, ticket["name"].(string))
		equal[any](t, ticket["gst_no"], "23"+strings.Fields(ticket["name"].(string))[0], "the receipt names the GST number")
	}
	if slices.Sort(holders); !slices.Equal(holders, []string{"Asha Verma", "Bhanu Verma", "Chitra Verma"}) {
		t.Errorf("tickets of %v", holders)
	}
	user, _ := s.Post("/profile", "{}", "Authorization", token).Body["userdata"].(map[string]any)
	equal[any](t, user["firstname"], "Asha", "the profile is that of the first payer")
	s.Post("/update-profile", map[string]any{"gst_no": "27NEW"}, "Authorization", token)
	for _, ticket := range objects(s.Post("/tickets", "{}", "Authorization", token), "tickets") {
		if isAsha := ticket["name"] == "Asha Verma"; isAsha != (ticket["gst_no"] == "27NEW") {
			t.Errorf("the receipt of %v names %v", ticket["name"], ticket["gst_no"])
		}
	}
}

// Both registrations are paid before the program notices either payment: one payment counts, the other is refunded.
func TestOnePersonPaysTwice(t *testing.T) {
	once(t)
	for name, change := range map[string]map[string]any{
		"another ticket": {"ticketCategory": "NON_IIA_MEMBER", "amount": 9440,
			"institute_name": "Council of Architecture"},
		"a colleague's typo": {"firstname": "Usha"}, // the same membership number
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			first := s.FullForm()
			second := s.FullForm()
			second["dob"], second["membership_no"] = first["dob"], first["membership_no"]
			maps.Copy(second, change)
			answers := []apitest.Answer{post(t, s, first), post(t, s, second)}
			for _, a := range answers {
				pay(t, s, a)
			}
			s.WantCount(1, `SELECT COUNT(*) FROM tickets`)
			s.WantCount(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'duplicate_refund_due'`)
		})
	}
}

func TestUnknownPicturesRevealNothing(t *testing.T) {
	s := start(t)
	paid, _, _, _ := s.RegisterPaid(nil)
	waiting := s.FullForm()
	post(t, s, waiting)
	stranger := s.Form()
	photo, document := s.Picture("photo"), s.Picture("aadhar")
	madeUp := domain.AssetHandle(domain.NewAssetID())
	for name, change := range map[string]map[string]any{
		"made-up handles":         {"profile_url": madeUp, "aadharUrl": madeUp},
		"no handles":              {"profile_url": "", "aadharUrl": ""},
		"one made up":             {"profile_url": photo, "aadharUrl": madeUp},
		"another's pictures":      {"profile_url": waiting["profile_url"], "aadharUrl": madeUp},
		"real, without an amount": {"profile_url": photo, "aadharUrl": document, "amount": 1},
		"no consent":              {"profile_url": photo, "aadharUrl": document, "consent": false},
	} {
		var answers []string
		for _, form := range []map[string]any{paid, waiting, stranger} {
			asked := maps.Clone(form)
			maps.Copy(asked, change)
			if name == "another's pictures" && form["email"] == waiting["email"] {
				asked["profile_url"] = paid["profile_url"]
			}
			asked["email"] = "stranger@example.org"
			a := s.Post("/registration", asked)
			answers = append(answers, fmt.Sprint(a.Status, string(a.Raw)))
		}
		if answers = slices.Compact(answers); len(answers) != 1 {
			t.Errorf("%s: the answers differ: %q", name, answers)
		}
	}
}

// A person's name, birth date and membership number are not secret.
func TestUnpaidBookingIsChangedByItsOwnerOnly(t *testing.T) {
	once(t)
	for _, c := range []struct {
		name   string
		change func(s *apitest.Server, form map[string]any) (headers []string)
		want   int
		link   bool // the response says where the booking can be paid
	}{
		{"another mailbox", func(_ *apitest.Server, form map[string]any) []string {
			form["email"] = "thief@example.org"
			return nil
		}, 409, false},
		{"other documents", func(s *apitest.Server, form map[string]any) []string {
			form["aadharUrl"] = s.Picture("aadhar")
			return nil
		}, 409, true},
		{"another photo", func(s *apitest.Server, form map[string]any) []string {
			form["profile_url"] = s.Picture("photo")
			return nil
		}, 409, true},
		{"all of it, with the token of another registration", func(s *apitest.Server, form map[string]any) []string {
			form["email"], form["profile_url"], form["aadharUrl"] = "thief@example.org", s.Picture("photo"),
				s.Picture("aadhar")
			return []string{"Authorization", post(s.T(), s, s.FullForm()).Text("accesstoken")}
		}, 409, false},
		{"all of it, with another verified mailbox", func(s *apitest.Server, form map[string]any) []string {
			thief, _, _, _ := s.RegisterPaid(nil)
			form["email"], form["profile_url"], form["aadharUrl"] = thief["email"], s.Picture("photo"), s.Picture("aadhar")
			return []string{"Authorization", s.SignInAs(thief["email"].(string))}
		}, 409, false},
		{"the mailbox is verified", func(s *apitest.Server, form map[string]any) []string {
			token := s.SignInAs(form["email"].(string))
			form["email"], form["profile_url"], form["aadharUrl"] = "right@example.org", s.Picture("photo"),
				s.Picture("aadhar")
			return []string{"Authorization", token}
		}, 200, false},
		{"the same pictures", func(_ *apitest.Server, form map[string]any) []string {
			form["mobile"] = "9123456789"
			return nil
		}, 200, false},
		{"a token that has run out", func(s *apitest.Server, form map[string]any) []string {
			return []string{"Authorization", "tn1_" + strings.Repeat("a", 43)}
		}, 200, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{}).For(t)
			form := s.FullForm()
			first := post(t, s, form)
			email := form["email"]
			changed := maps.Clone(form)
			a := s.Post("/registration", changed, c.change(s, changed)...)
			if a.Status != c.want || c.want == 409 && a.Text("error") != "unpaid_registration" {
				t.Fatalf("%d %s", a.Status, a.Raw)
			}
			equal(t, a.Text("booking_id") == first.Text("booking_id"), c.link || c.want == 200,
				"the answer names the booking")
			if c.want == 409 && strings.Contains(a.Text("message"), "Continue to payment") != c.link {
				t.Errorf("unexpected message: %q", a.Text("message"))
			}
			changedRows := s.Count(`SELECT COUNT(*) FROM bookings WHERE id = ? AND NOT (email = ? AND photo_asset = ?
					AND id_asset = ?)`,
				first.Text("booking_id"), email, form["profile_url"].(string)[6:], form["aadharUrl"].(string)[6:])
			equal(t, changedRows == 1, c.name == "the mailbox is verified", "%d rows have changed", changedRows)
			if bytes := string(a.Raw); c.want == 409 && (strings.Contains(bytes, email.(string)) ||
				strings.Contains(bytes, "accesstoken")) {
				t.Errorf("the refusal reveals too much: %s", bytes)
			}
		})
	}
}

func TestOnePersonInSixMailboxesAtOnce(t *testing.T) {
	s := start(t)
	for range scaled(20, 500) {
		var forms []map[string]any
		for range 6 {
			forms = append(forms, s.FullForm())
			forms[len(forms)-1]["dob"] = forms[0]["dob"]
		}
		answers, statuses := atOnce(6, func(i int) apitest.Answer { return s.Post("/registration", forms[i]) })
		if statuses[http.StatusOK] != 1 || statuses[http.StatusConflict] != 5 {
			t.Fatalf("%v, %s", statuses, answers[0].Raw)
		}
	}
}

// Ten registrations a day with a stranger's address cause only one email, which contains nothing that was typed.
func TestRemindersByProxy(t *testing.T) {
	s := startOnce(t)
	for day := range 2 {
		for n := range 10 {
			form := s.FullForm()
			form["email"], form["firstname"], form["lastname"] = "Victim@Example.org", "Buy now at evil dot example",
				"You have won"
			if n%2 == 0 {
				form["email"] = "victim@example.org"
			}
			post(t, s, form)
		}
		s.Clock.Add(10 * time.Minute)
		s.Payments.Reconcile(t.Context())
		s.Clock.Add(time.Minute)
		s.Payments.Reconcile(t.Context())
		mails := s.SendMails()
		if len(mails) != day+1 {
			t.Fatalf("%d emails after %d days", len(mails), day+1)
		}
		if text := mails[0].To + mails[0].Subject + mails[0].Text; strings.Contains(text, "evil") ||
			strings.Contains(text, "won") {
			t.Errorf("the mail has the sender's words: %q", text)
		}
		s.Clock.Add(24 * time.Hour)
		s.Payments.Reconcile(t.Context())
	}
}

func TestUnpaidSeatsOfOneNetwork(t *testing.T) {
	once(t)
	for capacity, most := range map[int]int{20: 6, 120: 6, 200: 10} {
		s := apitest.Start(t, apitest.Options{
			Settings: behindProxy, Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = capacity },
		})
		couple := func(address string) apitest.Answer {
			form := s.Form()
			form["spouse"], form["spouseName"], form["amount"] = true, "Ravi", 7080
			form["profile_url"], form["aadharUrl"] = s.PictureFrom(address, "photo"), s.PictureFrom(address, "aadhar")
			return s.Post("/registration", form, "X-Forwarded-For", address)
		}
		seats := 0
		var last apitest.Answer
		for n := range 8 { // every request comes from a different /64 of the same /48
			if last = couple(fmt.Sprintf("2001:db8:1:%x::1", n)); last.Status == http.StatusOK {
				seats += 2
			}
		}
		if seats != most || last.Status != http.StatusTooManyRequests || last.Header.Get("Retry-After") == "" {
			t.Errorf("capacity %d: %d seats held, then %d %s", capacity, seats, last.Status, last.Raw)
		}
		other := couple("198.51.100.7").Want(http.StatusOK, "another network")
		s.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE network_hash = ''`)
		// A paid booking does not count towards the limit, and the hash of its network is deleted.
		pay(t, s, other)
		s.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS' AND network_hash = ''`)
	}
}
