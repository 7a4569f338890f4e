package proof_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
)

// The program is killed without a chance to clean up while visitors upload, register and pay. Everything that was
// confirmed to a visitor must still be there, and the money must add up.
func TestKilledAtRandom(t *testing.T) {
	seed := seedOf(t)
	k := newKilling(t, seed)
	dice := rand.New(rand.NewPCG(seed, 2))
	kills := size(10, 200)
	// On a busy machine such a short run may confirm nothing; then there are more runs.
	for n := 0; n < kills || len(k.acknowledged) < kills && n < 10*kills; n++ {
		k.live(time.Duration(250+dice.IntN(500)) * time.Millisecond)
	}
	k.checkAll(kills)
}

type killing struct {
	*world
	gateway string
	epoch   time.Time
	client  *http.Client

	mu           sync.Mutex
	acknowledged []string
}

func newKilling(t *testing.T, seed uint64) *killing {
	epoch := time.Now()
	f := fakerazorpay.New(fastClock{epoch}, seed, fakegateway.Usual())
	web := httptest.NewUnstartedServer(f)
	web.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelError)
	web.Start()
	t.Cleanup(web.Close)
	w := &world{t: t, dir: t.TempDir(), content: apitest.Edition(), fake: f, queue: &f.Webhooks, fuse: new(fuse)}
	w.content.Registration.IDDocument.Mode = "off"
	return &killing{world: w, gateway: web.URL, epoch: epoch, client: &http.Client{Timeout: 12 * time.Second}}
}

// live runs the program for a while with visitors, then kills it.
func (k *killing) live(d time.Duration) {
	k.t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+k.dir, childPlace+"="+testdb.Place(k.t, k.dir), childGateway+"="+
		k.gateway, fmt.Sprintf("%s=%d", childEpoch, k.epoch.UnixMilli()))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	k.must(err)
	k.must(child.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	k.must(err)
	origin := "http://" + strings.TrimSpace(line)

	ctx, stop := context.WithCancel(context.Background())
	var visitors sync.WaitGroup
	for range 6 {
		visitors.Go(func() {
			for ctx.Err() == nil {
				k.visit(origin)
			}
		})
	}
	visitors.Go(func() {
		for ctx.Err() == nil {
			k.sendWebhooks(origin)
			pause(ctx, 20*time.Millisecond)
		}
	})
	pause(ctx, d)
	k.must(child.Process.Kill())
	_ = child.Wait() // it was killed, which is an error
	stop()
	visitors.Wait()
}

// pause waits, or returns when the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// visit uploads a picture, registers, and usually pays. It stops at the first failure.
func (k *killing) visit(origin string) {
	body, kind := apitest.Multipart("photo", "me.jpg", apitest.SmallJPEG())
	photo := k.post(origin+"/api/upload-assets", kind, body, "")
	url, _ := photo["url"].(string)
	if url == "" {
		return
	}
	name := domain.NewID(60)
	name = strings.Map(func(c rune) rune { // names may not contain digits
		if c >= '0' && c <= '9' {
			return 'q' + (c - '0')
		}
		return c
	}, name)
	form, err := json.Marshal(map[string]any{
		"firstname": "Asha", "lastname": name, "email": name + "@example.org", "mobile": "9876543210", "dob": "1990-05-17",
		"gender": "female", "membership_no": "A" + name, "institute_name": "Indian Institute of Architects",
		"city": "Bhopal", "state": "Madhya Pradesh", "country": "India", "ticketCategory": "IIA_MEMBER_25_ABOVE",
		"amount": 3540, "profile_url": url, "consent": true,
	})
	k.must(err)
	answer := k.post(origin+"/api/registration", "application/json", form, name)
	id, _ := answer["booking_id"].(string)
	if id == "" {
		return
	}
	k.mu.Lock()
	k.acknowledged = append(k.acknowledged, id)
	k.mu.Unlock()
	if k.fake.Chance(0.8) {
		k.fake.Pay(fmt.Sprintf("NATCON2025-%s-1", id))
	}
	k.post(origin+"/api/verify-payment", "application/json", fmt.Appendf(nil, `{"bookingId":%q}`, id), "")
}

// post returns the JSON object of the answer, or nil after a failure.
func (k *killing) post(address, kind string, body []byte, key string) map[string]any {
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Origin", siteURL)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := k.client.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	var answer map[string]any
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&answer) != nil {
		return nil
	}
	return answer
}

func (k *killing) sendWebhooks(origin string) {
	k.queue.Send(fastClock{k.epoch}.Now(), func(d fakegateway.Delivery) int {
		h, raw := k.fake.Render(d)
		request, err := http.NewRequest(http.MethodPost, origin+"/api/payments/razorpay/webhook", bytes.NewReader(raw))
		if err != nil {
			return http.StatusServiceUnavailable
		}
		request.Header = h
		response, err := k.client.Do(request)
		if err != nil {
			return http.StatusServiceUnavailable
		}
		response.Body.Close()
		return response.StatusCode
	})
}

// checkAll opens the remaining database, lets the program settle everything, and compares.
func (k *killing) checkAll(kills int) {
	k.t.Helper()
	k.clock = apitest.NewClock(fastClock{k.epoch}.Now())
	k.provider = newProvider(razorpay.Name, k.gateway)
	k.start()
	defer k.store.Close()
	k.t.Logf("%d kills, %d acknowledged, %d captured", kills, len(k.acknowledged), len(k.fake.Ledger()))
	if len(k.fake.Ledger()) < len(k.acknowledged)/2 {
		k.t.Errorf("only %d of %d registrations were paid", len(k.fake.Ledger()), len(k.acknowledged))
	}
	if len(k.acknowledged) < kills {
		k.t.Errorf("only %d registrations were acknowledged", len(k.acknowledged))
	}
	for _, id := range k.acknowledged {
		k.want(1, `SELECT COUNT(*) FROM payment_attempts WHERE booking_id = ?`, id)
	}
	k.must(k.store.Verify(context.Background()))
	k.checkLinks()
	k.settleAll()
	k.checkMoney()
}
