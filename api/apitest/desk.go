package apitest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"transom/api/domain"
	"transom/api/server"
	"transom/api/staff"
	"transom/api/store"
)

func (s *Server) openStaff(settings server.Settings) {
	if settings.Desk == "" {
		return
	}
	var err error
	s.Staff, err = staff.New(staff.Setup{
		Store: store.For[staff.Tx](s.Store.Desk()), Content: s.Content, Clock: s.Clock, Uptime: s.Uptime,
		Pepper: []byte("a pepper for staff of 32 bytes..."),
		Origin: settings.Desk, Rehearsal: settings.Rehearsal, Limited: settings.RateLimits, HashRounds: 10,
	})
	s.must(err)
}

// DeskOrigin is the origin of the desk's pages: passkeys need a host name, not an IP address.
func (s *Server) DeskOrigin() string { return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) }

// Desk is a member of staff who is signed in at the desk.
type Desk struct {
	s      *Server
	Who    domain.Actor
	Email  string
	Token  string
	Device string // the id by which the desk recognises the browser
}

// DeskAs signs in a new member who has just confirmed with a passkey.
func (s *Server) DeskAs(role string) *Desk {
	s.t.Helper()
	ctx, now := context.Background(), s.Clock.Now()
	id := domain.NewID(100)
	m := domain.Member{
		ID: id, Name: "A " + role, Email: role + id[:8] + "@example.org", Role: role, Handle: domain.NewID(128),
		CreatedAt: now,
	}
	m.EmailKey = domain.EmailKey(m.Email)
	token, hash := domain.NewToken()
	s.must(s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.InsertMember(ctx, m); err != nil {
			return err
		}
		key := domain.Passkey{ID: id, StaffID: id, Name: "A key", Record: "{}", CreatedAt: now, LastUsedAt: now}
		return errors.Join(tx.InsertPasskey(ctx, key), tx.InsertDeskSession(ctx, domain.DeskSession{
			TokenHash: hash, StaffID: id, Kind: domain.DeskPasskey, CreatedAt: now, LastUsedAt: now,
			ExpiresAt: now.Add(8 * time.Hour), ConfirmedAt: now,
		}))
	}))
	return &Desk{s: s, Who: m.Actor(), Email: m.Email, Token: token}
}

// Call sends a request to the desk, such as Call("staff/list", nil). Headers are pairs of name and value.
func (d *Desk) Call(name string, body any, headers ...string) Answer {
	d.s.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	return d.s.Post("/desk/"+name, body, append([]string{"Origin", d.s.DeskOrigin(), "Cookie", d.cookies()},
		headers...)...)
}

func (d *Desk) cookies() string {
	all := "desk=" + d.Token
	if d.Device != "" {
		all += "; desk-device=" + d.Device
	}
	return all
}

// Must is Call for requests that must succeed.
func (d *Desk) Must(name string, body any) Answer {
	d.s.t.Helper()
	return d.Call(name, body).Must(http.StatusOK, "%s", name)
}

// ForgetConfirmation advances the clock until the passkey confirmation has expired.
func (d *Desk) ForgetConfirmation() { d.s.Clock.Add(6 * time.Minute) }

// Stranger is a browser without a session at the desk.
func (s *Server) Stranger() *Desk { return &Desk{s: s} }

// Invite returns the secret in the invitation's link.
func (d *Desk) Invite(email, role string) (secret string) {
	d.s.t.Helper()
	a := d.Must("staff/invite", map[string]any{"name": "Ravi Rao", "email": email, "role": role, "why": "helps"})
	_, secret, _ = strings.Cut(a.Text("link"), "#invitation=")
	return secret
}

// Prove enters the code from an email. The response contains the passkey's challenge.
func (d *Desk) Prove(email, invitation string) Answer {
	d.s.t.Helper()
	sent := d.Must("sign-in/code", map[string]any{"email": email})
	return d.Keep(d.Call("sign-in/verify", map[string]any{
		"email": email, "challenge_id": sent.Text("challenge_id"), "code": d.s.CodeFor(strings.ToLower(email)),
		"invitation": invitation,
	}))
}

