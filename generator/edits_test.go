package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/generator/publish"
)

// slipIn replaces a text in a file, renames a file, or (with "" as was) appends a line.
type slipIn struct{ file, was, now string }

// slipOfTheHand is one mistake of an editor; right is a correct change made before it.
type slipOfTheHand struct {
	name  string
	right []slipIn
	slip  slipIn
}

// withFacts are answers and a page that use facts.
var withFacts = []slipIn{
	{"faqs.yaml", "answer: See",
		"answer: From {{fact:first-day.short}} to {{fact:day-2.short}} in {{fact:city.hall}} and {{fact:city.dome}}, below " +
			"{{fact:age.iia-member-25-below.below}}, counted on {{fact:age-day}}, for {{fact:price.iia-member-25-below}}, all " +
			"before {{fact:deadline}}. See"},
	{"pages/about.md", "Founded long ago.",
		"Founded before {{fact:year}}. Members of {{fact:age.iia-member-25-below.above}} and " +
			"{{fact:age.iia-member-25-above.min}} pay {{fact:price.iia-member-25-below.total}} or " +
			"{{fact:price.iia-member-25-above}}, firms {{fact:price.industry-associates}}."},
}

// withProse is a page of several sections.
var withProse = []slipIn{{"pages/payment-terms.md", "What holds.", `We take money.

## Paying

Cards and wallets are taken. The whole amount is paid when you book, and you get a receipt by mail.

## Refunds

Money comes back only if the event is cancelled. If the event is postponed, your ticket moves to the new date.`}}

// offered is a list of names and values.
var offered = []slipIn{{"faqs.yaml", "      - Formals\n      - Comfortable shoes",
	"      - Day: formals\n      - Evening: a hat\n      - Night: comfortable shoes\n      - Rain: a coat"}}

