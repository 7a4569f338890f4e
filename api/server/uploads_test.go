package server_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/upload"
)

func TestUpload(t *testing.T) {
	once(t)
	good := apitest.SmallJPEG()
	png := apitest.PNG(apitest.Gradient(50, 40))
	s := apitest.Start(t, apitest.Options{})
	for _, c := range []struct {
		name   string
		kind   string
		data   []byte
		status int
		code   string
	}{
		{"photo", "photo", good, http.StatusOK, ""},
		{"photo as PNG", "photo", png, http.StatusOK, ""},
		{"document", "aadhar", good, http.StatusOK, ""},
		{"document as PNG", "aadhar", png, http.StatusUnprocessableEntity, "validation_failed"},
		{"unknown kind", "passport", good, http.StatusUnprocessableEntity, "validation_failed"},
		{"no kind", "", good, http.StatusUnprocessableEntity, "validation_failed"},
		{"no picture", "photo", []byte("<html>hello</html>"), http.StatusUnprocessableEntity, "validation_failed"},
		{"empty", "photo", nil, http.StatusUnprocessableEntity, "validation_failed"},
		{"truncated", "photo", good[:len(good)-30], http.StatusUnprocessableEntity, "validation_failed"},
		{"one byte too many", "photo", append(bytes.Clone(good), make([]byte, 2<<20+1-len(good))...),
			http.StatusRequestEntityTooLarge, "too_large"},
		{"largest", "photo", append(bytes.Clone(good), make([]byte, 2<<20-len(good))...), http.StatusOK, ""},
		{"far too large", "photo", append(bytes.Clone(good), make([]byte, 8<<20)...), http.StatusRequestEntityTooLarge,
			"too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := s.Count(`SELECT COUNT(*) FROM assets`)
			a := s.Upload(c.kind, c.data)
			mustBe(t, "", a, c.status, c.code)
			stored := s.Count(`SELECT COUNT(*) FROM assets`) - before
			if c.status != http.StatusOK {
				if stored != 0 || a.Text("message") == "" {
					t.Errorf("%d rows, %s", stored, a.Raw)
				}
				return
			}
			id, isHandle := domain.ParseAssetHandle(a.Text("url"))
			if !isHandle || stored != 1 {
				t.Fatalf("%d rows, %s", stored, a.Raw)
			}
			data, err := s.Blobs.Get(t.Context(), upload.BlobName(c.kind, id))
			must(t, err)
			_, err = jpeg.Decode(bytes.NewReader(data))
			if sealed := bytes.HasPrefix(data, []byte("age-encryption.org/v1")); sealed != (c.kind == "aadhar") ||
				sealed == (err == nil) {
				t.Errorf("sealed: %t, decodes: %v", sealed, err)
			}
		})
	}
}

func TestUploadProtocol(t *testing.T) {
	s := startOnce(t)
	whole, contentType := apitest.Multipart("photo", "a.jpg", apitest.SmallJPEG())
	twice := strings.Replace(string(whole), "Content-Disposition: form-data; name=\"kind\"",
		"Content-Disposition: form-data; name=\"file\"; filename=\"x\"", 1)
	for _, c := range []struct {
		name, contentType string
		body              []byte
		status            int
	}{
		{"JSON", "application/json", []byte(`{}`), http.StatusUnsupportedMediaType},
		{"form", "application/x-www-form-urlencoded", []byte(`kind=photo`), http.StatusUnsupportedMediaType},
		{"no content type", "", whole, http.StatusUnsupportedMediaType},
		{"no boundary", "multipart/form-data", whole, http.StatusBadRequest},
		{"wrong boundary", "multipart/form-data; boundary=zzz", whole, http.StatusBadRequest},
		{"cut off", contentType, whole[:len(whole)/2], http.StatusBadRequest},
		{"nothing", contentType, nil, http.StatusBadRequest},
		{"two files", contentType, []byte(twice), http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.Send("POST", "/api/upload-assets", c.body, "Content-Type", c.contentType)
			if a.Status != c.status || a.Text("status") != "error" {
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		})
	}
}

// Source: security reference, row 25.
func TestNamesNeverReachTheFileSystem(t *testing.T) {
	s := startOnce(t)
	names := []string{
		"../../etc/passwd", `..\..\windows\win.ini`, "%2e%2e%2fetc%2fpasswd", "/etc/passwd", "C:\\x.jpg", "a\x00.jpg", "..",
		strings.Repeat("a", 4096), "....//....//x", "\u2024\u2024/x", "photo/../../x",
	}
	before := tree(t, filepath.Dir(s.Dir))
	for _, name := range names {
		body, contentType := apitest.Multipart("photo", name, apitest.SmallJPEG())
		s.Send("POST", "/api/upload-assets", body, "Content-Type", contentType)
		form := s.Form()
		form["profile_url"], form["aadharUrl"] = "asset:"+name, name
		s.Post("/registration", form).Want(http.StatusUnprocessableEntity, "%q as a handle", name)
	}
	for path := range tree(t, filepath.Dir(s.Dir)) {
		if !before[path] && !strings.HasPrefix(path, filepath.Join(s.Dir, "uploads", "photo")+"/") {
			t.Errorf("%s was written", path)
		}
	}
}

