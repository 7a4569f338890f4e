package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
)

// A /48 contains 65,536 home networks, but has one quota.
func TestAWideNetworkHasOneQuotaOfPictures(t *testing.T) {
	s := start(t, apitest.Options{Settings: behindProxy})
	answers := map[int]int{}
	for n := range 203 {
		a := s.Upload("photo", apitest.SmallJPEG(), "X-Forwarded-For", fmt.Sprintf("2001:db8:7:%x::1", n))
		answers[a.Status]++
	}
	if answers[http.StatusOK] != 200 || answers[http.StatusTooManyRequests] != 3 {
		t.Errorf("the /48 got %v", answers)
	}
	s.PictureFrom("2001:db8:8::1", "photo")
}

// While the total is exceeded, each network has a small quota; claimed pictures do not count.
func TestWaitingPicturesHaveATotalLimit(t *testing.T) {
	t.Parallel()
	const gibibyte = 1 << 30
	s := apitest.Start(t, apitest.Options{Settings: behindProxy})
	wait := func(bytes int) {
		s.Exec(`UPDATE assets SET size_bytes = ? WHERE claimed_at IS NULL AND id = (SELECT MIN(id) FROM assets
				WHERE claimed_at IS NULL)`, bytes)
	}
	from := func(address string) apitest.Answer {
		return s.Upload("photo", apitest.SmallJPEG(), "X-Forwarded-For", address)
	}
	accepted := func(address string, tries int) (n int) {
		for range tries {
			if from(address).Status == http.StatusOK {
				n++
			}
		}
		return n
	}
	s.PictureFrom("192.0.2.1", "photo")
	wait(2*gibibyte - 1<<20)
	if n := accepted("192.0.2.2", 8); n != 8 {
		t.Errorf("below the total a network could send %d", n)
	}
	wait(2 * gibibyte)
	if n := accepted("192.0.2.3", 8); n != 6 {
		t.Errorf("above the total a network could send %d", n)
	}
	if a := from("192.0.2.2"); a.Status != http.StatusTooManyRequests ||
		!strings.Contains(a.Text("message"), "from your network") {
		t.Errorf("a network that had sent more: %d %s", a.Status, a.Raw)
	}
	form := s.FullForm()
	s.Post("/registration", form).Want(http.StatusOK, "a registration meanwhile")
	wait(4 * gibibyte)
	a := from("192.0.2.9")
	if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" ||
		!strings.Contains(a.Text("message"), "try again in an hour") {
		t.Errorf("with the disk's share used up: %d %s", a.Status, a.Raw)
	}
	s.Exec(`UPDATE assets SET claimed_at = created_at WHERE size_bytes > 1000000000`)
	s.PictureFrom("192.0.2.9", "photo")
}