// Keep stores a response's cookies, as a browser does.
func (d *Desk) Keep(a Answer) Answer {
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		switch {
		case strings.HasSuffix(c.Name, "desk"):
			d.Token = c.Value
		case strings.HasSuffix(c.Name, "desk-device"):
			d.Device = c.Value
		}
	}
	return a
}

// Finish sends the passkey's response to a challenge.
func (d *Desk) Finish(call string, asked Answer, credential map[string]any) Answer {
	d.s.t.Helper()
	return d.Keep(d.Call(call, map[string]any{"ceremony": asked.Body["ceremony"], "credential": credential}))
}

// Join invites a member, who then signs in for the first time.
func (s *Server) Join(organiser *Desk, email, role string) (*Desk, *Passkey) {
	s.t.Helper()
	d, key := s.Stranger(), s.NewPasskey()
	asked := d.Prove(email, organiser.Invite(email, role))
	d.Finish("sign-in/passkey", asked, key.Make(asked.Body["options"])).Must(http.StatusOK, "first sign-in")
	d.Email = email
	return d, key
}

// Passkey is an authenticator with one key. Tests may change Flags and Counter.
type Passkey struct {
	s       *Server
	key     *ecdsa.PrivateKey
	ID      []byte
	Handle  string
	Counter uint32
	Origin  string
	Flags   byte
}

// The flags of an authenticator's response (WebAuthn): user present, user verified, data of a new key attached.
const (
	UserPresent  = 0x01
	UserVerified = 0x04
	withKey      = 0x40
)

// NewPasskey returns an authenticator whose key is not registered yet.
func (s *Server) NewPasskey() *Passkey {
	s.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	s.must(err)
	return &Passkey{s: s, key: key, ID: []byte(domain.NewID(160)), Origin: s.DeskOrigin(),
		Flags: UserPresent | UserVerified}
}

// Make answers a challenge to create a passkey.
func (p *Passkey) Make(options any) map[string]any {
	p.s.t.Helper()
	asked := options.(map[string]any)
	p.Handle = asked["user"].(map[string]any)["id"].(string)
	client := p.client("webauthn.create", asked)
	point, err := p.key.PublicKey.Bytes()
	p.s.must(err)
	// COSE: EC2, ES256, P-256
	public, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	p.s.must(err)
	data := p.data(p.Flags | withKey)
	data = append(data, make([]byte, 16)...) // AAGUID: no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(p.ID)))
	data = append(append(data, p.ID...), public...)
	attestation, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	p.s.must(err)
	return p.credential(map[string]any{"clientDataJSON": coded(client), "attestationObject": coded(attestation),
		"transports": []string{"internal"}})
}

// Sign answers a challenge to sign in or to confirm.
func (p *Passkey) Sign(options any) map[string]any {
	p.s.t.Helper()
	client := p.client("webauthn.get", options.(map[string]any))
	p.Counter++
	data := p.data(p.Flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.key, digest[:])
	p.s.must(err)
	return p.credential(map[string]any{"clientDataJSON": coded(client), "authenticatorData": coded(data),
		"signature": coded(signature), "userHandle": p.Handle})
}

func (p *Passkey) client(kind string, asked map[string]any) []byte {
	raw, err := json.Marshal(map[string]any{"type": kind, "challenge": asked["challenge"], "origin": p.Origin,
		"crossOrigin": false})
	p.s.must(err)
	return raw
}

func (p *Passkey) data(flags byte) []byte {
	origin, err := url.Parse(p.s.DeskOrigin())
	p.s.must(err)
	site := sha256.Sum256([]byte(origin.Hostname()))
	return binary.BigEndian.AppendUint32(append(site[:], flags), p.Counter)
}

func (p *Passkey) credential(response map[string]any) map[string]any {
	return map[string]any{
		"id": coded(p.ID), "rawId": coded(p.ID), "type": "public-key", "response": response,
		"clientExtensionResults": map[string]any{}, "authenticatorAttachment": "platform",
	}
}

func coded(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
