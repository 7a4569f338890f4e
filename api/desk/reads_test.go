package desk_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/invented"
	"transom/api/store"
	"transom/api/ticket"
	"transom/api/wire"
	"transom/generator/schema"
)

var must = check.Must

// All tests share this folder, whose database contains every kind of data, to save time.
var filled string

func TestMain(m *testing.M) {
	var err error
	if filled, err = os.MkdirTemp("", "transom-filled-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(filled)
	os.Exit(code)
}

var fill sync.Once

func full(t *testing.T) *apitest.Server {
	t.Helper()
	fillIn := func(t *testing.T, s *apitest.Server) {
		_, err := invented.Fill(t.Context(), invented.Setup{
			Rehearsal: true, Store: s.Store, Sandbox: s.Sandbox, Tickets: ticket.NewIssuer(s.TicketKeys, s.Content),
			Content: s.Content, Clock: s.Clock, Blobs: s.Blobs, Sealer: s.Sealer,
		})
		must(t, err)
	}
	if testdb.OnPostgres(t) { // PostgreSQL does not store its data in the folder
		s := apitest.Start(t, apitest.Options{})
		fillIn(t, s)
		return s
	}
	fill.Do(func() {
		t.Run("fill", func(t *testing.T) { // the server stops when the subtest ends
			fillIn(t, apitest.Start(t, apitest.Options{Dir: filled}))
		})
	})
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(filled)))
	return apitest.Start(t, apitest.Options{Dir: dir})
}

func call[T any](t *testing.T, d *apitest.Desk, name string, body any) (out T) {
	t.Helper()
	must(t, json.Unmarshal(d.Must(name, body).Raw, &out))
	return out
}

func people(t *testing.T, d *apitest.Desk, query string) wire.DeskRegistrationsResponse {
	t.Helper()
	return call[wire.DeskRegistrationsResponse](t, d, "registrations", wire.DeskRegistrationsRequest{Query: query})
}

func groups(value any) (all []map[string]any) {
	switch v := value.(type) {
	case map[string]any:
		if _, is := v["query"]; is {
			all = append(all, v)
		}
		for _, inner := range v {
			all = append(all, groups(inner)...)
		}
	case []any:
		for _, inner := range v {
			all = append(all, groups(inner)...)
		}
	}
	return all
}

func TestEveryFigureMatchesItsList(t *testing.T) {
	s := full(t)
	entered := people(t, s.DeskAs(domain.RoleOrganiser), "state=paid&per=5")
	for _, row := range entered.Rows {
		ticketID := s.Text(`SELECT id FROM tickets WHERE booking_id = ? AND status = 'valid'`, row.ID)
		s.Exec(`INSERT INTO entries (ticket_id, entered_at, gate) VALUES ('` + ticketID + `', ` +
			fmt.Sprint(s.Clock.Now().UnixMilli()) + `, 'A')`)
	}
	for _, role := range []string{domain.RoleOrganiser, domain.RoleViewer, domain.RoleRegistrar} {
		d := s.DeskAs(role)
		figures := groups(map[string]any(d.Must("overview", nil).Body))
		if len(figures) < 60 {
			t.Fatalf("%s: only %d figures", role, len(figures))
		}
		for _, figure := range figures {
			list := people(t, d, figure["query"].(string))
			raw, _ := json.Marshal(list.Sums)
			var sums map[string]any
			must(t, json.Unmarshal(raw, &sums))
			for _, name := range []string{"count", "seats", "net_paise", "gst_paise", "refunded_paise"} {
				check.Equal(t, figure[name], sums[name], "%s: %s of %v %q, and in its list", role, name, figure["name"],
					figure["query"])
			}
			check.Equal[any](t, list.Query, figure["query"], "the canonical form of the query")
			_, is := figure["net_paise"]
			check.Equal(t, is, role == domain.RoleOrganiser, "%s sees amounts of %d", role, list.Sums.Count)
		}
	}
}

