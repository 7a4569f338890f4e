package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/identity"
	"transom/api/texts"
)

func checks(d *apitest.Desk) (queue map[string]map[string]any) {
	queue = map[string]map[string]any{}
	for _, one := range d.Must("documents/queue", nil).Body["checks"].([]any) {
		check := one.(map[string]any)
		queue[check["id"].(string)] = check
	}
	return queue
}

func TestDocumentApproved(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	form, _, b, _ := s.RegisterPaid(nil)
	row := checks(d)[b.ID]
	for name, want := range map[string]any{"name": b.Name(), "dob": form["dob"], "institute": b.InstituteName,
		"membership_no": b.MembershipNo, "has_photo": true, "has_document": true, "number": nil} {
		equal[any](t, row[name], want, "%s", name)
	}
	if photo := d.Must("documents/photo", map[string]any{"id": b.ID}); !bytes.HasPrefix(photo.Raw, []byte("\xff\xd8")) {
		t.Error("the photo is not a JPEG")
	}
	sealed := d.Must("documents/open", map[string]any{"id": b.ID})
	apitest.Says(t, sealed.Header.Get("Cache-Control"), "no-store")
	if !bytes.HasPrefix(opened(t, s, sealed.Raw), []byte("\xff\xd8")) {
		t.Error("the key does not open the document")
	}
	s.WantCount(1, `SELECT COUNT(*) FROM access_log WHERE booking_id = ?`, b.ID)
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE action = 'document_open' AND booking_id = ?`, b.ID)
	equal(t, strings.Count(string(d.Must("registration", map[string]any{"id": b.ID}).Raw), texts.DeskOpenedToCheck), 1,
		"openings in the history")

	d.Must("document-approve", actionOn(s, b, nil))
	if _, waits := checks(d)[b.ID]; waits {
		t.Error("it is still to be checked")
	}
	mustBe(t, "twice", d.Call("document-approve", actionOn(s, b, nil)), http.StatusConflict, domain.CodeNotPossible)
	d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"lastname": "Sharma"}, "preview": true})).
		Says("Careful: the identity document was checked with the old details.")
	s.Clock.Add(24*time.Hour - time.Second)
	for _, want := range []int{1, 0} {
		_, err := s.Retention().Purge(t.Context(), false, func(int) {})
		must(t, err)
		s.WantCount(want, `SELECT COUNT(*) FROM assets WHERE kind = 'aadhar' AND deleted_at IS NULL`)
		s.Clock.Add(time.Second)
	}
	d = s.DeskAs(domain.RoleRegistrar)
	mustBe(t, "destroyed", d.Call("documents/open", map[string]any{"id": b.ID}), http.StatusNotFound, "")
}

func TestDocumentQueueSkipsPeople(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, _, first, _ := s.RegisterPaid(nil)
	s.Clock.Add(time.Minute)
	_, _, second, _ := s.RegisterPaid(nil)
	for _, c := range []struct {
		skip, from int
		ids        []string
	}{{0, 0, []string{first.ID, second.ID}}, {1, 1, []string{second.ID}}, {2, 0, []string{first.ID, second.ID}},
		{-1, 0, []string{first.ID, second.ID}}} {
		body := d.Must("documents/queue", map[string]any{"from": c.skip}).Body
		equal(t, int(body["from"].(float64)), c.from, "first person after skipping %d", c.skip)
		equal(t, int(body["total"].(float64)), 2, "people after skipping %d", c.skip)
		var ids []string
		for _, one := range body["checks"].([]any) {
			ids = append(ids, one.(map[string]any)["id"].(string))
		}
		equal(t, strings.Join(ids, " "), strings.Join(c.ids, " "), "people after skipping %d", c.skip)
	}
}

func opened(t *testing.T, s *apitest.Server, sealed []byte) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.Dir, "identity-papers.identity"))
	must(t, err)
	identities, err := age.ParseIdentities(bytes.NewReader(raw))
	must(t, err)
	plain, err := age.Decrypt(bytes.NewReader(sealed), identities...)
	must(t, err)
	picture, err := io.ReadAll(plain)
	must(t, err)
	return picture
}

// The seat is kept; if no new document is sent in time, staff get a task.
func TestDocumentRejectedAndReplaced(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleRegistrar)
	_, _, b, _ := s.RegisterPaid(nil)
	_, _, other, _ := s.RegisterPaid(nil)
	mustBe(t, "without a reason", d.Call("document-reject", actionOn(s, b, map[string]any{"why": ""})), 422,
		domain.CodeInvalid)
	d.Must("document-reject", actionOn(s, b, map[string]any{"why": "The name is not readable."}))
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'document-rejected' AND to_address = ?
		AND data LIKE '%The name is not readable.%' AND data LIKE '%/dashboard%'`, b.Email)
	s.WantCount(1, `SELECT COUNT(*) FROM assets WHERE id = ? AND deleted_at IS NOT NULL`, b.IDAsset)
	s.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE id = ? AND holds_seat = 1`, b.ID)
	if queue := checks(d); queue[b.ID] != nil || queue[other.ID] == nil {
		t.Errorf("the queue is %v", queue)
	}

	must(t, s.Identity.AddLate(t.Context()))
	equal(t, openTasks(s, b.ID), 0, "tasks before the time has passed")
	s.Clock.Set(s.Content.Desk.DocumentUntil.Time)
	must(t, s.Identity.AddLate(t.Context()))
	must(t, s.Identity.AddLate(t.Context()))
	if n := openTasks(s, b.ID); n != 1 || !s.Booking(b.ID).HoldsSeat {
		t.Errorf("%d tasks after the time has passed", n)
	}

	document := map[string]any{"booking_id": b.ID, "aadharUrl": s.Picture("aadhar"), "consent": true}
	stranger, owner := s.SignInAs(other.Email), s.SignInAs(b.Email)
	send := func(token string, more map[string]any) apitest.Answer {
		body := map[string]any{}
		for _, values := range []map[string]any{document, more} {
			for name, value := range values {
				body[name] = value
			}
		}
		return s.Post("/document", body, "Authorization", token)
	}
	mustBe(t, "without a session", send("", nil), http.StatusUnauthorized, "")
	mustBe(t, "somebody else", send(stranger, nil), http.StatusNotFound, "")
	mustBe(t, "their own, which was not rejected", send(stranger, map[string]any{"booking_id": other.ID}),
		http.StatusNotFound, "")
	mustBe(t, "without consent", send(owner, map[string]any{"consent": false}), 422, domain.CodeInvalid)
	mustBe(t, "a photo", send(owner, map[string]any{"aadharUrl": s.Picture("photo")}), 422, domain.CodeInvalid)
	if rejected := s.Post("/tickets", map[string]any{}, "Authorization",
		owner).Body["rejected"].([]any); len(rejected) != 1 ||
		rejected[0].(map[string]any)["reason"] != "The name is not readable." {
		t.Errorf("the dashboard asks for %v", rejected)
	}
	mustBe(t, "the person", send(owner, nil), http.StatusOK, "")
	mustBe(t, "a second time", send(owner, map[string]any{"aadharUrl": s.Picture("aadhar")}), http.StatusNotFound, "")
	d = s.DeskAs(domain.RoleRegistrar)
	queue := checks(d)
	if queue[b.ID] == nil || openTasks(s, b.ID) != 0 {
		t.Error("the new document is not to be checked, or its task is open")
	}
	if queue[b.ID]["replaced"] != true || queue[other.ID]["replaced"] != nil {
		t.Errorf("which document is new: %v", queue)
	}
	for _, id := range []string{b.ID, other.ID} {
		first := d.Must("documents/queue", map[string]any{"id": id}).Body["checks"].([]any)[0].(map[string]any)
		equal[any](t, first["id"], id, "the queue begins with the person who was asked for")
	}
	if !bytes.HasPrefix(opened(t, s, d.Must("documents/open", map[string]any{"id": b.ID}).Raw), []byte("\xff\xd8")) {
		t.Error("the new document cannot be opened")
	}
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE action = 'document_sent' AND booking_id = ?`, b.ID)
}

