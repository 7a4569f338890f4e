package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/staff"
)

// keepOut are attacks by strangers who know an address and never use the owner's network.
var keepOut = map[string]func(ask func(from string) bool, wait func(time.Duration)){
	"asks three times at once": func(ask func(string) bool, wait func(time.Duration)) {
		for range 3 {
			ask("203.0.113.1")
			wait(time.Minute)
		}
	},
	"asks all day": func(ask func(string) bool, wait func(time.Duration)) {
		for range 100 {
			ask("203.0.113.1")
			wait(13 * time.Minute)
		}
	},
	"asks until the last moment": func(ask func(string) bool, wait func(time.Duration)) {
		ask("203.0.113.1")
	},
	"requests codes from two networks all day": func(ask func(string) bool, wait func(time.Duration)) {
		for n := range 200 {
			ask(fmt.Sprintf("203.0.113.%d", n%2))
			wait(7 * time.Minute)
		}
	},
}

func TestAStrangerCannotLockOutStaff(t *testing.T) {
	t.Parallel()
	for name, attack := range keepOut {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Settings: behindProxy})
			s.Join(s.DeskAs(domain.RoleOrganiser), "ravi@example.org", domain.RoleRegistrar)
			ask := func(from string) error {
				_, err := s.Staff.SendCode(t.Context(), staff.CodeRequest{Email: "ravi@example.org",
					Network: domain.Network{Wide: from}})
				return err
			}
			attack(func(from string) bool { return ask(from) == nil }, s.Clock.Add)
			for n := range 5 {
				if err := ask("the owner's"); err != nil {
					t.Fatalf("the owner's code %d: %v", n+1, err)
				}
				s.Clock.Add(11 * time.Minute)
			}
		})
	}
}

func TestTheOwnerGetsACodeDuringAnAttack(t *testing.T) {
	s := start(t, apitest.Options{Settings: behindProxy})
	email := registered(t, s, "SUCCESS", 1)(0)
	for n := 0; s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'signin_closed'`) == 0; n++ {
		if n > 2000 {
			t.Fatal("the address is never guarded")
		}
		if a := sendFrom(s, "203.0.113.1", email, ""); a.Status == http.StatusOK {
			code := s.CodeFor(email)
			for range 5 {
				tried(s, email, a.Text("challenge_id"), wrong(code))
			}
		}
		s.Clock.Add(11 * time.Minute)
	}
	sendFrom(s, "203.0.113.1", email, "").Want(http.StatusTooManyRequests, "the network that guessed")
	for n := range 3 {
		from := fmt.Sprintf("203.0.113.%d", n+10)
		challenge := sendFrom(s, from, email, "").Must(http.StatusOK, "another network").Text("challenge_id")
		code := s.CodeFor(email)
		for range 5 {
			tried(s, email, challenge, wrong(code))
		}
		s.Clock.Add(2 * time.Minute)
		sendFrom(s, from, email, "").Want(http.StatusTooManyRequests, "after its five guesses")
	}
	signInFrom(t, s, "198.51.100.7", email, "")
}
