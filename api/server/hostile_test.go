package server_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/texts"
)

func checkRefusal(t *testing.T, name string, a apitest.Answer) {
	t.Helper()
	if a.Status < 400 || a.Status >= 500 || a.Body == nil || a.Body["code"] != float64(a.Status) ||
		a.Text("status") != "error" || a.Text("error") == "" || a.Text("message") == "" || len(a.Raw) > 64<<10 {
		t.Errorf("%s: %d %.200s", name, a.Status, a.Raw)
	}
}

// Source: security reference, row 18.
func TestRequestFormat(t *testing.T) {
	s := startOnce(t)
	for name, body := range map[string]string{
		"empty":                "",
		"null":                 "null",
		"array":                "[]",
		"string":               `"x"`,
		"number":               "1",
		"cut off":              `{"firstname":"A`,
		"trailing data":        `{} {}`,
		"trailing comma":       `{"firstname":"A",}`,
		"byte order mark":      "\uFEFF{}",
		"65 KiB":               `{"firstname":"` + strings.Repeat("a", 65<<10) + `"}`,
		"20 MiB":               `{"firstname":"` + strings.Repeat("a", 20<<20) + `"}`,
		"deep nesting":         `{"x":` + strings.Repeat("[", 12000) + strings.Repeat("]", 12000) + `}`,
		"deep open nesting":    `{"x":` + strings.Repeat(`{"a":`, 10000),
		"many elements":        `{"x":[` + strings.Repeat("1,", 30000) + "1]}",
		"number for a text":    `{"firstname":1}`,
		"text for a flag":      `{"spouse":"yes"}`,
		"object for a text":    `{"email":{"$gt":""}}`,
		"huge number":          `{"amount":1e400,"ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
		"NUL":                  "{\"firstname\":\"A\\u0000B\",\"ticketCategory\":\"IIA_MEMBER_25_ABOVE\"}",
		"raw NUL":              "{\"firstname\":\"A\x00B\"}",
		"invalid UTF-8":        "{\"firstname\":\"A\xff\xfe\",\"ticketCategory\":\"IIA_MEMBER_25_ABOVE\"}",
		"lone surrogate":       `{"firstname":"\ud800","ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
		"duplicate keys":       `{"firstname":"A","firstname":"","ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
		"NaN":                  `{"amount":NaN}`,
		"comment":              `{/* x */}`,
		"single quotes":        `{'a':1}`,
		"prototype":            `{"__proto__":{"paid":true},"constructor":{"prototype":{}}}`,
		"right-to-left trick":  `{"firstname":"A\u202eB","ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
		"line separator":       `{"firstname":"A\u2028B","ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
		"thousands of unknown": `{` + strings.Repeat(`"x":1,`, 5000) + `"y":1}`,
	} {
		checkRefusal(t, name, s.Post("/registration", body))
	}
	equal(t, s.Post("/registration", `{"spouse":"yes"}`).Field("spouse"), texts.FieldOfWrongType, "text for a flag")
	s.Post("/registration", `{"firstname":"`+strings.Repeat("a", 65<<10)+
		`"}`).Want(http.StatusRequestEntityTooLarge, "65 KiB")
}

func TestUnknownAddresses(t *testing.T) {
	s := startOnce(t)
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"POST", "/api/nothing", 404}, {"GET", "/api/registration", 405}, {"DELETE", "/api/registration", 405},
		{"POST", "/healthz", 405},
		{"GET", "/", 404}, {"POST", "/api/registration/", 404}, {"GET", "/api/../../etc/passwd", 404},
	} {
		a := s.Send(c.method, c.path, nil).Want(c.want, "%s %s", c.method, c.path)
		checkRefusal(t, c.path, a)
	}
}

// Security reference, row 17. A failure prints the seed.
func TestDamagedBodies(t *testing.T) {
	testdb.Once(t)
	s := apitest.Start(t, apitest.Options{})
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	good, err := json.Marshal(s.FullForm())
	must(t, err)
	pieces := []string{`"`, `{`, `}`, `[`, `]`, `:`, `,`, `\`, `\u0000`, "\x00", "\xff", `1e999`, `-`, `null`, `true`, `'`,
		`;--`, `asset:`, `../`, "\r\n", "😀"}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for n := range scaled(2000, 10_000) {
		body := damage(random, string(good), pieces)
		a := s.Post("/registration", body)
		if a.Status >= 500 || a.Body == nil || a.Body["code"] != float64(a.Status) || len(a.Raw) > 64<<10 {
			t.Fatalf("seed %d, round %d: %d %.300s\nfor %q", seed, n, a.Status, a.Raw, body)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > int64(before.HeapAlloc)/10+16<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if strings.Contains(s.Log.String(), "msg=panic") {
		t.Errorf("seed %d: a handler panicked", seed)
	}
}

func damage(random *rand.Rand, text string, pieces []string) string {
	for range 1 + random.IntN(4) {
		at := random.IntN(len(text) + 1)
		end := min(len(text), at+random.IntN(12))
		switch random.IntN(4) {
		case 0:
			text = text[:at] + text[end:]
		case 1:
			text = text[:at] + pieces[random.IntN(len(pieces))] + text[at:]
		case 2:
			text = text[:at] + pieces[random.IntN(len(pieces))] + text[end:]
		default:
			text = text[:at] + text[at:end] + text[at:]
		}
	}
	return text
}

// Source: security reference, row 26.
func TestPriceTampering(t *testing.T) {
	s := startOnce(t)
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 2))
	amounts := []any{
		nil, 0, -1, -3540, 1, 1770, 3540, 7080, 9440, 18880, 88500, 147500, 1e9, 3540.01, 3539.99, 3540.005, 0.1,
		json.RawMessage(`35.4e2`), json.RawMessage(`1e400`), json.RawMessage(`"3540"`), json.RawMessage(`"NaN"`),
		json.RawMessage(`""`),
		json.RawMessage(`{}`), json.RawMessage(`[3540]`), json.RawMessage(`true`), json.RawMessage(`3540.0`),
		json.RawMessage(`9223372036854775807`), json.RawMessage(`-0`), json.RawMessage(`35400000000000000000`),
	}
	kinds := []struct {
		name          string
		price, couple int64
	}{{young, 177000, 354000}, {older, 354000, 708000}, {others, 944000, 1888000},
		{"INDUSTRY_ASSOCIATES", 8850000, 14750000}}
	pictures := map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
	accepted := 0
	for n := range scaled(1500, 10_000) {
		kind := kinds[random.IntN(len(kinds))]
		form, price := s.Form(), kind.price
		maps.Copy(form, pictures)
		form["ticketCategory"] = kind.name
		if random.IntN(2) == 1 {
			form["spouse"], form["spouseName"], price = true, "Ravi", kind.couple
		}
		switch kind.name {
		case young:
			form["dob"], form["lastname"] = "2003-01-01", apitest.Letters(int64(n+1))
		case others:
			form["institute_name"] = "Council of Architecture"
		case "INDUSTRY_ASSOCIATES":
			form["company_name"], form["designation"] = "Stone", "Partner"
		}
		amount := amounts[random.IntN(len(amounts))]
		if amount == nil {
			delete(form, "amount")
		} else {
			form["amount"] = amount
		}
		a := s.Post("/registration", form)
		switch a.Status {
		case http.StatusOK:
			accepted++
			if charged := s.Count(`SELECT amount_paise FROM payment_attempts WHERE booking_id = ?`,
				a.Text("booking_id")); int64(charged) != price {
				t.Fatalf("seed %d, round %d: %s charged %d paise for amount %v", seed, n, kind.name, charged, amount)
			}
			pictures = map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
		case http.StatusConflict:
			if a.Text("error") != "price_changed" || a.Body["amount"] != float64(price)/100 {
				t.Fatalf("seed %d, round %d: %s", seed, n, a.Raw)
			}
		default:
			t.Fatalf("seed %d, round %d: amount %v: %d %s", seed, n, amount, a.Status, a.Raw)
		}
	}
	if accepted == 0 {
		t.Error("no honest amount was among them")
	}
}

// Source: security reference, row 27.
func TestMassAssignment(t *testing.T) {
	s := startOnce(t)
	for _, extra := range []string{"id", "booking_id", "status", "paymentStatus", "paid", "paid_at", "role", "ticket",
		"ticket_id", "net_paise", "amount_paise", "holds_seat", "seats", "person_key", "account_id", "scope"} {
		form := s.FullForm()
		for _, value := range []any{"SUCCESS", 1, true, map[string]any{"a": 1}} {
			form[extra] = value
		}
		s.Post("/registration", form).Want(http.StatusOK, "%s", extra)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE status <> 'INITIATED' OR paid_at IS NOT NULL
			OR amount_paise <> 354000 OR seats <> 1 OR length(id) <> 21`)
}

// Source: security reference, row 21.
func TestTextsAreNeverSQL(t *testing.T) {
	s := startOnce(t)
	texts := []string{
		`'; DROP TABLE bookings; --`, `" OR 1=1 --`, `') OR ('1'='1`, `1; UPDATE bookings SET status='SUCCESS'`,
		`%27%20OR%201=1`, `' UNION SELECT * FROM sessions --`, `\'; SELECT 1`, `'||(SELECT token_hash FROM sessions)||'`,
		"`; ATTACH DATABASE 'x' AS y", `x' AND randomblob(1000000000) --`,
	}
	fields := []string{"firstname", "lastname", "email", "mobile", "dob", "gender", "membership_no", "institute_name",
		"gst_no", "city", "state", "country", "spouseName", "ticketCategory", "profile_url", "aadharUrl", "company_name"}
	stored := 0
	pictures := map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
	for _, text := range texts {
		for _, field := range fields {
			form := s.Form()
			maps.Copy(form, pictures)
			form[field] = text
			a := s.Post("/registration", form, "Idempotency-Key", text+field)
			switch {
			case a.Status == http.StatusOK:
				stored++
				pictures = map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
			case a.Status >= 500:
				t.Fatalf("%s = %q: %d %s", field, text, a.Status, a.Raw)
			}
		}
	}
	s.WantCount(stored, `SELECT COUNT(*) FROM bookings`)
	s.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE status <> 'INITIATED'`)
}
