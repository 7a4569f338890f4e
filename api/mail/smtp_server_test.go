package mail

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

type behaviour string

const (
	works         behaviour = ""
	greetsNever   behaviour = "accepts the connection and says nothing"
	hangsAfter    behaviour = "takes the text and says nothing"
	busy          behaviour = "450 to the recipient"
	noSuchBox     behaviour = "550 to the recipient"
	noSuchSender  behaviour = "550 to the sender"
	refusesText   behaviour = "554 to the text"
	full          behaviour = "452 to the text"
	dropsAfter    behaviour = "takes the text and hangs up before it says so"
	dropsWithText behaviour = "hangs up in the middle of the text"
	dropsOnReset  behaviour = "hangs up after it has taken the text"
)

type received struct {
	from  string
	to    []string
	data  string
	quiet bool // whether the server sent no confirmation
}

type testServer struct {
	t        *testing.T
	listener net.Listener
	tls      *tls.Config // nil if the server does not offer STARTTLS
	implicit bool
	password string // the "user:password" that the server requires, or ""

	mu       sync.Mutex
	does     behaviour
	mails    []received
	sessions int
	open     map[net.Conn]bool
}

func startServer(t *testing.T, change func(*testServer)) *testServer {
	t.Helper()
	s := &testServer{t: t, open: map[net.Conn]bool{}}
	if change != nil {
		change(s)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	if s.implicit {
		listener = tls.NewListener(listener, s.tls)
	}
	s.listener = listener
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.track(conn, true)
			wg.Go(func() {
				defer s.track(conn, false)
				defer conn.Close()
				s.serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		s.closeAll()
		wg.Wait()
	})
	return s
}

func (s *testServer) track(c net.Conn, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open {
		s.open[c], s.sessions = true, s.sessions+1
	} else {
		delete(s.open, c)
	}
}

func (s *testServer) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		c.Close()
	}
}

func (s *testServer) set(b behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.does = b
}

func (s *testServer) get() behaviour {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.does
}

func (s *testServer) received() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

func (s *testServer) keep(m received) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, m)
}

func (s *testServer) port() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return port
}

func (s *testServer) serve(conn net.Conn) {
	does := s.get()
	in := bufio.NewReader(conn)
	if does == greetsNever {
		in.ReadString('\n') // the server waits until the client gives up
		return
	}
	say := func(line string) { conn.Write([]byte(line + "\r\n")) }
	say("220 test ESMTP")
	var m received
	encrypted, known := s.implicit, s.password == ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "EHLO", "HELO":
			say("250-test")
			if s.tls != nil && !encrypted {
				say("250-STARTTLS")
			}
			if s.password != "" && encrypted {
				say("250-AUTH PLAIN")
			}
			say("250 8BITMIME")
		case "STARTTLS":
			say("220 go on")
			upgraded := tls.Server(conn, s.tls)
			if upgraded.Handshake() != nil {
				return
			}
			conn, in, encrypted = upgraded, bufio.NewReader(upgraded), true
		case "AUTH":
			_, blob, _ := strings.Cut(rest, " ")
			raw, _ := base64.StdEncoding.DecodeString(blob)
			if known = strings.TrimPrefix(strings.ReplaceAll(string(raw), "\x00", ":"), ":") == s.password; known {
				say("235 welcome")
			} else {
				say("535 no")
			}
		case "MAIL":
			if does == noSuchSender || !known {
				say("550 not you")
				continue
			}
			m = received{from: rest}
			say("250 ok")
		case "RCPT":
			switch does {
			case busy:
				say("450 later")
				continue
			case noSuchBox:
				say("550 nobody of that name")
				continue
			}
			m.to = append(m.to, rest)
			say("250 ok")
		case "DATA":
			say("354 go on")
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if does == dropsWithText {
					return
				}
				if line == ".\r\n" {
					break
				}
				m.data += strings.TrimPrefix(line, ".")
			}
			switch does {
			case refusesText:
				say("554 no")
			case full:
				say("452 full")
			case dropsAfter:
				m.quiet = true
				s.keep(m)
				return
			case hangsAfter:
				in.ReadString('\n')
				return
			case dropsOnReset:
				s.keep(m)
				say("250 taken")
				return
			default:
				s.keep(m)
				say("250 taken")
			}
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// certificate returns settings for a server on 127.0.0.1, and for a client that trusts it.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(t, err)
	parsed, err := x509.ParseCertificate(der)
	must(t, err)
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		&tls.Config{RootCAs: pool, ServerName: "127.0.0.1"}
}
