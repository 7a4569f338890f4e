package ticket

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"transom/api/keys"
	"transom/generator/schema"
)

const (
	// the signing key: 32 bytes, the same on every instance
	KeyFile = "ticket.key"
	// public keys that signed earlier tickets, one per line; used for verification only
	retiredFile = "ticket.retired"
)

// KeyID identifies a key in a token: the first bytes of the public key's SHA-256.
type KeyID [4]byte

func (id KeyID) String() string { return hex.EncodeToString(id[:]) }

func keyIDOf(public ed25519.PublicKey) KeyID {
	sum := sha256.Sum256(public)
	return KeyID(sum[:4])
}

// Ring holds the public keys that verify tickets.
type Ring map[KeyID]ed25519.PublicKey

func (r Ring) add(public ed25519.PublicKey) { r[keyIDOf(public)] = public }

// Keys sign tickets and verify them.
type Keys struct {
	private ed25519.PrivateKey
	current struct {
		id     KeyID
		public ed25519.PublicKey
	}
	// Ring holds the current key and the retired ones.
	Ring Ring
	// Marks are the marks that are accepted in tickets; new tickets get the first one (SetMarks).
	Marks []uint32
}

// LoadKeys reads the keys in dir; the first time, it creates one.
func LoadKeys(dir string) (*Keys, error) {
	seed, err := keys.LoadOrCreate(dir, KeyFile, ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	k := NewKeys(seed)
	retired, err := os.ReadFile(filepath.Join(dir, retiredFile))
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read retired ticket keys: %w", err)
	}
	for line := range strings.Lines(string(retired)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		public, err := base64.RawURLEncoding.DecodeString(line)
		if err != nil || len(public) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("%s: %q is not a public key", filepath.Join(dir, retiredFile), line)
		}
		k.Ring.add(public)
	}
	return k, nil
}

// NewKeys returns keys derived from a seed of 32 bytes.
func NewKeys(seed []byte) *Keys {
	k := &Keys{private: ed25519.NewKeyFromSeed(seed), Ring: Ring{}}
	k.current.public = k.private.Public().(ed25519.PublicKey)
	k.current.id = keyIDOf(k.current.public)
	k.Ring.add(k.current.public)
	return k
}

// Rotate retires the signing key in dir and creates a new one; running instances use it after a restart. The public
// half is stored first: after a crash between the two steps, the key is both current and retired, which does no harm.
func Rotate(dir string) (*Keys, error) {
	old, err := LoadKeys(dir)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, retiredFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("retire ticket key: %w", err)
	}
	_, err = fmt.Fprintln(file, base64.RawURLEncoding.EncodeToString(old.current.public))
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("retire ticket key: %w", err)
	}
	if err := os.Remove(filepath.Join(dir, KeyFile)); err != nil {
		return nil, fmt.Errorf("retire ticket key: %w", err)
	}
	return LoadKeys(dir)
}

// Published is the document at /.well-known/transom-ticket-key: what a gate needs to verify tickets offline.
type Published struct {
	Event     string      `json:"event"`
	EventMark uint32      `json:"event_mark"` // the mark that new tickets get
	Earlier   []uint32    `json:"earlier_marks,omitempty"`
	Keys      []PublicKey `json:"keys"`
}

// PublicKey is one of the keys in Published.
type PublicKey struct {
	ID        string `json:"id"`
	Algorithm string `json:"algorithm"`  // Ed25519
	PublicKey string `json:"public_key"` // base64url without padding
	Signs     bool   `json:"signs"`      // whether the key signs new tickets; tickets signed with a retired key stay valid
}

// Publish describes the keys, the signing key first.
func (k *Keys) Publish(event string) Published {
	p := Published{Event: event, EventMark: k.Marks[0], Earlier: k.Marks[1:],
		Keys: []PublicKey{describe(k.current.public, true)}}
	for id, public := range k.Ring {
		if id != k.current.id {
			p.Keys = append(p.Keys, describe(public, false))
		}
	}
	return p
}

func describe(public ed25519.PublicKey, signs bool) PublicKey {
	return PublicKey{
		ID: keyIDOf(public).String(), Algorithm: "Ed25519",
		PublicKey: base64.RawURLEncoding.EncodeToString(public), Signs: signs,
	}
}

// MarkOf returns the mark that identifies an edition in its tickets (decision 0033). The mark depends only on the
// edition's short name, so that the event's name and dates can be corrected.
func MarkOf(edition schema.Slug) uint32 {
	sum := sha256.Sum256([]byte("mark of the edition\x00" + edition))
	return binary.BigEndian.Uint32(sum[:])
}

// SetMarks sets the accepted marks: first the edition's mark, which new tickets get, then the marks in issued tickets,
// oldest first. Earlier versions derived the mark from the event's name and first day.
func (k *Keys) SetMarks(edition schema.Slug, issued []string) {
	k.Marks = []uint32{MarkOf(edition)}
	for _, token := range issued {
		raw, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil || len(raw) < headerBytes {
			continue
		}
		if mark := binary.BigEndian.Uint32(raw[5:9]); !slices.Contains(k.Marks, mark) {
			k.Marks = append(k.Marks, mark)
		}
	}
}

// OldestMark returns the first tickets' mark, which no update changes, for values that must stay.
func (k *Keys) OldestMark() uint32 { return k.Marks[min(1, len(k.Marks)-1)] }