func TestMembershipNumbersAreCompared(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleRegistrar)
	number := func(no string) booking.Booking {
		_, _, b, _ := s.RegisterPaid(map[string]any{"membership_no": no})
		return b
	}
	listed, unknown, twice := number("A10001"), number("A10002"), number("A10003")
	again := number("A10004") // the desk or an older version has accepted two people with one number
	s.Exec(`UPDATE bookings SET membership_no = 'A-10003', membership_key = (SELECT membership_key FROM bookings
		WHERE id = ?) WHERE id = ?`, twice.ID, again.ID)
	institute := d.Must("documents/queue", nil).Body["institutes"].([]any)[0].(map[string]any)["id"]
	imported := func(csv string) apitest.Answer {
		return d.Call("documents/numbers", map[string]any{"institute": institute, "csv": csv})
	}
	for csv, want := range map[string]string{
		"Name,Number\nAsha,A10001\n":                `Line 1: there is no column "membership_no"`,
		"Name,membership_no\nAsha,A10001\nRavi,\n":  "Line 3: ",
		"Name,membership_no\nAsha,98100\n":          "Line 2: ",
		"Name,membership_no\nAsha,A10001\nA10002\n": "Line 3 ",
		"membership_no\n":                           "no numbers",
		"":                                          "The file is empty.",
		"\ufeff \n":                                 "The file is empty.",
		"membership_no\n\"A10001\nA10002\n":         "Line 2 cannot be read: a quotation mark",
		"membership_no\nA\"10001\n":                 "Line 2 cannot be read: a quotation mark",
		"\"membership_no\nA10001\n":                 "Line 1 cannot be read: a quotation mark",
		"membership_no;Name\nA10001;Asha\n":         "Please save the file with commas",
		"\"membership_no\";\"Name\"\nA10001;Asha\n": "Please save the file with commas",
		"Name\tmembership_no\nAsha\tA10001\n":       "Please save the file with commas",
		"PK\x03\x04;":                               "an Excel workbook",
	} {
		imported(csv).Want(422, "%q", csv).Refuses("csv", want)
	}
	if a := imported("\ufeffName, Membership_No\n\"Asha, Ar.\",a 10001\nRavi,A10003\nRavi,A10003\n,\n"); a.Status != 200 ||
		a.Body["numbers"] != 2.0 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	queue := checks(d)
	for id, want := range map[string]string{listed.ID: "found", unknown.ID: "not_found", twice.ID: "twice",
		again.ID: "twice"} {
		equal[any](t, queue[id]["number"], want, "%s", queue[id]["membership_no"])
	}
	shown := registrationOf(d, twice.ID)
	if shown["number"] != "twice" || shown["same_number"].([]any)[0] != again.Code {
		t.Errorf("the registration shows %v, %v", shown["number"], shown["same_number"])
	}
	if seen := registrationOf(s.DeskAs(domain.RoleViewer), twice.ID); seen["number"] != nil {
		t.Error("a viewer sees what is known about the number")
	}
}

