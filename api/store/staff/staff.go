// Package staff contains the queries for members of staff, and their passkeys, codes, sessions and invitations.
package staff

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// Queries are reads that work inside and outside a transaction.
type Queries struct{ engine.Reader }

const memberNames = `staff.id, staff.email, staff.email_key, staff.name, staff.role, staff.handle, staff.created_at,` +
	` staff.ended_at`

func memberPlaces(m *domain.Member) []any {
	return []any{&m.ID, &m.Email, &m.EmailKey, &m.Name, &m.Role, &m.Handle, &m.CreatedAt, &m.EndedAt}
}

// FindMember returns a member, or domain.ErrNotFound.
func (tx Tx) FindMember(ctx context.Context, id string) (domain.Member, error) {
	return engine.One(ctx, tx, "find member", memberPlaces, `SELECT `+memberNames+` FROM staff WHERE id = ?`, id)
}

// FindMemberByEmail returns the member with a mailbox, even one who has left, or domain.ErrNotFound.
func (tx Tx) FindMemberByEmail(ctx context.Context, emailKey string) (domain.Member, error) {
	return engine.One(ctx, tx, "find member", memberPlaces, `
		SELECT `+memberNames+` FROM staff WHERE email_key = ?`, emailKey)
}

// InsertMember adds a member.
func (tx Tx) InsertMember(ctx context.Context, m domain.Member) error {
	return tx.Exec(ctx, "add member of staff", `
		INSERT INTO staff (id, email, email_key, name, role, handle, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, m.ID, m.Email, m.EmailKey, m.Name, m.Role, m.Handle, m.CreatedAt)
}

// SaveMember writes a member's name, role and end date.
func (tx Tx) SaveMember(ctx context.Context, m domain.Member) error {
	return tx.Exec(ctx, "save member of staff", `
		UPDATE staff
		SET name = ?, role = ?, ended_at = ?
		WHERE id = ?`, m.Name, m.Role, engine.NullMillis(m.EndedAt), m.ID)
}

// HasSignedIn reports whether a member has ever had a session of the given kind.
func (tx Tx) HasSignedIn(ctx context.Context, staffID, kind string) (bool, error) {
	return engine.Value[bool](ctx, tx, "find session of member", `
		SELECT EXISTS (SELECT 1 FROM staff_sessions WHERE staff_id = ? AND kind = ?)`, staffID, kind)
}

// InsertInvitation stores an invitation and deletes the member's earlier ones.
func (tx Tx) InsertInvitation(ctx context.Context, tokenHash, staffID string, now, until time.Time) error {
	return errors.Join(tx.Exec(ctx, "replace invitation", `DELETE FROM staff_invitations WHERE staff_id = ?`, staffID),
		tx.Exec(ctx, "insert invitation", `
		INSERT INTO staff_invitations (token_hash, staff_id, created_at, expires_at)
		VALUES (?, ?, ?, ?)`, tokenHash, staffID, now, until))
}

// InvitationWorks reports whether an invitation belongs to the member and is valid.
func (tx Tx) InvitationWorks(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error) {
	return engine.Value[bool](ctx, tx, "find invitation", `
		SELECT EXISTS (SELECT 1
		               FROM staff_invitations
		               WHERE token_hash = ? AND staff_id = ? AND used_at IS NULL AND expires_at > ?)`,
		tokenHash, staffID, now)
}

// UseInvitation uses up an invitation; it returns false if the invitation is no longer valid.
func (tx Tx) UseInvitation(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use invitation", `
		UPDATE staff_invitations
		SET used_at = ?1
		WHERE token_hash = ?2 AND staff_id = ?3 AND used_at IS NULL AND expires_at > ?1`, now, tokenHash,
		staffID)
}

// DeleteInvitations deletes a member's invitations.
func (tx Tx) DeleteInvitations(ctx context.Context, staffID string) error {
	return tx.Exec(ctx, "delete invitations", `DELETE FROM staff_invitations WHERE staff_id = ?`, staffID)
}

// MembersWithRole lists the members with a role and access to the desk.
func (tx Tx) MembersWithRole(ctx context.Context, role string) ([]domain.Member, error) {
	return engine.All(ctx, tx, "list members with role", memberPlaces, `
		SELECT `+memberNames+`
		FROM staff
		WHERE role = ? AND ended_at IS NULL
		ORDER BY created_at, id`, role)
}

// StaffLinks lists who has added or promoted which member, or reset their access, since a given time.
func (q Queries) StaffLinks(ctx context.Context, since time.Time) ([]booking.StaffLink, error) {
	return engine.All(ctx, q, "list changes of staff", func(l *booking.StaffLink) []any {
		return []any{&l.By.ID, &l.By.Name, &l.Of.ID, &l.Of.Name}
	}, `
		SELECT actor_id, actor_name, staff.id, staff.name
		FROM audit_log
		JOIN staff ON staff.id = audit_log.object
		WHERE action IN ('staff_add', 'staff_invite', 'staff_role', 'staff_reset') AND at >= ?`, since)
}

// WorkingStaff lists the members who can sign in: with a passkey or, in a rehearsal, with one click.
func (q Queries) WorkingStaff(ctx context.Context) ([]domain.Member, error) {
	return engine.All(ctx, q, "list staff", memberPlaces, `
		SELECT `+memberNames+`
		FROM staff
		WHERE ended_at IS NULL
		  AND (id IN (SELECT staff_id FROM staff_passkeys) OR id IN (SELECT staff_id FROM staff_sessions
		  	WHERE kind = 'rehearsal'))
		ORDER BY name, id`)
}

// Members lists the staff: first those with access, by name, then those who have left.
func (s Store) Members(ctx context.Context, now time.Time) ([]domain.MemberState, error) {
	return engine.All(ctx, s, "list staff", func(m *domain.MemberState) []any {
		return append(memberPlaces(&m.Member), &m.Passkeys, &m.SeenAt, &m.InvitedUntil)
	}, `
		SELECT `+memberNames+`,
		       (SELECT COUNT(*) FROM staff_passkeys WHERE staff_id = staff.id),
		       COALESCE((SELECT MAX(last_used_at) FROM staff_sessions WHERE staff_id = staff.id AND kind <> 'code'), 0),
		       COALESCE((SELECT MAX(expires_at) FROM staff_invitations WHERE staff_id = staff.id AND used_at IS NULL
		       	AND expires_at > ?), 0)
		FROM staff
		ORDER BY CASE WHEN staff.ended_at IS NULL THEN 0 ELSE 1 END, staff.name, staff.id`, now)
}

// FindDeskSession returns a token's session and member, or domain.ErrNotFound if there is none or it has ended.
func (s Store) FindDeskSession(ctx context.Context, tokenHash string) (domain.DeskSession, domain.Member, error) {
	type session struct {
		domain.DeskSession
		member domain.Member
	}
	found, err := engine.One(ctx, s, "find session of desk", func(s *session) []any {
		return append([]any{&s.TokenHash, &s.StaffID, &s.Kind, &s.InvitationHash, &s.CreatedAt, &s.LastUsedAt, &s.ExpiresAt,
			&s.ConfirmedAt}, memberPlaces(&s.member)...)
	}, `
		SELECT token_hash, staff_id, kind, invitation_hash, staff_sessions.created_at, last_used_at, expires_at,
			confirmed_at, `+memberNames+`
		FROM staff_sessions
		JOIN staff ON staff.id = staff_id
		WHERE token_hash = ? AND staff_sessions.ended_at IS NULL`, tokenHash)
	return found.DeskSession, found.member, err
}

// InsertDeskSession stores only the hash of the token.
func (tx Tx) InsertDeskSession(ctx context.Context, s domain.DeskSession) error {
	return tx.Exec(ctx, "insert session of desk", `
		INSERT INTO staff_sessions (token_hash, staff_id, kind, invitation_hash, created_at, last_used_at, expires_at,
			confirmed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		s.TokenHash, s.StaffID, s.Kind, s.InvitationHash, s.CreatedAt, s.LastUsedAt,
		s.ExpiresAt, engine.NullMillis(s.ConfirmedAt))
}

// UseDeskSession records that a session was used.
func (tx Tx) UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "use session of desk", `
		UPDATE staff_sessions
		SET last_used_at = ?1
		WHERE token_hash = ?2 AND last_used_at < ?1`, now, tokenHash)
}