func TestPeopleAreFoundByWhatCallersSay(t *testing.T) {
	s := full(t)
	d := s.DeskAs(domain.RoleRegistrar)
	all := people(t, d, "q="+url.QueryEscape("Zoë")+"&state=paid").Rows
	one := all[slices.IndexFunc(all, func(row wire.DeskRow) bool { return row.MembershipNo != "" })]
	spelled := strings.ToLower(strings.Join(strings.Split(one.Code, ""), " "))
	ticketID := s.Text(`SELECT id FROM tickets WHERE booking_id = ?`, one.ID)
	last := strings.Fields(one.Name)[1]
	for _, typed := range []string{
		one.Code, spelled, one.Code[:3] + "-" + one.Code[3:], one.ID, strings.ToUpper(one.ID[:10]), ticketID, ticketID[:12],
		s.URL + "/event-ticket/" + ticketID + "#abc_def", one.Mobile, "+91 " + one.Mobile[:5] + " " + one.Mobile[5:], "0" +
			one.Mobile, one.Mobile[4:],
		one.Email, strings.ToUpper(one.Email), one.MembershipNo, strings.ToLower(one.MembershipNo),
		s.Text(`SELECT lower(provider_payment_id) FROM payments WHERE booking_id = ?`, one.ID), s.Text(`SELECT attempt_ref
				FROM payments WHERE booking_id = ?`, one.ID),
		s.Text(`SELECT lower(MIN(number)) FROM invoices WHERE booking_id = ?`, one.ID),
		spokenCode(one.Code), last[:4] + " zoe " + one.Email, "ZOE, " + one.Mobile,
	} {
		found := people(t, d, "q="+url.QueryEscape(typed))
		if found.Sums.Count != 1 || found.Rows[0].ID != one.ID {
			t.Errorf("%q finds %d", typed, found.Sums.Count)
		}
	}
	for _, typed := range []string{"zoe nobodyatall", "+91 12345 67890", "100%", "_", `\`, "BCDFGH", `"`, "()", ", ;"} {
		check.Equal(t, people(t, d, "q="+url.QueryEscape(typed)).Sums.Count, 0, "%q finds", typed)
	}
}

func spokenCode(code string) string {
	alphabet := strings.Fields("Bravo Charlie Delta Foxtrot Golf Hotel Juliett Kilo Lima Mike November Papa Romeo " +
		"Sierra Tango Whiskey X-ray Yankee Zulu")
	var words []string
	for _, letter := range code {
		words = append(words, alphabet[strings.IndexRune(booking.CodeLetters, letter)])
	}
	return strings.Join(words, " ")
}

func TestNobodySeesDataOfOthers(t *testing.T) {
	s := full(t)
	b := people(t, s.DeskAs(domain.RoleOrganiser), "state=part+refunded&per=1").Rows[0]
	payment, dob := s.Text(`SELECT provider_payment_id FROM payments WHERE booking_id = ?`, b.ID), s.Text(`SELECT dob
			FROM bookings WHERE id = ?`, b.ID)
	secrets := map[string][]string{domain.RoleViewer: {b.Email, b.Mobile, dob, payment},
		domain.RoleRegistrar: {payment, `amount_paise`, `"net_paise"`}}
	for role, hidden := range secrets {
		d := s.DeskAs(role)
		shown := string(d.Must("registrations", wire.DeskRegistrationsRequest{Query: "q=" + b.Code}).Raw) +
			string(d.Must("registration", map[string]any{"id": b.ID}).Raw)
		if !strings.Contains(shown, b.ID) {
			t.Fatalf("%s does not see the registration", role)
		}
		apitest.Omits(t, shown, hidden...)
	}
	viewer := s.DeskAs(domain.RoleViewer)
	number := s.Text(`SELECT MIN(number) FROM invoices WHERE booking_id = ?`, b.ID)
	for _, secret := range []string{b.Email, b.Mobile, b.Mobile[5:], payment, number, "example.org"} {
		check.Equal(t, people(t, viewer, "q="+url.QueryEscape(secret)).Sums.Count, 0, "a viewer finds by %q", secret)
	}
	registrar := s.DeskAs(domain.RoleRegistrar)
	registrar.Call("registrations", wire.DeskRegistrationsRequest{Query: "sort=amount"}).
		Want(http.StatusUnprocessableEntity, "a registrar sorts by amount")
	order := wire.DeskExportRequest{Format: "csv", Purpose: "badges", Columns: []string{"code", "amount"}}
	registrar.Call("export", order).Want(http.StatusUnprocessableEntity, "a registrar exports amounts")
	viewer.Call("export", order).Want(http.StatusForbidden, "a viewer exports")
}

