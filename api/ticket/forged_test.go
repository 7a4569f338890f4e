package ticket

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// forger forges tickets like somebody who has read this package and holds two genuine tickets, but lacks the private
// key.
type forger struct {
	genuine, other []byte
	// impostor has its own key but claims the genuine key's id.
	impostor *Keys
	seed     uint64
}

func newForger(t *testing.T, k *Keys, seed1 uint64) *forger {
	t.Helper()
	neighbour := claims
	// Both tickets have the same encoded length, so that parts of one can be replaced with parts of the other.
	neighbour.TicketID, neighbour.Holder = "bbcdefghijklmnopqrstuvwxya", "Ravi Verma"
	f := &forger{impostor: NewKeys(seed(2)), seed: seed1}
	f.impostor.current.id = k.current.id
	for into, c := range map[*[]byte]Claims{&f.genuine: claims, &f.other: neighbour} {
		raw, err := encoding.DecodeString(signed(t, k, c))
		must(t, err)
		*into = raw
	}
	return f
}

// forge returns the n-th forgery, which depends only on n and the seed.
func (f *forger) forge(n int) (kind string, token string, err error) {
	random := rand.New(rand.NewPCG(f.seed, uint64(n)))
	raw := append([]byte(nil), f.genuine...)
	signature := raw[len(raw)-64:]
	switch n % 6 {
	case 0:
		kind = "a random id under an existing signature"
		scramble(random, raw[9:25])
	case 1:
		kind = "a random signature"
		scramble(random, signature)
	case 2:
		kind = "another ticket's signature, and random categories, days and seats"
		copy(signature, f.other[len(f.other)-64:])
		scramble(random, raw[25:28])
	case 3:
		kind = "more days and seats under the genuine signature"
		raw[26], raw[27] = raw[26]+1+byte(random.IntN(250)), byte(random.Uint32())
	case 4:
		kind = "half of the genuine signature"
		scramble(random, signature[32*random.IntN(2):][:32])
	case 5:
		kind = "signed with another key under our key's name"
		c := claims
		id := make([]byte, idBytes)
		scramble(random, id)
		c.TicketID, c.Seats = idEncoding.EncodeToString(id), 1+random.IntN(2)
		token, err = f.impostor.Sign(c)
		return kind, token, err
	}
	return kind, encoding.EncodeToString(raw), nil
}

func scramble(random *rand.Rand, raw []byte) {
	for len(raw) > 0 {
		var eight [8]byte
		binary.LittleEndian.PutUint64(eight[:], random.Uint64())
		raw = raw[copy(raw, eight[:]):]
	}
}

// With TRANSOM_SOAK, this tests a million forgeries, otherwise a sample. Source: security reference, row 44.
func TestForgedTickets(t *testing.T) {
	forgeries := 6000
	if os.Getenv("TRANSOM_SOAK") != "" {
		forgeries = 1_000_000
	}
	k := NewKeys(seed(1))
	f := newForger(t, k, rand.Uint64())
	for name, raw := range map[string][]byte{"first": f.genuine, "second": f.other} {
		if _, err := k.Ring.Verify(encoding.EncodeToString(raw), claims.Event); err != nil {
			t.Fatalf("the %s genuine ticket: %v", name, err)
		}
	}
	var next, refused atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for n := int(next.Add(1)); n <= forgeries; n = int(next.Add(1)) {
				kind, token, err := f.forge(n)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := k.Ring.Verify(token, claims.Event); err == nil {
					t.Errorf("seed %d, forgery %d, %s: accepted %s", f.seed, n, kind, token)
					continue
				}
				refused.Add(1)
			}
		})
	}
	all.Wait()
	t.Logf("%d forged tickets refused, seed %d", refused.Load(), f.seed)
	if refused.Load() != int64(forgeries) {
		t.Errorf("%d of %d were refused", refused.Load(), forgeries)
	}
}

// The control: only the signing key is wrong in the impostor's tickets.
func TestForgeriesAreRealistic(t *testing.T) {
	k := NewKeys(seed(1))
	f := newForger(t, k, 1)
	fooled := Ring{k.current.id: f.impostor.current.public}
	for n := 5; n < 600; n += 6 {
		_, token, err := f.forge(n)
		must(t, err)
		if _, err := fooled.Verify(token, claims.Event); err != nil {
			t.Fatalf("forgery %d is refused for another reason than its signature: %v", n, err)
		}
	}
}
