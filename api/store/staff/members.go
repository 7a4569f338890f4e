// Package staff contains the queries of the members of staff, their passkeys, codes, sessions and invitations.
package staff

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store reads outside of transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

func scanMember(row engine.Scanner) (m domain.Member, err error) {
	places, fill := memberPlaces(&m)
	if err = row.Scan(places...); errors.Is(err, sql.ErrNoRows) {
		return m, domain.ErrNotFound
	}
	fill()
	return m, err
}

// FindMember returns a member, or domain.ErrNotFound.
func (tx Tx) FindMember(ctx context.Context, id string) (domain.Member, error) {
	return scanMember(tx.QueryRowContext(ctx, `SELECT `+memberNames+` FROM staff WHERE id = ?`, id))
}

// FindMemberByEmail returns the member with a mailbox, even one who has left; or domain.ErrNotFound.
func (tx Tx) FindMemberByEmail(ctx context.Context, emailKey string) (domain.Member, error) {
	return scanMember(tx.QueryRowContext(ctx, `SELECT `+memberNames+` FROM staff WHERE email_key = ?`, emailKey))
}

// InsertMember adds a member.
func (tx Tx) InsertMember(ctx context.Context, m domain.Member) error {
	return tx.Exec(ctx, "add member of staff", `
		INSERT INTO staff (id, email, email_key, name, role, handle, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, m.ID, m.Email, m.EmailKey, m.Name, m.Role, m.Handle, engine.ToMillis(m.CreatedAt))
}

// SaveMember writes name, role and end date of a member.
func (tx Tx) SaveMember(ctx context.Context, m domain.Member) error {
	return tx.Exec(ctx, "save member of staff", `
		UPDATE staff
		SET name = ?, role = ?, ended_at = ?
		WHERE id = ?`, m.Name, m.Role, engine.NullMillis(m.EndedAt), m.ID)
}

// HasSignedIn reports whether a member has ever had a session of a kind.
func (tx Tx) HasSignedIn(ctx context.Context, staffID, kind string) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM staff_sessions WHERE staff_id = ? AND kind = ?`, staffID,
		kind).Scan(&n)
	return n > 0, engine.Found(err, "find session of member")
}

// InsertInvitation stores an invitation and ends the member's earlier ones.
func (tx Tx) InsertInvitation(ctx context.Context, tokenHash, staffID string, now, until time.Time) error {
	if err := tx.Exec(ctx, "replace invitation", `DELETE FROM staff_invitations WHERE staff_id = ?`, staffID); err != nil {
		return err
	}
	return tx.Exec(ctx, "insert invitation", `
		INSERT INTO staff_invitations (token_hash, staff_id, created_at, expires_at)
		VALUES (?, ?, ?, ?)`, tokenHash, staffID, engine.ToMillis(now), engine.ToMillis(until))
}

// InvitationWorks reports whether an invitation belongs to the member and is valid.
func (tx Tx) InvitationWorks(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, `
		SELECT COUNT(*)
		FROM staff_invitations
		WHERE token_hash = ? AND staff_id = ? AND used_at IS NULL
			AND expires_at > ?`, tokenHash, staffID, engine.ToMillis(now)).Scan(&n)
	return n == 1, engine.Found(err, "find invitation")
}

// UseInvitation uses up an invitation; it returns false if the invitation is not valid any more.
func (tx Tx) UseInvitation(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use invitation", `
		UPDATE staff_invitations
		SET used_at = ?1
		WHERE token_hash = ?2 AND staff_id = ?3 AND used_at IS NULL AND expires_at > ?1`, engine.ToMillis(now), tokenHash,
		staffID)
}

// DeleteInvitations deletes a member's invitations.
func (tx Tx) DeleteInvitations(ctx context.Context, staffID string) error {
	return tx.Exec(ctx, "delete invitations", `DELETE FROM staff_invitations WHERE staff_id = ?`, staffID)
}

// Organisers lists the organisers with access to the desk.
func (tx Tx) Organisers(ctx context.Context) ([]domain.Member, error) {
	return engine.List(ctx, tx, "list organisers", scanMember, `
		SELECT `+memberNames+`
		FROM staff
		WHERE role = 'organiser' AND ended_at IS NULL
		ORDER BY created_at, id`)
}

// StaffLinks lists who added, promoted or reset which member since a given time.
func (s Store) StaffLinks(ctx context.Context, since time.Time) ([]booking.StaffLink, error) {
	return staffLinks(ctx, s, since)
}

// StaffLinks lists who added, promoted or reset which member since a given time.
func (tx Tx) StaffLinks(ctx context.Context, since time.Time) ([]booking.StaffLink, error) {
	return staffLinks(ctx, tx, since)
}

func staffLinks(ctx context.Context, from engine.Reader, since time.Time) ([]booking.StaffLink, error) {
	rows, err := from.QueryContext(ctx, `
		SELECT actor_id, actor_name, staff.id, staff.name
		FROM audit_log
		JOIN staff ON staff.id = audit_log.object
		WHERE action IN ('staff_add', 'staff_invite', 'staff_role', 'staff_reset') AND at >= ?`, engine.ToMillis(since))
	return engine.Collect(rows, err, "list changes of staff", func(row engine.Scanner) (l booking.StaffLink, err error) {
		err = row.Scan(&l.By.ID, &l.By.Name, &l.Of.ID, &l.Of.Name)
		return l, err
	})
}

// WorkingStaff lists the members who can sign in: with a passkey or, in a rehearsal, by one click.
func (s Store) WorkingStaff(ctx context.Context) ([]domain.Member, error) {
	return workingStaff(ctx, s)
}

// WorkingStaff lists the members who can sign in: with a passkey or, in a rehearsal, by one click.
func (tx Tx) WorkingStaff(ctx context.Context) ([]domain.Member, error) {
	return workingStaff(ctx, tx)
}

func workingStaff(ctx context.Context, from engine.Reader) ([]domain.Member, error) {
	return engine.List(ctx, from, "list staff", scanMember, `
		SELECT `+memberNames+`
		FROM staff
		WHERE ended_at IS NULL
		  AND (id IN (SELECT staff_id FROM staff_passkeys) OR id IN (SELECT staff_id FROM staff_sessions
		  	WHERE kind = 'rehearsal'))
		ORDER BY name, id`)
}

// Members lists the staff: first those with access by name, then those who have left.
func (s Store) Members(ctx context.Context, now time.Time) ([]domain.MemberState, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT `+memberNames+`,
		       (SELECT COUNT(*) FROM staff_passkeys WHERE staff_id = staff.id),
		       COALESCE((SELECT MAX(last_used_at) FROM staff_sessions WHERE staff_id = staff.id AND kind <> 'code'), 0),
		       COALESCE((SELECT MAX(expires_at) FROM staff_invitations WHERE staff_id = staff.id AND used_at IS NULL
		       	AND expires_at > ?), 0)
		FROM staff
		ORDER BY CASE WHEN staff.ended_at IS NULL THEN 0 ELSE 1 END, staff.name, staff.id`, engine.ToMillis(now))
	return engine.Collect(rows, err, "list staff", func(row engine.Scanner) (m domain.MemberState, err error) {
		places, fill := memberPlaces(&m.Member)
		err = row.Scan(append(places, &m.Passkeys, (*engine.Instant)(&m.SeenAt), (*engine.Instant)(&m.InvitedUntil))...)
		fill()
		return m, err
	})
}