func TestAPersonIsShownWithTheRightsOfTheExport(t *testing.T) {
	s := full(t)
	list := people(t, s.DeskAs(domain.RoleViewer), "state=paid&per=1")
	id := list.Rows[0].ID
	s.Exec(`UPDATE bookings SET gender = 'other', company_name = 'Works', designation = 'Partner',
			gst_no = '07AAAAA0000A1Z5' WHERE id = '` + id + `'`)
	person := booking.Person(call[wire.DeskRegistrationResponse](t, s.DeskAs(domain.RoleViewer), "registration",
		map[string]any{"id": id}).Registration.Person)
	for _, field := range person.Fields() {
		key := cmp.Or(map[string]string{"state": "region"}[field.Name], field.Name)
		may := slices.ContainsFunc(list.Choices.Columns, func(c wire.DeskChoice) bool { return c.Key == key })
		check.Equal(t, may, *field.Value != "", "a viewer may export %s: , and is shown %q", field.Name, *field.Value)
	}
}

func TestAnExportIsTheListAndIsLogged(t *testing.T) {
	s := full(t)
	s.Exec(`UPDATE bookings SET company_name = '=HYPERLINK("x")' WHERE category_type = '` +
		s.Content.Tickets.Categories[0].Type + `'`)
	d := s.DeskAs(domain.RoleTreasurer)
	query := "state=paid&category=" + s.Content.Tickets.Categories[0].Type + "&sort=name&per=3&page=2"
	list := people(t, d, query)
	a := d.Call("export", wire.DeskExportRequest{Query: query, Format: "csv", Purpose: "badges"})
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Raw), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != list.Sums.Count+1 || list.Sums.Count < 5 || !strings.HasPrefix(string(a.Raw),
		"\ufeff") {
		t.Fatalf("%d rows of %d, %v", len(rows)-1, list.Sums.Count, err)
	}
	a.Says(`"'=HYPERLINK(""x"")"`)
	check.Equal(t, rows[1+3][1], list.Rows[0].Code, "the first of the second page")
	if x := d.Call("export", wire.DeskExportRequest{Query: query, Format: "xlsx",
		Purpose: "badges"}); !strings.HasPrefix(string(x.Raw), "PK") {
		t.Errorf("no workbook: %d %s", x.Status, x.Raw)
	}
	for what, order := range map[string]wire.DeskExportRequest{"no purpose": {Format: "csv", Purpose: " "},
		"no format": {Purpose: "x"}} {
		d.Call("export", order).Want(http.StatusUnprocessableEntity, "%s", what)
	}
	actions, err := s.Store.ActionsOfBooking(t.Context(), "")
	logged := 0
	for _, action := range actions {
		if action.Name == domain.ActionExport && action.Why == "badges" &&
			action.After["rows"] == fmt.Sprint(list.Sums.Count) &&
			action.Actor.ID == d.Who.ID {
			logged++
		}
	}
	if err != nil || logged != 2 {
		t.Errorf("%d exports are in the log, %v", logged, err)
	}
	// The search text may be a name or a number, so it is not logged, because log entries are never deleted.
	d.Must("export", wire.DeskExportRequest{Query: "q=Zo%C3%AB+Invented&state=paid", Format: "csv", Purpose: "a search"})
	actions, err = s.Store.ActionsOfBooking(t.Context(), "")
	at := slices.IndexFunc(actions, func(action domain.LoggedAction) bool { return action.Why == "a search" })
	if err != nil || at < 0 || actions[at].After["query"] != "state=paid" || actions[at].After["searched"] != "yes" {
		t.Errorf("the log of a search: %+v, %v", actions, err)
	}
	d.ForgetConfirmation()
	d.Call("export", wire.DeskExportRequest{Format: "csv", Purpose: "badges"}).Says(domain.CodePasskeyRequired)
}

