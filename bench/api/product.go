package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"transom/api/apitest"
)

// One commit each for the registration, its payment link and the sandbox's own file.
const commitsPerRegistration = 3

type product struct {
	binary, addr, folder string
	env                  []string
	program              *exec.Cmd
	size                 int64
	// `pay` pays through a link; `code` waits for a sign-in email and returns its code.
	pay  func(link string) error
	code func(email string) (string, error)
}

func newProduct(dir string) (*product, error) {
	p := &product{binary: filepath.Join(dir, "transom"), folder: filepath.Join(dir, "var"), pay: payInSandbox}
	p.code = p.codeInFolder
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", p.binary, "./api")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	info, err := os.Stat(p.binary)
	if err != nil {
		return nil, err
	}
	p.size = info.Size()
	content := filepath.Join(dir, "content")
	if err := os.Mkdir(content, 0o700); err != nil {
		return nil, err
	}
	if err := apitest.WriteEdition(content, apitest.Edition()); err != nil {
		return nil, err
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p.addr = port.Addr().String()
	port.Close()
	p.env = append(os.Environ(), "TRANSOM_ADDR="+p.addr, "TRANSOM_SITE_URL=http://"+p.addr, "TRANSOM_CONTENT="+content,
		"TRANSOM_VAR="+p.folder, "TRANSOM_REHEARSAL=1", "TRANSOM_RATE_LIMITS=off")
	return p, nil
}

func (p *product) start() error {
	p.program = exec.Command(p.binary, "serve")
	p.program.Env = p.env
	if err := p.program.Start(); err != nil {
		return err
	}
	return waitFor("http://" + p.addr + "/readyz")
}

func payInSandbox(link string) error {
	_, err := post(link, "application/x-www-form-urlencoded", []byte("choice=pay-and-stay"), http.StatusOK)
	return err
}

func waitFor(url string) error {
	for range 2000 {
		if response, err := http.Get(url); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return errors.New("the program did not become ready")
}

func (p *product) stop() {
	if p.program != nil && p.program.ProcessState == nil {
		p.program.Process.Kill()
		p.program.Wait()
	}
}

var people atomic.Int64

func form(photo, paper string) ([]byte, error) {
	n := people.Add(1)
	return json.Marshal(map[string]any{
		"firstname": "Asha", "lastname": "Verma", "email": fmt.Sprintf("p%d@example.org", n), "mobile": "9876543210",
		"dob": time.Date(1900, time.January, 1+int(n%36000), 0, 0, 0, 0, time.UTC).Format(time.DateOnly), "gender": "female",
		"membership_no": fmt.Sprint("A", n), "city": "Bhopal",
		"state": "Madhya Pradesh", "country": "India", "ticketCategory": "IIA_MEMBER_25_ABOVE", "amount": 3540,
		"consent": true, "profile_url": photo, "aadharUrl": paper,
	})
}

func (p *product) upload(kind string, picture []byte) (string, error) {
	body, contentType := apitest.Multipart(kind, "a.jpg", picture)
	raw, err := post("http://"+p.addr+"/api/upload-assets", contentType, body, http.StatusOK)
	if err != nil {
		return "", err
	}
	var answer struct{ URL string }
	err = json.Unmarshal(raw, &answer)
	return answer.URL, err
}

func (p *product) register(photo, paper string) (id, link string, err error) {
	body, err := form(photo, paper)
	if err != nil {
		return "", "", err
	}
	raw, err := post("http://"+p.addr+"/api/registration", "application/json", body, http.StatusOK)
	if err != nil {
		return "", "", err
	}
	var answer struct {
		BookingID  string `json:"booking_id"`
		PaymentURL string `json:"payment_url"`
	}
	err = json.Unmarshal(raw, &answer)
	return answer.BookingID, answer.PaymentURL, err
}

// The people's pictures are already uploaded.
func (p *product) measureRegistration(n int) (r result, ids, links []string, err error) {
	photos, papers := make([]string, n), make([]string, n)
	ids, links = make([]string, n), make([]string, n)
	_, err = load(n, func(i int) (err error) {
		if photos[i], err = p.upload("photo", apitest.SmallJPEG()); err != nil {
			return err
		}
		papers[i], err = p.upload("aadhar", apitest.SmallJPEG())
		return err
	})
	if err != nil {
		return r, nil, nil, err
	}
	r, err = load(n, func(i int) (err error) {
		ids[i], links[i], err = p.register(photos[i], papers[i])
		return err
	})
	return r, ids, links, err
}

// preparedReads returns the requests that pages make: a payment's state, and a person's tickets and profile. It also
// makes the first request for each booking, because only the first may ask the gateway.
func (p *product) preparedReads(ids, links []string) ([]read, error) {
	paid := ids[:min(bookingsRead, len(ids))]
	payment, err := prepare(len(paid), func(i int) (*http.Request, error) {
		return p.request("/api/verify-payment", `{"bookingId":"`+paid[i]+`"}`, "")
	})
	if err != nil {
		return nil, err
	}
	_, err = load(len(paid), func(i int) error {
		if err := p.pay(links[i]); err != nil {
			return err
		}
		return payment.send(i)
	})
	if err != nil {
		return nil, err
	}
	token, err := p.signedIn()
	if err != nil {
		return nil, err
	}
	own := func(path string) (*exchanges, error) {
		return prepare(1, func(int) (*http.Request, error) { return p.request(path, `{}`, token) })
	}
	tickets, err := own("/api/tickets")
	if err != nil {
		return nil, err
	}
	profile, err := own("/api/profile")
	if err != nil {
		return nil, err
	}
	return []read{
		{"verify-payment", "one prepared query is two fifths of the work; the rest is HTTP", payment.send},
		{"tickets", "four prepared queries (session, tickets, documents, unpaid bookings) are three fifths of the work",
			tickets.send},
		{"profile", "one prepared query, the session with the account; most of the work is HTTP", profile.send},
	}, nil
}

func (p *product) measureComplete(n int) (result, error) {
	picture := photograph(1600, 1200)
	return load(n, func(int) error {
		photo, err := p.upload("photo", picture)
		if err != nil {
			return err
		}
		paper, err := p.upload("aadhar", picture)
		if err != nil {
			return err
		}
		_, _, err = p.register(photo, paper)
		return err
	})
}

func photograph(width, height int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{byte(x/7 ^ y/5), byte(x * y / 900), byte((x ^ y) >> 2), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 80}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// measureBombs sends a hundred picture bombs at once and returns the peak memory in bytes.
func (p *product) measureBombs() (int, error) {
	bomb := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x36\xb0\x00\x00\x36\xb0\x10\x06\x00\x00\x00"),
		make([]byte, 1<<20)...)
	body, contentType := apitest.Multipart("photo", "a.png", bomb)
	_, err := load(100, func(int) error {
		_, err := post("http://"+p.addr+"/api/upload-assets", contentType, body, http.StatusUnprocessableEntity)
		return err
	})
	if err != nil {
		return 0, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.program.Process.Pid))
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(status), "\n") {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, err := strconv.Atoi(strings.Fields(value)[0])
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("the system does not report the peak memory")
}
