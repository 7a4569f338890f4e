package booking

import "testing"

func TestSearchTextsKeepContactDataApart(t *testing.T) {
	b := Booking{Code: "BCDFGH", Person: Person{FirstName: "Zoë", LastName: "Rao", Email: "Zoe@Example.org",
		Mobile: "+91 98765-43210", GSTNo: "23ABC", City: "Indore"}}
	open, contact := b.SearchTexts()
	if open != "zoe rao indore bcdfgh ~jua~rau~" || contact != "zoe@example.org 919876543210 23abc" {
		t.Errorf("%q, %q", open, contact)
	}
	b.EmailKey = erasedKey + "1"
	if open, contact = b.SearchTexts(); open+contact != "" {
		t.Errorf("an erased person is found by %q, %q", open, contact)
	}
}