func TestAnExportNamesADesignationAsTheFormDoes(t *testing.T) {
	for label, want := range map[string]string{"Job title": "Job title", "": "Designation"} {
		s := apitest.Start(t, apitest.Options{})
		fields := slices.Clone(s.Content.Registration.Fields)
		at := slices.IndexFunc(fields, func(f schema.Field) bool { return f.Name == "designation" })
		fields[at].Label = label
		s.Content.Registration.Fields = fields
		s.RegisterPaid(nil)
		order := wire.DeskExportRequest{Format: "csv", Purpose: "badges", Columns: []string{"company_name", "designation"}}
		s.DeskAs(domain.RoleOrganiser).Must("export", order).Says("Company," + want + "\r")
	}
}

func TestAnExportHasOnlyColumnsOfTheEdition(t *testing.T) {
	keys := func(change func(*domain.Content)) (keys []string) {
		content := *apitest.Edition()
		change(&content)
		for _, c := range desk.ColumnsOf(&content) {
			keys = append(keys, c.Key)
		}
		return keys
	}
	without := func(names ...string) func(*domain.Content) {
		return func(c *domain.Content) {
			c.Tickets.GSTPercent, c.Invoice.GSTIN, c.Badge = 0, "", &schema.Badge{Fields: []string{"company_name"}}
			c.Registration.Fields = slices.DeleteFunc(slices.Clone(c.Registration.Fields),
				func(f schema.Field) bool { return slices.Contains(names, f.Name) })
		}
	}
	all := keys(func(*domain.Content) {})
	some := keys(without("lastname", "mobile", "company_name", "designation"))
	for _, key := range []string{"lastname", "mobile", "designation", "net", "tds", "gst"} {
		if !slices.Contains(all, key) || slices.Contains(some, key) {
			t.Errorf("%s: among all %v, among some %v", key, slices.Contains(all, key), slices.Contains(some, key))
		}
	}
	if !slices.Contains(some, "company_name") {
		t.Error("the company, which badges show, has no column")
	}
	registered := keys(func(c *domain.Content) { without()(c); c.Invoice.GSTIN = "23AAAAA0000A1Z0" })
	if !slices.Contains(registered, "tds") || slices.Contains(registered, "gst") {
		t.Errorf("with a GST number and no rate: %v", registered)
	}
}

func TestTimelineOfARegistration(t *testing.T) {
	s := full(t)
	d := s.DeskAs(domain.RoleOrganiser)
	for state, kinds := range map[string][]string{
		"part refunded": {"typed", "link", "paid", "ticket", "mail", "refund"}, "expired": {"typed", "link"},
		"cancelled": {"typed", "paid", "ticket", "refund"},
	} {
		row := people(t, d, "state="+url.QueryEscape(state)+"&per=1").Rows[0]
		byID := call[wire.DeskRegistrationResponse](t, d, "registration",
			wire.DeskRegistrationRequest{ID: row.ID}).Registration
		byCode := call[wire.DeskRegistrationResponse](t, d, "registration",
			wire.DeskRegistrationRequest{Code: strings.ToLower(row.Code)}).Registration
		if byID.ID != row.ID || byCode.ID != row.ID || byID.State != state {
			t.Errorf("%s: %s %s", state, byID.ID, byCode.ID)
		}
		seen, last := map[string]bool{}, ""
		for _, e := range byID.Timeline {
			if seen[e.Kind] = true; e.At < last[:min(len(last), len(e.At))] || e.Text == "" {
				t.Errorf("%s: %+v after %s", state, e, last)
			}
			last = e.At
		}
		for _, kind := range kinds {
			if !seen[kind] {
				t.Errorf("%s: no %s in %+v", state, kind, byID.Timeline)
			}
		}
	}
	d.Call("registration", map[string]any{"id": "nobody"}).Want(http.StatusNotFound, "nobody")
}

