package apitest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/url"

	"transom/api/domain"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

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