// TouchDeskSession records a confirmation with a passkey.
func (tx Tx) TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "renew session of desk", `
		UPDATE staff_sessions
		SET confirmed_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, now, tokenHash)
}

// EndDeskSession ends a session at once.
func (tx Tx) EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "end session of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, now, tokenHash)
}

// EndDeskSessions ends all of a member's sessions.
func (tx Tx) EndDeskSessions(ctx context.Context, staffID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE staff_id = ? AND ended_at IS NULL`, now, staffID)
}

// InsertCeremony stores a challenge for an authenticator, and deletes expired ones.
func (tx Tx) InsertCeremony(ctx context.Context, c domain.Ceremony) error {
	return errors.Join(tx.Exec(ctx, "remove old ceremonies", `DELETE FROM staff_ceremonies WHERE expires_at < ?`,
		c.ExpiresAt.Add(-time.Hour)),
		tx.Exec(ctx, "insert ceremony", `
		INSERT INTO staff_ceremonies (id, session_hash, purpose, data, expires_at)
		VALUES (?, ?, ?, ?, ?)`, c.ID, c.SessionHash, c.Purpose, c.Data, c.ExpiresAt))
}

// TakeCeremony returns and deletes a session's challenge, or returns domain.ErrNotFound.
func (tx Tx) TakeCeremony(ctx context.Context, id, sessionHash string) (domain.Ceremony, error) {
	return engine.One(ctx, tx, "take ceremony", func(c *domain.Ceremony) []any {
		return []any{&c.ID, &c.SessionHash, &c.Purpose, &c.Data, &c.ExpiresAt}
	}, `
		DELETE FROM staff_ceremonies
		WHERE id = ? AND session_hash = ?
		RETURNING id, session_hash, purpose, data, expires_at`, id, sessionHash)
}