func tree(t *testing.T, root string) map[string]bool {
	t.Helper()
	files := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		files[path] = true
		return err
	})
	must(t, err)
	return files
}

// Source: security reference, row 34.
func TestHandlesAreForOneUse(t *testing.T) {
	s := startOnce(t)
	used := s.FullForm()
	s.Post("/registration", used).Must(http.StatusOK)
	old := s.Picture("photo")
	s.Clock.Add(24 * time.Hour)
	fresh := s.Picture("aadhar")
	for name, handle := range map[string]string{
		"somebody else's": used["profile_url"].(string),
		"a day old":       old,
		"a document":      fresh,
		"unknown":         domain.AssetHandle(domain.NewAssetID()),
		"another address": "https://example.org/me.jpg",
		"inside address":  "http://169.254.169.254/latest/meta-data",
		"file":            "file:///etc/passwd",
	} {
		t.Run(name, func(t *testing.T) {
			form := s.Form()
			form["profile_url"], form["aadharUrl"] = handle, fresh
			a := s.Post("/registration", form)
			if a.Status != http.StatusUnprocessableEntity || a.Field("profile_url") == "" || a.Field("aadharUrl") != "" {
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		})
	}
	s.WantCount(2, `SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`)
}

// Sixty people in a hall share one address.
func TestManyPeopleOfOneNetworkUpload(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rateLimited})
	for person := range 60 {
		for _, kind := range []string{"photo", "aadhar"} {
			s.Upload(kind, apitest.SmallJPEG(), "X-Upload-Session", "browser "+
				fmt.Sprint(person)).Must(http.StatusOK, "person %d, %s", person+1, kind)
		}
	}
	// The limiter's window follows the real clock, so on a slow machine one or two more pictures may be accepted.
	accepted := func(most int, session func(n int) string) (n int) {
		for ; n < most; n++ {
			a := s.Upload("photo", apitest.SmallJPEG(), "X-Upload-Session", session(n))
			if a.Status == http.StatusTooManyRequests {
				a.Says("wait up to 10 minutes, then")
				break
			}
			a.Must(http.StatusOK)
		}
		return n
	}
	one := func(name string) func(int) string { return func(int) string { return name } }
	if n := accepted(60, one("one browser")); n < 20 || n > 25 {
		t.Errorf("one browser could send %d pictures, want 20", n)
	}
	equal(t, accepted(2, one("the next person")), 2, "after one browser has sent too much, the next person is refused")
	if n := accepted(60, one("")); n < 20 || n > 25 {
		t.Errorf("browsers without a session could send %d pictures, want 20", n)
	}
	if accepted(80, func(n int) string { return fmt.Sprintf("made up %d", n) }) == 80 {
		t.Error("who makes up browsers has no limit")
	}
}

func TestABrowserHasAtMostSixWaitingPictures(t *testing.T) {
	s := start(t)
	var handles []string
	for range 9 {
		handles = append(handles, s.Upload("photo", apitest.SmallJPEG(), "X-Upload-Session", "one").Text("url"))
		s.Clock.Add(time.Second)
	}
	other := s.Upload("photo", apitest.SmallJPEG(), "X-Upload-Session", "two").Text("url")
	for i, handle := range append(handles, other) {
		form := s.Form()
		form["profile_url"], form["aadharUrl"] = handle, s.Picture("aadhar")
		want := http.StatusOK
		if i < 3 {
			want = http.StatusUnprocessableEntity
		}
		s.Post("/registration", form).Want(want, "picture %d", i)
	}
}

func TestCleaner(t *testing.T) {
	s := start(t)
	form := s.FullForm()
	if a := s.Post("/registration", form); a.Status != http.StatusOK {
		t.Fatal(a.Status)
	}
	s.Picture("photo")
	s.Picture("aadhar")
	orphan, half := upload.BlobName("photo", domain.NewAssetID()), "aadhar/"+domain.NewAssetID()+".jpg.age.tmp"
	for _, name := range []string{orphan, half} {
		path := filepath.Join(s.Dir, "uploads", name)
		must(t, os.WriteFile(path, []byte("left behind"), 0o600))
		old := time.Now().Add(-25 * time.Hour)
		must(t, os.Chtimes(path, old, old))
	}
	cleaner := s.Retention()
	clean := func(wantFiles int, when string) {
		t.Helper()
		must(t, cleaner.Clean(t.Context()))
		files := 0
		for path := range tree(t, filepath.Join(s.Dir, "uploads")) {
			if filepath.Ext(path) != "" {
				files++
			}
		}
		equal(t, files, wantFiles, "files %s", when)
	}
	clean(4, "at once: only what a crash left goes")
	s.Clock.Add(24*time.Hour - time.Millisecond)
	clean(4, "just before a day has passed")
	s.Clock.Add(time.Millisecond)
	clean(2, "after a day")
	replaced := s.FullForm()
	replaced["email"], replaced["membership_no"], replaced["dob"] = form["email"], form["membership_no"], form["dob"]
	s.Post("/registration", replaced, "Authorization", s.SignInAs(form["email"].(string))).Must(http.StatusOK)
	clean(2, "after the pictures were replaced")
	s.WantCount(4, `SELECT COUNT(*) FROM assets WHERE deleted_at IS NOT NULL`)
}