// A stolen database must not reveal an institute's members, not even to somebody who tries all numbers.
func TestMembershipNumbersAreStoredAsKeyedHashes(t *testing.T) {
	const number = "A1984198419"
	s, d := startDesk(t, domain.RoleRegistrar)
	hashes := map[string]bool{}
	for _, key := range []string{"one key", "another key"} {
		s.Identity.Key = []byte(key)
		institute := d.Must("documents/queue", nil).Body["institutes"].([]any)[0].(map[string]any)["id"]
		d.Must("documents/numbers", map[string]any{"institute": institute, "csv": "membership_no\n" + number + "\n"})
		hashes[s.Text(`SELECT number_hash FROM institute_numbers`)] = true
		if found := tracesIn(t, s, []string{number, domain.MembershipKey(number), domain.Hash(number)}); len(found) > 0 {
			t.Errorf("the number is in %v", found)
		}
	}
	equal(t, len(hashes), 2, "hashes of one number with two keys")
}

// Deciding about many documents is normal work; opening many without a decision is not.
func TestManyOpenedDocuments(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, _, b, _ := s.RegisterPaid(nil)
	views := func() int {
		return s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'many_identity_views' AND done_at IS NULL`)
	}
	for range booking.ManyIdentityViews + 1 {
		d.Must("documents/open", map[string]any{"id": b.ID})
		if s.Exec(`INSERT INTO identity_checks (booking_id, at, who, verdict, document, last4)
			VALUES (?, ?, 'Desk', 'verified', '', '')`, b.ID, s.Clock.Now()); views() != 0 {
			t.Fatal("decided documents are counted")
		}
	}
	s.Clock.Add(time.Second)
	for range booking.ManyIdentityViews {
		d.Must("documents/open", map[string]any{"id": b.ID})
	}
	equal(t, views(), 0, "tasks about opened documents")
	if d.Must("documents/open", map[string]any{"id": b.ID}); views() != 1 {
		t.Error("no task for many documents that nobody decided about")
	}
}

// A decision is valid only for the document that was opened.
func TestDocumentIsWhatWasSeen(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, _, b, _ := s.RegisterPaid(nil)
	opened := actionOn(s, b, nil)
	d.Must("document-reject", actionOn(s, b, map[string]any{"why": "The name is not readable."}))
	for _, preview := range []bool{true, false} {
		a := d.Call("document-approve", actionOn(s, b, map[string]any{"preview": preview}))
		mustBe(t, "rejected before", a, http.StatusConflict, domain.CodeNotPossible)
		a.Says("If you have seen the original")
	}
	s.Post("/document", map[string]any{"booking_id": b.ID, "aadharUrl": s.Picture("aadhar"), "consent": true},
		"Authorization", s.SignInAs(b.Email)).Must(http.StatusOK, "another document")
	for _, action := range []string{"document-approve", "document-reject"} {
		mustBe(t, action+" of the document before", d.Call(action, opened), http.StatusConflict, domain.CodeChanged)
	}
	d.Must("document-reject", actionOn(s, b, map[string]any{"why": "Not this one."}))
	unnamed := d.Call("document-approve", actionOn(s, b, map[string]any{"original": true, "document": " "}))
	if unnamed.Status != 422 || unnamed.Field("document") != texts.DeskDocumentKind {
		t.Errorf("an original without its kind: %d %s", unnamed.Status, unnamed.Raw)
	}
	d.Must("document-approve", actionOn(s, b, map[string]any{"original": true, "document": "passport"}))
	told := d.Must("registration", map[string]any{"id": b.ID}).Raw
	apitest.Says(t, string(told), "verified (passport, original seen at the desk).", "document was rejected.",
		`"field":"original","before":"","after":"yes"`)
	apitest.Omits(t, string(told), "()")
}

// lateReader decides a document after the queue's ids were read and before the registrations are read.
type lateReader struct {
	identity.Store
	decide func()
}

func (l lateReader) DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error) {
	l.decide()
	return l.Store.DeskBookings(ctx, ids)
}

func TestTheQueueLeavesOutWhatWasDecidedMeanwhile(t *testing.T) {
	s := startOnce(t)
	_, _, decided, _ := s.RegisterPaid(nil)
	_, _, open, _ := s.RegisterPaid(nil)
	d, queue := s.DeskAs(domain.RoleRegistrar), *s.Identity
	queue.Store = lateReader{queue.Store, func() { d.Must("document-approve", actionOn(s, decided, nil)) }}
	out, err := queue.Queue(t.Context(), 0, "")
	if err != nil || out.Total != 1 || len(out.Checks) != 1 || out.Checks[0].ID != open.ID {
		t.Errorf("%v, %+v", err, out)
	}
}