var slipsOfTheHand = []slipOfTheHand{
	{"type of a ticket, misspelt", withFacts, slipIn{"tickets.yaml", "IIA_MEMBER_25_BELOW", "IIA_MEMBER_25_BELLOW"}},
	{"type of a ticket, another word", withFacts, slipIn{"tickets.yaml", "IIA_MEMBER_25_ABOVE", "PROFESSIONAL"}},
	{"type of a ticket that one place names", withFacts, slipIn{"tickets.yaml", "INDUSTRY_ASSOCIATES",
		"INDUSTRY_ASSOCIATE"}},
	{"day of the event, lost", withFacts, slipIn{"event.yaml",
		`  - { date: "2030-05-04", venue: dome, starts_at: "09:00", ends_at: "17:00", gate: "2" }` + "\n", ""}},
	{"age day that does not exist", withFacts, slipIn{"event.yaml", `age_reference_date: "2030-05-02"`,
		`age_reference_date: "2030-05-32"`}},
	{"first day in other signs", withFacts, slipIn{"event.yaml", `start_date: "2030-05-03"`, `start_date: "3.5.2030"`}},
	{"venue, lost", withFacts,
		slipIn{"event.yaml",
			"  - id: dome\n    name: The Dome\n    city: Hilltop\n    address: 2 Hill Road, Hilltop\n    map: " +
				"https://maps.example.org/dome\n    sample: true\n", ""}},
	{"limits of age, lost", withFacts, slipIn{"tickets.yaml", "    age: { min: 17, max: 24, message: Age is outside. }\n",
		""}},
	{"folder in capitals", nil, slipIn{"images/gallery", "", "images/Gallery"}},
	{"folder under another name", nil, slipIn{"images/speakers", "", "images/people"}},
	{"mail with a second ending", nil, slipIn{"mail/code.md", "", "mail/code.md.txt"}},
	{"page with another ending", nil, slipIn{"pages/about.md", "", "pages/about.markdown"}},
	{"anchor of another page", withProse, slipIn{"faqs.yaml", "(/register-now#register-now)",
		"(/terms-condition#refunds)"}},
	{"price with tax", withFacts, slipIn{"faqs.yaml", "{{fact:price.iia-member-25-below}}",
		"the ticket at ₹1,700 with GST"}},
	{"fact in braces without quotes", nil, slipIn{"home.yaml", "value: 100+", "value: {{fact:days}}"}},
	{"fact in the middle of a text in braces", nil, slipIn{"event.yaml", "title: Sheet 0",
		"title: Sheet of {{fact:year}}"}},
	{"comma in an address", nil, slipIn{"event.yaml", "help@example.org", "help@gmail,com"}},
	{"comma in an address in braces", nil, slipIn{"event.yaml", "office@example.org", "office@gmail,com"}},
	{"number sign in braces", nil, slipIn{"event.yaml", "name: Head office,",
		"name: Head office, address: Plot #12 Hill Road,"}},
	{"line above a long text, lost", []slipIn{{"registration.yaml", "  notice: We look at it at the desk.",
		"  notice: >-\n    We look at it and at nothing else here.\n    Then it goes."}},
		slipIn{"registration.yaml", "  notice: >-\n", ""}},
	{"sign of a long text, lost", []slipIn{{"registration.yaml", "  notice: We look at it at the desk.",
		"  notice: >-\n    We look at it and at nothing else here: promised.\n    Then it goes."}},
		slipIn{"registration.yaml", "notice: >-", "notice:"}},
	{"quotation marks in a quoted text", []slipIn{{"faqs.yaml", "question: What does it cost?",
		`question: "What does it cost?"`}}, slipIn{"faqs.yaml", `"What does it cost?"`, `"What does "it" cost?"`}},
	{"quotation marks in a quoted text in braces", []slipIn{{"event.yaml", "title: Sheet 0, description: About 0",
		`title: "Sheet 0", description: About 0`}}, slipIn{"event.yaml", `"Sheet 0"`, `"Sheet "0", the first"`}},
	{"quoted word at the beginning", nil, slipIn{"event.yaml", "tagline: A line", `tagline: "A" line`}},
	{"event that ends early", nil, slipIn{"event.yaml", "description: A conference", end}},
	{"tickets that end early", nil, slipIn{"tickets.yaml",
		"      closes_at: \"2030-05-01T16:30:00+05:30\"\n    capacity: 100\n  - id: 1", end}},
	{"questions that end early", nil, slipIn{"faqs.yaml", "    answer: |\n", end}},
	{"questions that end in a sentence", []slipIn{{"faqs.yaml", "  - id: dress",
		"  - id: when\n    question: When is it?\n    answer: In May of that year.\n  - id: where\n    question: Where is " +
			"it?\n    answer: In two cities.\n  - id: who\n    question: Who may come?\n    answer: Architects and planners, " +
			"one after the other.\n  - id: dress"}}, slipIn{"faqs.yaml", ", one after the other.", end}},
	{"answer that goes on too far left", nil, slipIn{"faqs.yaml", "answer: See [the", "answer: See\n   [the"}},
	{"number in words", nil, slipIn{"registration.yaml", "unpaid_days: 7", "unpaid_days: seven"}},
	{"number with its unit", nil, slipIn{"registration.yaml", "after_verified_hours: 24",
		"after_verified_hours: 24 hours"}},
	{"fact with spaces and a capital", nil, slipIn{"event.yaml",
		"banner: Registrations close at {{fact:deadline.ordinal}}",
		"banner: Registrations close at {{ fact : Deadline }}"}},
	{"fact with a capital in a page", nil, slipIn{"pages/about.md", "Founded long ago.",
		"Founded before {{ Fact:Year }}."}},
	{"fact in single brackets", nil, slipIn{"pages/about.md", "Founded long ago.", "Founded before {fact:year}."}},
	{"placeholder without brackets as an address", nil, slipIn{"mail/pending.md", "({{payment_url}})", "(payment_url)"}},
	{"placeholder with single brackets as an address", nil,
		slipIn{"mail/pending.md", "({{payment_url}})", "({payment_url})"}},
	{"placeholder of a mail as an address in a page", nil,
		slipIn{"pages/about.md", "(/terms-condition)", "(payment_url)"}},
	{"page that ends below a heading", withProse, slipIn{"pages/payment-terms.md", "Money comes back", end}},
	{"mail that ends in a placeholder", nil, slipIn{"mail/confirmation.md", "ticket_url}}).", end}},
	{"points from Word in an answer", nil, slipIn{"faqs.yaml", "      - Formals\n      - Comfortable shoes",
		"      • Formals\n      • Comfortable shoes"}},
	{"points from Word in a page", withProse, slipIn{"pages/payment-terms.md", "Cards and wallets",
		"•\tcards\n•\twallets\n\nCards and wallets"}},
	{"table, lost", nil, slipIn{"pages/privacy-policy.md", "{{table:registration-fields}}", "Nothing."}},
	{"comma and colon in a text in braces", nil, slipIn{"event.yaml", "description: About 1",
		"description: Tea, coffee: and what else there is"}},
	{"points behind the name of their list", nil, slipIn{"tickets.yaml", "    features:",
		"    features: A badge, a bag"}},
	{"key of the next entry in this one", nil, slipIn{"event.yaml", "    city: Lakeside",
		"    name: Second Hall\n    city: Lakeside"}},
	{"second paragraph of an answer", nil, slipIn{"faqs.yaml", "(/register-now#register-now).",
		"(/register-now#register-now).\n\nPlease be early."}},
	{"quoted words, then more", nil, slipIn{"event.yaml", "tagline: A line", "tagline: \"A line\", a second one"}},
	{"entry in braces, doubled", nil, slipIn{"gallery.yaml",
		"  - { caption: The lake, image: { file: gallery/lake.png, alt: Lake with hills } }",
		"  - { caption: The lake, image: { file: gallery/lake.png, alt: Lake with hills } }\n  - { caption: The lake, " +
			"image: { file: gallery/lake.png, alt: Lake with hills } }"}},
	{"address with the word for its sign", nil, slipIn{"event.yaml", "help@example.org", "help at example.org"}},
	{"type of a ticket in small letters", withFacts, slipIn{"tickets.yaml", "IIA_MEMBER_25_ABOVE",
		"iia_member_25_above"}},
	{"type of a ticket with spaces", withFacts, slipIn{"tickets.yaml", "IIA_MEMBER_25_ABOVE", "IIA MEMBER 25 ABOVE"}},
	{"bracket behind the words of a link, lost", nil, slipIn{"pages/about.md", "[terms](", "[terms("}},
	{"text that begins with a number sign", nil, slipIn{"event.yaml", "notice: All drawings", "notice: #All drawings"}},
	{"comma between two words of a list, lost", nil, slipIn{"registration.yaml", "forms: [member, associate]",
		"forms: [member associate]"}},
	{"hyphen of one of several points, lost", offered, slipIn{"faqs.yaml", "      - Evening", "      Evening"}},
	{"heading, doubled", withProse, slipIn{"pages/payment-terms.md", "## Refunds", "## Refunds\n\n## Refunds"}},
	{"amount with its sign and a comma in braces", nil, slipIn{"accommodation.yaml", "tariff: 5500", "tariff: ₹5,500"}},
	{"entry without its braces", nil, slipIn{"tickets.yaml", "spouse: { rule: fixed, price: 50000 }",
		"spouse: rule: fixed, price: 50000"}},
	{"letter of another alphabet in an id", nil, slipIn{"faqs.yaml", "id: price", "id: рrice"}},
	{"letter of another alphabet in an address", nil, slipIn{"event.yaml", "help@example.org", "helр@example.org"}},
	{"note without its sign", nil, slipIn{"event.yaml", "  address: 3 Office Road, Lakeside\n",
		"  address: 3 Office Road, Lakeside\nThe banner is long\n"}},
	{"line two spaces too far right", nil, slipIn{"tickets.yaml", "    capacity: 100\n  - id: 1",
		"      capacity: 100\n  - id: 1"}},
	{"end of a quoted text in braces, lost", nil, slipIn{"itinerary.yaml", "\"09:00\", ends_at: \"10:30\"",
		"\"09:00, ends_at: \"10:30\""}},
	{"beginning of a quoted text in braces, lost", nil, slipIn{"itinerary.yaml",
		"{ starts_at: \"09:00\", ends_at: \"10:30\"", "{ starts_at: 09:00\", ends_at: \"10:30\""}},
	{"beginning of a quoted text, lost", []slipIn{{"faqs.yaml", "question: What does it cost?",
		"question: \"What does it cost?\""}}, slipIn{"faqs.yaml", "question: \"What", "question: What"}},
	{"colon and fact in a text", nil, slipIn{"faqs.yaml", "answer: See",
		"answer: Please note: until {{fact:deadline}} see"}},
	{"first lines of an entry, lost", []slipIn{{"faqs.yaml", "  - id: dress",
		"  - id: when\n    question: When is it?\n    answer: In May of that year.\n  - id: dress"}},
		slipIn{"faqs.yaml", "  - id: when\n    question: When is it?\n", ""}},
	{"first lines of a speaker, lost", []slipIn{{"speakers.yaml", "  - name: Bela",
		"  - name: Chitra Three\n    designation: Writer\n    company: Practice Three\n    image: { file: poster.png, alt: " +
			"Chitra Three at a desk }\n  - name: Bela"}}, slipIn{"speakers.yaml",
		"  - name: Chitra Three\n    designation: Writer\n", ""}},
	{"portrait under another name", nil, slipIn{"images/speakers/two.png", "", "images/speakers/bela-portrait.png"}},
	{"placeholder between per-cent signs", nil, slipIn{"mail/refund.md", "{{amount}} goes", "%amount% goes"}},
	{"plus before a dial code", []slipIn{{"registration.yaml", "home_country: IN",
		"home_country: IN\ndial_code: \"91\""}},
		slipIn{"registration.yaml", "dial_code: \"91\"", "dial_code: \"+91\""}},
	{"true, misspelt", nil, slipIn{"tickets.yaml", "on_sale: true", "on_sale: ture"}},
	{"rate of GST that is unusual", nil, slipIn{"tickets.yaml", "gst_percent: 18", "gst_percent: 2.5"}},
	{"sheet of a page that no text links to, lost", nil, slipIn{"event.yaml",
		"  - { route: /404, number: T-90, title: Sheet 90, description: About 90 }\n", ""}},
	{"lakhs", nil, slipIn{"tickets.yaml", "price: 75000", "price: 0.75 lakh"}},
	{"moment as people write it", nil, slipIn{"tickets.yaml", "\"2030-05-01T16:30:00+05:30\"", "1 May 2030, 4:30 PM"}},
	{"hour with a point", nil, slipIn{"itinerary.yaml", "\"10:30\", title: Opening", "\"10.30 AM\", title: Opening"}},
	{"bracket of a picture, lost", nil, slipIn{"speakers.yaml", "alt: Portrait of Asha One }",
		"alt: Portrait of Asha One"}},
	{"one curly quotation mark in braces", nil, slipIn{"event.yaml", "{ banner: It was good to see you }",
		"{ banner: “It was good to see you in {{fact:cities}}.\" }"}},
	{"first day in another year", nil, slipIn{"event.yaml", "start_date: \"2030-05-03\"", "start_date: \"2031-05-03\""}},
	{"first day, one later", nil, slipIn{"event.yaml", "start_date: \"2030-05-03\"", "start_date: \"2030-05-04\""}},
}

