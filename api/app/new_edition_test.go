package app

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/gateway/fakerazorpay"
	"transom/api/store/engine"
	"transom/generator/schema"
)

// Staff sign in to the next edition with the same passkeys; attendees have to buy a new ticket.
func TestNewEdition(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Setenv(testdb.Setting, database)
			sameSeries := func(c *domain.Content) { c.Event.Edition = "natcon-2026" }
			next := func(c *domain.Content) {
				sameSeries(c)
				c.Invoice.Series = schema.InvoiceSeries{Invoice: "T6", CreditNote: "T6C", Receipt: "T6R", RefundReceipt: "T6RR"}
			}
			last := apitest.Start(t, apitest.Options{})
			publicly(t, last.Dir, nil)
			for name, value := range map[string]string{engine.MarkEdition: "natcon-2025", engine.MarkPurpose: "public"} {
				must(t, last.Store.SetMark(t.Context(), name, value, last.Clock.Now()))
			}
			last.RegisterPaid(map[string]any{"email": "asha@example.org"})
			last.Buy(nil)
			organiser := last.DeskAs(domain.RoleOrganiser)
			_, key := last.Join(organiser, "ravi@example.org", domain.RoleTreasurer)
			organiser.Invite("mira@example.org", domain.RoleViewer) // mira never accepts the invitation
			left := last.DeskAs(domain.RoleGate)
			organiser.Must("staff/end", map[string]any{"id": left.Who.ID, "why": "left"})

			old := testdb.Address(t, last.Dir)
			if old == "" {
				old = last.Dir
			}
			refused := func(says string) {
				t.Helper()
				out, err := runPrinting(t, "new-edition", old)
				if err == nil || !strings.Contains(err.Error(), says) {
					t.Errorf("%v does not say %q\n%s", err, says, out)
				}
			}
			refused("the content is also for the edition natcon-2025")
			t.Setenv("TRANSOM_CONTENT", contentOf(t, sameSeries))
			refused("has issued documents with the prefix TN: write another one in invoice.yaml")
			t.Setenv("TRANSOM_CONTENT", contentOf(t, next))
			refused("belongs to the edition natcon-2025, but the content")
			refused("is for the edition natcon-2026: give natcon-2026 its own")
			folder := filepath.Join(t.TempDir(), "2026")
			publicly(t, folder, next)
			want := "is ready for natcon-2026. Copied from natcon-2025: 2 members of staff with their passkeys, and no " +
				"registrations."
			if out, err := runPrinting(t, "new-edition", old, "--who", "A. Admin"); err != nil || !strings.Contains(out,
				want) {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, wrong := range []string{filepath.Join(t.TempDir(), "nowhere"), filepath.Join(folder, "transom.db")} {
				if _, err := runPrinting(t, "new-edition", wrong); err == nil || !strings.Contains(err.Error(),
					"there is no database in "+wrong+": is the folder right (TRANSOM_VAR, or LAST of new-edition)") {
					t.Errorf("new-edition %s: %v", wrong, err)
				}
			}
			if out, err := runPrinting(t, "new-edition", old, "--json"); err != nil ||
				!strings.Contains(out, `"staff": 0`) || !json.Valid([]byte(out)) {
				t.Errorf("a second time: %v\n%s", err, out)
			}
			if out, err := runPrinting(t, "list"); err != nil || !strings.Contains(out, "0 registrations") {
				t.Errorf("list: %v\n%s", err, out)
			}
			if out, err := runPrinting(t, "activity-log"); err != nil ||
				!strings.Contains(out, "A. Admin (command)") || !strings.Contains(out, "was on the staff of natcon-2025") {
				t.Errorf("acts: %v\n%s", err, out)
			}

			s := apitest.Start(t, apitest.Options{Dir: folder, Content: next})
			key.Origin = s.DeskOrigin()
			d := s.Stranger()
			asked := d.Prove("ravi@example.org", "")
			d.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])).Must(http.StatusOK, "with the old passkey")
			d.Must("tasks", nil)
			s.RegisterPaid(map[string]any{"email": "asha@example.org"})
			s.WantCount(1, `SELECT COUNT(*) FROM bookings`)
			s.WantCount(2, `SELECT COUNT(*) FROM staff`)
		})
	}
}

func contentOf(t *testing.T, change func(*domain.Content)) string {
	t.Helper()
	content, folder := apitest.Edition(), t.TempDir()
	if change != nil {
		change(content)
	}
	apitest.WriteContent(t, folder, content)
	return folder
}

// publicly sets a public server's environment, with the folder's database.
func publicly(t *testing.T, folder string, change func(*domain.Content)) {
	t.Helper()
	for name, value := range map[string]string{
		"TRANSOM_VAR": folder, "TRANSOM_CONTENT": contentOf(t, change), "TRANSOM_REHEARSAL": "0",
		"TRANSOM_ALLOW_TEST_ACCOUNT": "1", "TRANSOM_SITE_URL": "https://natcon.test", "TRANSOM_MAIL_FROM": "desk@natcon.test",
		"TRANSOM_MAIL": "smtp://127.0.0.1:9", "TRANSOM_PAYMENT_PROVIDER": "razorpay",
		"TRANSOM_RAZORPAY_KEY_ID": fakerazorpay.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET": fakerazorpay.KeySecret,
		"TRANSOM_RAZORPAY_WEBHOOK_SECRET": fakerazorpay.WebhookSecret,
	} {
		t.Setenv(name, value)
	}
	if _, err := os.Stat(folder); err == nil { // the folder's database may exist already
		t.Setenv("TRANSOM_DATABASE", testdb.Address(t, folder))
	} else if testdb.OnPostgres(t) {
		t.Setenv("TRANSOM_DATABASE", testdb.Empty(t, folder))
	}
	if testdb.OnPostgres(t) {
		if out, err := runPrinting(t, "make-keys"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}
