package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/store"
)

// Answer is a response from the API.
type Answer struct {
	t      testing.TB
	Status int
	Header http.Header
	Raw    []byte
	Body   map[string]any // the JSON object, or nil if the response is not JSON
}

// Text returns a string from the body, or "" if it is missing.
func (a Answer) Text(name string) string {
	text, _ := a.Body[name].(string)
	return text
}

// Field returns the error message for a field.
func (a Answer) Field(name string) string {
	fields, _ := a.Body["fields"].(map[string]any)
	text, _ := fields[name].(string)
	return text
}

// Want fails the test if the status differs. `what` (a format string and its arguments) names the request.
func (a Answer) Want(status int, what ...any) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Errorf("%sstatus %d, want %d: %s", labelOf(what), a.Status, status, a.Raw)
	}
	return a
}

// Says reports each part that is missing from the response.
func (a Answer) Says(parts ...string) Answer {
	a.t.Helper()
	Says(a.t, string(a.Raw), parts...)
	return a
}

// Omits reports each part that the response should not contain but does.
func (a Answer) Omits(parts ...string) Answer {
	a.t.Helper()
	Omits(a.t, string(a.Raw), parts...)
	return a
}

// Refuses fails the test if the field has no error message, or if its message lacks one of the parts.
func (a Answer) Refuses(field string, parts ...string) Answer {
	a.t.Helper()
	if a.Field(field) == "" {
		a.t.Errorf("no message at %s: %s", field, a.Raw)
	}
	Says(a.t, a.Field(field), parts...)
	return a
}

// Says reports each part that is missing from the text.
func Says(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %.4000s", part, text)
		}
	}
}

// Omits reports each part that the text should not contain but does.
func Omits(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q in %.4000s", part, text)
		}
	}
}

// Fails reports an error that is missing, or does not contain every part.
func Fails(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", parts)
		return
	}
	Says(t, err.Error(), parts...)
}

// Must is like Want, but a failure ends the test.
func (a Answer) Must(status int, what ...any) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%sstatus %d, want %d: %s", labelOf(what), a.Status, status, a.Raw)
	}
	return a
}

func labelOf(what []any) string {
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf(what[0].(string), what[1:]...) + ": "
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256}}

// Post sends body to /api + path, as JSON unless it is a string or bytes. Headers are pairs of name and value.
func (s *Server) Post(path string, body any, headers ...string) Answer {
	s.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case string:
		raw = []byte(b)
	case []byte:
		raw = b
	default:
		var err error
		raw, err = json.Marshal(body)
		s.must(err)
	}
	return s.Send("POST", "/api"+path, raw, append([]string{"Content-Type", "application/json"}, headers...)...)
}

// Send sends a request with exactly this path and body.
func (s *Server) Send(method, path string, body []byte, headers ...string) Answer {
	s.t.Helper()
	r, err := http.NewRequest(method, s.URL+path, bytes.NewReader(body))
	s.must(err)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(r)
	s.must(err)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	s.must(err)
	a := Answer{t: s.t, Status: response.StatusCode, Header: response.Header, Raw: raw}
	_ = json.Unmarshal(raw, &a.Body) // if it is not JSON, Body stays nil
	return a
}

// T is the test that the server belongs to.
func (s *Server) T() testing.TB { return s.t }

// Multipart returns an upload's body and content type.
func Multipart(kind, fileName string, data []byte) (body []byte, contentType string) {
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	_ = form.WriteField("kind", kind)
	file, _ := form.CreateFormFile("file", fileName)
	file.Write(data)
	form.Close()
	return out.Bytes(), form.FormDataContentType()
}

// Upload sends a picture.
func (s *Server) Upload(kind string, data []byte, headers ...string) Answer {
	s.t.Helper()
	body, contentType := Multipart(kind, "picture.jpg", data)
	return s.Send("POST", "/api/upload-assets", body, append([]string{"Content-Type", contentType}, headers...)...)
}

// Picture uploads a small picture and returns its handle.
func (s *Server) Picture(kind string) string { s.t.Helper(); return s.PictureFrom("", kind) }

// PictureFrom uploads a small picture from an address that a trusted proxy reports.
func (s *Server) PictureFrom(address, kind string) string {
	s.t.Helper()
	return s.Upload(kind, SmallJPEG(), "X-Forwarded-For", address).Must(http.StatusOK, "upload").Text("url")
}

var people atomic.Int64

// Form returns a complete form for a new person and a member's ticket, without pictures.
func (s *Server) Form() map[string]any {
	n := people.Add(1)
	return map[string]any{
		"firstname": "Asha", "lastname": "Verma", "email": "asha" + Letters(n) + "@example.org", "mobile": "9876543210",
		"dob": Birthday(n), "gender": "female", "membership_no": "A" + Letters(n),
		"institute_name": "Indian Institute of Architects", "gst_no": "", "city": "Bhopal", "state": "Madhya Pradesh",
		"country": "India", "spouse": false, "spouseName": "", "ticketCategory": "IIA_MEMBER_25_ABOVE", "amount": 3540,
		"consent": true, "event_name": s.Content.Event.Name, "event_location": s.Content.Event.Location,
		"event_start_date": string(s.Content.Event.StartDate), "event_end_date": string(s.Content.Event.EndDate),
	}
}

// Birthday differs for each number, because two people with the same name and birth date count as one.
func Birthday(n int64) string {
	return time.Date(1900, time.January, 1+int(n%36000), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// FullForm is Form with freshly uploaded pictures.
func (s *Server) FullForm() map[string]any {
	s.t.Helper()
	form := s.Form()
	form["profile_url"], form["aadharUrl"] = s.Picture("photo"), s.Picture("aadhar")
	return form
}

// Letters spells a number in letters, for names, which may not contain digits.
func Letters(n int64) string {
	var out strings.Builder
	for ; n > 0; n /= 26 {
		out.WriteByte('A' + byte(n%26))
	}
	return out.String()
}

// Count runs a query that returns one number.
func (s *Server) Count(query string, args ...any) int {
	s.t.Helper()
	var n int
	s.scan(&n, query, args)
	return n
}

// WantCount fails the test if a query returns a different number.
func (s *Server) WantCount(want int, query string, args ...any) {
	s.t.Helper()
	if n := s.Count(query, args...); n != want {
		s.t.Errorf("%d, want %d: %s %v", n, want, query, args)
	}
}

// Text runs a query that returns one string.
func (s *Server) Text(query string, args ...any) (text string) {
	s.t.Helper()
	s.scan(&text, query, args)
	return text
}

// Exec changes rows directly.
func (s *Server) Exec(statement string, args ...any) {
	s.t.Helper()
	s.must(s.Store.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), statement, args...)
		return err
	}))
}

func (s *Server) scan(into any, query string, args []any) {
	s.t.Helper()
	s.must(s.Store.QueryOne(context.Background(), into, query, args...))
}

// SmallJPEG returns a picture that is cheap to process.
var SmallJPEG = sync.OnceValue(func() []byte { return JPEG(Gradient(64, 48)) })

// Gradient returns a picture with four different corners, so that a rotation is visible.
func Gradient(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{R: byte(x * 255 / width), G: byte(y * 255 / height), B: byte((x ^ y) & 0x3F), A: 255})
		}
	}
	return img
}

// JPEG encodes a picture.
func JPEG(img image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// PNG encodes a picture.
func PNG(img image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}