func TestATaskIsClosedOnce(t *testing.T) {
	s := full(t)
	d := s.DeskAs(domain.RoleRegistrar)
	tasks := call[wire.DeskTasksResponse](t, d, "tasks", nil).Tasks
	at := slices.IndexFunc(tasks, func(task wire.DeskTask) bool { return task.Kind == booking.TaskMailUndeliverable })
	if len(tasks) < 5 || at < 0 || tasks[at].Title == "" || tasks[at].Name == "" || tasks[at].ClosesWhen != "" {
		t.Fatalf("%+v", tasks)
	}
	one := wire.DeskTaskDoneRequest{Key: tasks[at].Key, Why: "called back"}
	d.Call("task-done", wire.DeskTaskDoneRequest{Key: one.Key}).Want(http.StatusUnprocessableEntity, "without a reason")
	d.Must("task-done", one)
	d.Call("task-done", one).Want(http.StatusNotFound, "twice")
	check.Equal(t, len(call[wire.DeskTasksResponse](t, d, "tasks", nil).Tasks), len(tasks)-1, "tasks left")
	actions, err := s.Store.ActionsOfBooking(t.Context(), tasks[at].Booking)
	if err != nil || len(actions) != 1 || actions[0].Name != domain.ActionTaskDone || actions[0].Why != "called back" {
		t.Errorf("%+v, %v", actions, err)
	}
}

