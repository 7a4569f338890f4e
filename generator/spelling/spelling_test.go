package spelling

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"speakers/raj-r.jpg", "tagline", "short_name", "PickUpDrop", "id"}
	for written, want := range map[string]string{
		"taglin": "tagline", "Tagline": "tagline", "shortname": "short_name", "short-name": "short_name",
		"pickupdrop": "PickUpDrop", "xyz": "", "": "", "di": "id", "tagilne": "tagline",
	} {
		if have := Nearest(written, known); have != want {
			t.Errorf("Nearest(%q) = %q, want %q", written, have, want)
		}
	}
}