// Source: security reference, row 33.
func TestUploadsAreNotServed(t *testing.T) {
	once(t)
	s := apitest.StartSite(t, nil)
	handle := s.Picture("aadhar")[len("asset:"):]
	photo := s.Picture("photo")[len("asset:"):]
	for _, path := range []string{
		"/uploads/aadhar/" + handle + ".jpg.age", "/aadhar/" + handle, "/asset:" + handle, "/api/assets/" + handle,
		"/api/upload-assets/" + handle,
		"/uploads/photo/" + photo + ".jpg", "/photo/" + photo + ".jpg", "/data/var/uploads/photo/" + photo + ".jpg",
		"/api/photo",
	} {
		for _, method := range []string{"GET", "POST"} {
			if a := s.Send(method, path, []byte("{}"), "Content-Type", "application/json"); a.Status < 400 {
				t.Errorf("%s %s: %d", method, path, a.Status)
			}
		}
	}
}

// A /48 contains 65,536 home networks.
func TestAWideNetworkHasOneQuotaOfPictures(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	answers := map[int]int{}
	for n := range 203 {
		a := s.Upload("photo", apitest.SmallJPEG(), "X-Forwarded-For", fmt.Sprintf("2001:db8:7:%x::1", n))
		answers[a.Status]++
	}
	if answers[http.StatusOK] != 200 || answers[http.StatusTooManyRequests] != 3 {
		t.Errorf("the /48 got %v", answers)
	}
	s.PictureFrom("2001:db8:8::1", "photo")
}

func TestWaitingPicturesHaveATotalLimit(t *testing.T) {
	t.Parallel()
	const gibibyte = 1 << 30
	s := apitest.Start(t, apitest.Options{Settings: behindProxy})
	wait := func(bytes int) {
		s.Exec(`UPDATE assets SET size_bytes = ? WHERE claimed_at IS NULL AND id = (SELECT MIN(id) FROM assets
				WHERE claimed_at IS NULL)`, bytes)
	}
	from := func(address string) apitest.Answer {
		return s.Upload("photo", apitest.SmallJPEG(), "X-Forwarded-For", address)
	}
	accepted := func(address string, tries int) (n int) {
		for range tries {
			if from(address).Status == http.StatusOK {
				n++
			}
		}
		return n
	}
	s.PictureFrom("192.0.2.1", "photo")
	wait(2*gibibyte - 1<<20)
	equal(t, accepted("192.0.2.2", 8), 8, "below the total a network could send")
	wait(2 * gibibyte)
	equal(t, accepted("192.0.2.3", 8), 6, "above the total a network could send")
	from("192.0.2.2").Want(http.StatusTooManyRequests, "a network that had sent more").Says("from your network")
	form := s.FullForm()
	s.Post("/registration", form).Want(http.StatusOK, "a registration meanwhile")
	wait(4 * gibibyte)
	a := from("192.0.2.9")
	if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" ||
		!strings.Contains(a.Text("message"), "try again in an hour") {
		t.Errorf("with the disk's share used up: %d %s", a.Status, a.Raw)
	}
	s.Exec(`UPDATE assets SET claimed_at = created_at WHERE size_bytes > 1000000000`)
	s.PictureFrom("192.0.2.9", "photo")
}

func TestPicturesInTheDatabase(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{Blobs: func(s *store.Store) apitest.Pictures { return s.Blobs() }})
	count := func(kind string) int {
		t.Helper()
		names, err := s.Blobs.List(t.Context(), kind, time.Now().Add(time.Hour))
		must(t, err)
		return len(names)
	}
	form, _, b, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	if a := s.Post("/photo", map[string]any{}, "Authorization", "Bearer "+token); a.Status != http.StatusOK ||
		!strings.HasPrefix(string(a.Raw), "\xFF\xD8") {
		t.Errorf("photo: %d, %d bytes", a.Status, len(a.Raw))
	}
	document, err := s.Blobs.Get(t.Context(), upload.BlobName(upload.IDDocument, b.IDAsset))
	if err != nil || !strings.HasPrefix(string(document), "age-encryption.org/") {
		t.Errorf("the document is not sealed: %v", err)
	}
	s.Picture("photo") // no registration claims this photo
	equal(t, count("photo"), 2, "photos")
	s.Clock.Add(25 * time.Hour)
	must(t, s.Retention().Clean(t.Context()))
	if photos, documents := count("photo"), count("aadhar"); photos != 1 || documents != 1 {
		t.Errorf("%d photos and %d documents", photos, documents)
	}
	if err := s.Blobs.Check(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
}