func TestQueriesAreCanonical(t *testing.T) {
	s := full(t)
	r := desk.Reads{Store: s.Store, Content: s.Content, Clock: s.Clock}
	for typed, want := range map[string]string{
		"": "", "?page=1&per=50&dir=desc": "", "q=++zoe+++rao+": "q=zoe+rao",
		"flag=document-rejected":                        "flag=document-rejected", // the Document check page has this link
		"flag=task&state=paid&state=waiting&state=paid": "state=waiting&state=paid&flag=task",
		"dir=desc&sort=name&page=2":                     "sort=name&dir=desc&page=2", "per=9999": "per=1000",
		"to=2025-03-02&from=2025-03-01": "from=2025-03-01&to=2025-03-02",
	} {
		q, err := r.ParseQuery(typed)
		if err != nil || q.String() != want {
			t.Errorf("%q is %q, %v, want %q", typed, q.String(), err, want)
		}
		if again, err := r.ParseQuery(q.String()); err != nil || again.String() != q.String() {
			t.Errorf("%q is not canonical: %q", q, again)
		}
	}
	for _, wrong := range []string{"state=payed", "category=x", "flag=x", "from=yesterday", "sort=dob", "paid_by=x",
		"status=paid", "%zz", "q=" + strings.Repeat("x", 600)} {
		if _, err := r.ParseQuery(wrong); !domain.IsCode(err, domain.CodeInvalid) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// A search for words alone and a search with filters use different database queries, but must find the same list.
func TestSearchWithWordsOnlyFindsTheSameList(t *testing.T) {
	s := full(t)
	d := s.DeskAs(domain.RoleOrganiser)
	refunded := false
	for _, q := range []string{"a", "invented", "zo", "9", "kumar", "nobody of this name"} {
		for _, page := range []string{"", "&page=2&per=7", "&page=900&per=7"} {
			alone, asked := people(t, d, "q="+url.QueryEscape(q)+page),
				people(t, d, "q="+url.QueryEscape(q)+"&sort=registered&dir=desc"+page)
			if !reflect.DeepEqual(alone.Sums, asked.Sums) || !reflect.DeepEqual(alone.Rows, asked.Rows) {
				t.Errorf("%q%s: %d with %+v, and %d with %+v", q, page, len(alone.Rows), alone.Sums, len(asked.Rows),
					asked.Sums)
			}
			refunded = refunded || *alone.Sums.RefundedPaise > 0
		}
	}
	if !refunded {
		t.Error("nothing that is found was refunded")
	}
}

func TestNamesAreFoundByTheirSound(t *testing.T) {
	s := full(t)
	s.Exec(`UPDATE bookings SET first_name = 'Zubin', last_name = 'Qasim', search = 'zubin qasim indore'
			WHERE id = (SELECT MIN(id) FROM bookings WHERE status = 'SUCCESS')`)
	d := s.DeskAs(domain.RoleViewer)
	alike := func(query string) wire.DeskRegistrationsResponse {
		return call[wire.DeskRegistrationsResponse](t, d, "registrations", wire.DeskRegistrationsRequest{Query: query,
			Alike: true})
	}
	if found := people(t, d, "q=zubni"); len(found.Rows) != 0 {
		t.Fatalf("somebody is spelled like this: %+v", found.Rows)
	}
	for _, query := range []string{"q=zubni", "q=Zubni+Qasim", "q=zbin+qaism", "q=zuubin", "q=zubni&state=paid",
		"q=zubin+indoer", "q=uzbin", "q=zubyn", "q=zubim", "q=kasim"} {
		found := alike(query)
		if len(found.Rows) != 1 || found.Rows[0].Name != "Zubin Qasim" || found.Sums.NetPaise != nil {
			t.Errorf("%s: %d found", query, len(found.Rows))
		}
	}
	for _, query := range []string{"q=uzbni", "q=zubni&state=waiting", "q=zubni+98765", "q=zbi", "",
		"q=%25%25%25%25%25"} {
		check.Equal(t, len(alike(query).Rows), 0, "%s: found", query)
	}
}

// Every usual spelling finds a name, even if somebody else's name is spelled exactly as typed.
func TestSpellingsOfANameAreFound(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	for i, first := range []string{"Lakshmi", "Laxmi", "Lalita"} {
		b := booking.Booking{
			ID: first, CreatedAt: s.Clock.Now().Add(time.Duration(i) * time.Second),
			CategoryType: s.Content.Tickets.Categories[0].Type, Seats: 1,
			Person: booking.Person{FirstName: first, LastName: "Mukherjee", Email: first + "@example.org"},
			Status: booking.Success, PersonKey: first, Currency: "INR",
		}
		must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertBooking(t.Context(), b)
		}))
	}
	d := s.DeskAs(domain.RoleViewer)
	for query, want := range map[string]string{
		"q=laxmi": "Laxmi Lakshmi", "q=Lakshmee+mukherji": "Laxmi Lakshmi", "q=mukerjee": "Lalita Laxmi Lakshmi",
		"q=laxmi+gupta": "", "q=laxm": "Laxmi", "q=luxmi": "",
	} {
		var names []string
		for _, row := range people(t, d, query).Rows {
			names = append(names, row.ID)
		}
		check.Equal(t, strings.Join(names, " "), want, "%s finds", query)
	}
}

// Two letters of a code are enough. Words that may be names are also searched for as names.
func TestFindWhileACodeIsSpelled(t *testing.T) {
	s := full(t)
	id := s.Text(`SELECT MIN(id) FROM bookings WHERE status = 'SUCCESS'`)
	s.Exec(`UPDATE bookings SET code = 'GDBCLM' WHERE id = '` + id + `'`)
	romeo := s.Text(`SELECT MAX(id) FROM bookings WHERE status = 'SUCCESS'`)
	s.Exec(`UPDATE bookings SET search = 'golf delta indore' WHERE id = '` + romeo + `'`)
	d := s.DeskAs(domain.RoleViewer)
	holds := func(query, id string) bool {
		return slices.ContainsFunc(people(t, d, "q="+url.QueryEscape(query)).Rows,
			func(row wire.DeskRow) bool { return row.ID == id })
	}
	for _, query := range []string{"g d", "G for Golf, d", "golf delta", "golf delta b for Bombay",
		"g for golf d bravo charlie lima"} {
		if !holds(query, id) {
			t.Errorf("%q does not find the code", query)
		}
	}
	for _, query := range []string{"g d c", "golf club", "golf delta golf delta"} {
		if holds(query, id) {
			t.Errorf("%q finds another code", query)
		}
	}
	if !holds("golf delta", romeo) {
		t.Error("a person with this name is not found")
	}
}