// Passkeys lists a member's passkeys.
func (q Queries) Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error) {
	return engine.All(ctx, q, "list passkeys", func(key *domain.Passkey) []any {
		return []any{&key.ID, &key.StaffID, &key.Name, &key.Record, &key.CreatedAt, &key.LastUsedAt}
	}, `
		SELECT id, staff_id, name, record, created_at, last_used_at
		FROM staff_passkeys
		WHERE staff_id = ?
		ORDER BY created_at, id`, staffID)
}

// InsertPasskey adds a passkey.
func (tx Tx) InsertPasskey(ctx context.Context, key domain.Passkey) error {
	return tx.Exec(ctx, "insert passkey", `
		INSERT INTO staff_passkeys (id, staff_id, name, record, created_at, last_used_at)
		VALUES (?, ?, ?, ?, ?, ?)`, key.ID, key.StaffID, key.Name, key.Record, key.CreatedAt,
		key.LastUsedAt)
}

// UsePasskey stores what an authenticator reports about itself when it is used.
func (tx Tx) UsePasskey(ctx context.Context, id, record string, now time.Time) error {
	return tx.Exec(ctx, "use passkey", `UPDATE staff_passkeys SET record = ?, last_used_at = ? WHERE id = ?`, record,
		now, id)
}

// DeletePasskey deletes a passkey.
func (tx Tx) DeletePasskey(ctx context.Context, id string) error {
	return tx.Exec(ctx, "delete passkey", `DELETE FROM staff_passkeys WHERE id = ?`, id)
}

// DeletePasskeys deletes all of a member's passkeys.
func (tx Tx) DeletePasskeys(ctx context.Context, staffID string) error {
	return tx.Exec(ctx, "delete passkeys", `DELETE FROM staff_passkeys WHERE staff_id = ?`, staffID)
}
