package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/generator/schema"
)

// surroundings are the fake gateway and mail server that a public site's instances need besides a database.
type surroundings struct {
	binary, content string
	gateway         *fakerazorpay.Fake
	server          *http.Server
	gatewayURL      string
	mails           *mailbox
}

func openSurroundings(dir string) (*surroundings, error) {
	p, err := newProduct(dir)
	if err != nil {
		return nil, err
	}
	edition := apitest.Edition()
	for i := range edition.Tickets.Categories {
		edition.Tickets.Categories[i].Capacity = 20_000 // with a capacity, the program counts seats
		sales := &edition.Tickets.Categories[i].Sales
		sales.OnSale, sales.OpensAt.Time, sales.ClosesAt = true, time.Now().Add(-time.Hour),
			schema.Instant{Time: time.Now().AddDate(0, 0, 30)}
	}
	s := &surroundings{binary: p.binary, content: filepath.Join(dir, "public"),
		gateway: fakerazorpay.New(domain.SystemClock{}, 1, fakegateway.Kind())}
	if err := os.Mkdir(s.content, 0o700); err != nil {
		return nil, err
	}
	if err := apitest.WriteEdition(s.content, edition); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.gatewayURL, s.server = "http://"+listener.Addr().String(), &http.Server{Handler: s.gateway}
	go s.server.Serve(listener)
	s.mails, err = openMailbox()
	return s, err
}

func (s *surroundings) close() {
	s.server.Close()
	s.mails.listener.Close()
}

type copies []*product

func (all copies) any(i int) *product { return all[i%len(all)] }

func (all copies) stop() {
	for _, p := range all {
		p.stop()
	}
}

// Without a database address, startCopies starts one instance on SQLite.
func (s *surroundings) startCopies(dir, address string, n int) (all copies, err error) {
	for i := range n {
		port, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		port.Close()
		p := &product{binary: s.binary, addr: port.Addr().String(), folder: filepath.Join(dir, fmt.Sprint("var", i)),
			pay: s.pay, code: s.mails.code}
		p.env = append(os.Environ(), "TRANSOM_ADDR="+p.addr, "TRANSOM_SITE_URL=https://natcon.test", "TRANSOM_CONTENT="+
			s.content, "TRANSOM_VAR="+p.folder,
			"TRANSOM_REHEARSAL=0", "TRANSOM_ALLOW_TEST_ACCOUNT=1", "TRANSOM_DATABASE="+address,
			"TRANSOM_PAYMENT_PROVIDER=razorpay", "TRANSOM_RAZORPAY_BASE_URL="+s.gatewayURL,
			"TRANSOM_RAZORPAY_KEY_ID="+fakerazorpay.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET="+fakerazorpay.KeySecret,
			"TRANSOM_RAZORPAY_WEBHOOK_SECRET="+fakerazorpay.WebhookSecret, "TRANSOM_MAIL=smtp://"+
				s.mails.listener.Addr().String(),
			"TRANSOM_MAIL_FROM=desk@natcon.test", "TRANSOM_TRUSTED_PROXIES=127.0.0.1")
		if all = append(all, p); i == 0 {
			err = p.makeKeys()
		} else {
			err = os.CopyFS(filepath.Join(p.folder, "keys"), os.DirFS(filepath.Join(all[0].folder, "keys")))
		}
		if err != nil {
			return nil, err
		}
		if err := p.start(); err != nil {
			all.stop()
			return nil, err
		}
	}
	return all, nil
}

func (p *product) makeKeys() error {
	command := exec.Command(p.binary, "make-keys")
	command.Env = p.env
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("make-keys: %w\n%s", err, out)
	}
	return nil
}

func (s *surroundings) pay(link string) error {
	found, ok := s.gateway.Find(path.Base(link), "")
	if !ok {
		return fmt.Errorf("the gateway knows no %s", link)
	}
	s.gateway.Pay(found.Reference)
	return nil
}

// register registers n people on all instances and pays for them. Only the registrations are timed; their pictures are
// already uploaded.
func (all copies) register(n int) (result, []string, error) {
	photos, papers, ids := make([]string, n), make([]string, n), make([]string, n)
	links := make([]string, n)
	_, err := loadBy(writers, n, func(i int) (err error) {
		if photos[i], err = all.any(i).upload("photo", apitest.SmallJPEG()); err != nil {
			return err
		}
		papers[i], err = all.any(i).upload("aadhar", apitest.SmallJPEG())
		return err
	})
	if err != nil {
		return result{}, nil, err
	}
	took, err := loadBy(writers, n, func(i int) (err error) {
		ids[i], links[i], err = all.any(i).register(photos[i], papers[i])
		return err
	})
	if err != nil {
		return result{}, nil, err
	}
	_, err = loadBy(writers, n, func(i int) error { // the first request goes to the gateway and is not measured
		if err := all[0].pay(links[i]); err != nil {
			return err
		}
		_, err := all.any(i).ask("/api/verify-payment", `{"bookingId":"`+ids[i]+`"}`, "")
		return err
	})
	return took, ids, err
}

// mailbox accepts every email and stores the codes.
type mailbox struct {
	listener net.Listener
	codes    sync.Map
}

func openMailbox() (*mailbox, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &mailbox{listener: listener}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go m.take(conn)
		}
	}()
	return m, nil
}

func (m *mailbox) take(conn net.Conn) {
	defer conn.Close()
	fmt.Fprint(conn, "220 here\r\n")
	to, inside, isCode, isText := "", false, false, false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line := lines.Text()
		word := strings.ToUpper(line)
		switch {
		case inside && line != ".":
			isText = isText || line == "" // skip the headers, because they also contain numbers
			isCode = isCode || !isText && strings.HasPrefix(word, "SUBJECT:") && strings.Contains(line, "code")
			if code := sixDigits.FindString(line); isCode && isText && code != "" {
				m.codes.LoadOrStore(to, code)
			}
			continue
		case strings.HasPrefix(word, "RCPT TO:"):
			to = strings.Trim(line[len("RCPT TO:"):], "<> ")
		case word == "DATA":
			inside, isCode, isText = true, false, false
			fmt.Fprint(conn, "354 go on\r\n")
			continue
		}
		inside = false
		fmt.Fprint(conn, "250 yes\r\n")
	}
}

func (m *mailbox) code(email string) (string, error) {
	for range 600 {
		if code, found := m.codes.LoadAndDelete(email); found {
			return code.(string), nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", errors.New("no email with a code arrived")
}
