package engine_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/signin"
	"transom/api/store"
)

func (c *cluster) services() (services []*signin.Service) {
	c.t.Helper()
	uptime := apitest.NewUptime()
	form, err := registration.NewForm(c.content)
	c.must(err)
	for _, s := range c.stores {
		services = append(services, signin.New(signin.Setup{
			Store: store.For[signin.Tx](s), Content: c.content, Form: form, Clock: c.clock, Uptime: uptime,
			Pepper: []byte(strings.Repeat("p", 32)), SiteURL: someURL, LimitAll: true, HashRounds: 1,
		}))
	}
	return services
}

// besiege requests codes for one mailbox on all instances at once, tries thirty wrong codes, and returns how many codes
// were made and how many failed attempts were counted.
func (c *cluster) besiege(services []*signin.Service, mailbox string) (codes, failed int) {
	c.t.Helper()
	var challenge atomic.Value
	c.everywhere(copies*atOnce, func(copy, _ int) {
		made, err := patiently(func() (domain.Challenge, error) {
			return services[copy].SendCode(c.t.Context(), signin.CodeRequest{Email: mailbox})
		})
		switch {
		case err == nil:
			challenge.Store(made.ID)
		case !domain.IsCode(err, domain.CodeTooManyRequests):
			c.t.Error(err)
		}
	})
	c.everywhere(30, func(copy, i int) {
		_, err := patiently(func() (signin.SignedIn, error) {
			return services[copy].CheckCode(c.t.Context(), signin.CodeEntry{Email: mailbox,
				ChallengeID: challenge.Load().(string), Code: fmt.Sprintf("%06d", i)})
		})
		if !domain.IsCode(err, domain.CodeInvalid) {
			c.t.Error(err)
		}
	})
	return c.count(`SELECT COUNT(*) FROM code_challenges WHERE email_key = ?`, mailbox),
		c.count(`SELECT COALESCE(MAX(attempts), 0) FROM failed_attempts WHERE email_key = ?`, mailbox)
}

// A mailbox gets one code a minute. Each code allows five attempts, all of which are counted.
func TestThreeInstancesProtectAMailbox(t *testing.T) {
	c := newCluster(t, 0, without{})
	services := c.services()
	for i := range size(3, 50) {
		mailbox := fmt.Sprintf("asha%d@example.org", i)
		codes, failed := c.besiege(services, mailbox)
		tries := c.count(`SELECT SUM(tries) FROM code_challenges WHERE email_key = ?`, mailbox)
		if codes != 1 || tries != 5 || failed != 5 {
			t.Errorf("%d codes, %d tries, %d of them counted", codes, tries, failed)
		}
	}
}

func TestThreeInstancesWithoutLocksProtectNone(t *testing.T) {
	c := newCluster(t, 0, without{locks: true})
	services := c.services()
	several, lost := false, false
	for i := range 100 {
		codes, failed := c.besiege(services, fmt.Sprintf("asha%d@example.org", i))
		if several, lost = several || codes > 1, lost || failed < 5; several && lost {
			return
		}
	}
	t.Errorf("several codes %v, lost attempts %v: the test above proves nothing", several, lost)
}

// `crowd` registers more people from one network than its seat limit allows, and returns how many seats are held.
func (c *cluster) crowd(network string) int {
	c.t.Helper()
	forms := make([]registration.Application, copies*atOnce)
	for i := range forms {
		forms[i] = c.person()
	}
	c.everywhere(len(forms), func(copy, i int) {
		_, err := patiently(func() (registration.Registered, error) {
			return c.desks[copy].Register(c.t.Context(), forms[i], registration.Submission{NetworkHash: network})
		})
		if err != nil && !domain.IsCode(err, domain.CodeTooManyRequests) {
			c.t.Error(err)
		}
	})
	return c.count(`SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE network_hash = ? AND holds_seat = 1`, network)
}

// The limit is 5% of the 200 seats.
func TestThreeInstancesLimitANetwork(t *testing.T) {
	c := newCluster(t, 200, without{})
	check.Equal(t, c.crowd("network"), 10, "seats are held")
}

func TestThreeInstancesWithoutLocksLimitNoNetwork(t *testing.T) {
	c := newCluster(t, 200, without{locks: true})
	for i := range 20 {
		if c.crowd(fmt.Sprint("network ", i)) > 10 {
			return
		}
	}
	t.Error("it never held more: the test above proves nothing")
}