// end truncates a file at the text.
const end = "\x00"

// TestEdits makes mistakes as an architects' office makes them, one at a time, and compares the messages with
// testdata/edits.txt: the cause comes first, with at most three messages. The content before the mistake is correct.
func TestEdits(t *testing.T) {
	var output strings.Builder
	for _, s := range slipsOfTheHand {
		dir := t.TempDir()
		options := publish.Options{Content: filepath.Join(dir, "content"), Name: "content"}
		assemble(t, filepath.Join("testdata", valid), options.Content)
		for _, c := range s.right {
			c.make(t, options.Content)
		}
		if before := build1(t, options); len(before.Problems) > 0 {
			t.Fatalf("%s: not in order before the slip: %v", s.name, before.Problems)
		}
		s.slip.make(t, options.Content)
		result := build1(t, options)
		messages := append(result.Problems, result.Warnings...)
		if n := len(messages); n == 0 || n > 3 {
			t.Errorf("%s: %d messages", s.name, n)
		}
		output.WriteString("== " + s.name + "\n" + lines(messages))
		noGoNames(t, lines(messages))
	}
	compareFile(t, output.String(), filepath.Join("testdata", "edits.txt"))
}

func (c slipIn) make(t *testing.T, content string) {
	t.Helper()
	path := filepath.Join(content, c.file)
	if c.was == "" {
		if err := os.Rename(path, filepath.Join(content, c.now)); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(raw), c.was)
	if !found {
		t.Fatalf("%s does not hold %q", c.file, c.was)
	}
	text := before + c.now + after
	if c.now == end {
		text = before
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
