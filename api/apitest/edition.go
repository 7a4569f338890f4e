package apitest

import (
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

// Edition returns a small conference, so that no test depends on what editors write. It uses the rules and messages of
// the specification (sections 5 and 9). Every call returns a new one that may be changed.
func Edition() *domain.Content {
	c := &domain.Content{
		Event: schema.Event{
			Edition: "natcon-2025", Name: "Transom Natcon 2025", ShortName: "Transom", Location: "Bhopal",
			StartDate: "2025-04-11", EndDate: "2025-04-13", TimeZone: "Asia/Kolkata", Language: "en",
			AgeReferenceDate: "2025-04-10", RehearsalAt: instant("2025-03-20T10:00:00+05:30"),
			Days: []schema.Day{
				day("2025-04-11", "Friday, 11 April 2025"), day("2025-04-12", "Saturday, 12 April 2025"),
				day("2025-04-13", "Sunday, 13 April 2025"),
			},
			Venues: []schema.Venue{{ID: "bhopal", Name: "Auditorium", City: "Bhopal", Address: "Bhopal"}},
			Organiser: schema.Organiser{
				Name: "The Organisers", ShortName: "TO", PrivacyEmail: "privacy@example.org", SupportEmail: "help@example.org",
				Address: "1 Lake Road, Bhopal",
			},
			DisplayDates: "11–13 April 2025",
		},
		Tickets: tickets(),
		Mails:   mails(),
		Desk: schema.Desk{
			RefundAlonePaise: 500000, CancelPolicy: "payment-terms", TransferDays: 7,
			TransferUntil: instant("2025-04-10T18:00:00+05:30"), PaymentLinkHours: 48,
			DocumentUntil: instant("2025-04-01T18:00:00+05:30"),
			Complimentary: []schema.Complimentary{{ID: "speaker", Name: "Speaker"}, {ID: "press", Name: "Press"}},
		},
		Invoice: schema.Invoice{
			LegalName: "The Organisers", GSTIN: "23ABCDE1234F1Z8", Address: "1 Lake Road, Bhopal", VenueStateCode: "23",
			Series: schema.InvoiceSeries{Invoice: "TN", CreditNote: "TNC", Receipt: "TNR", RefundReceipt: "TNRR"},
			Supplies: []schema.Supply{
				supply("IIA_MEMBER_25_BELOW", "admission", "998399"), supply("IIA_MEMBER_25_ABOVE", "admission", "998399"),
				supply("NON_IIA_MEMBER", "admission", "998399"), supply("INDUSTRY_ASSOCIATES", "exhibition", "998596"),
			},
			Signatory: "R. Rao, Treasurer", CorrectUntil: "2025-04-30",
		},
		Pages: schema.Pages{Pages: []schema.Page{{Title: "Refunds", Route: "/payment-terms",
			HTML: "<p>There is no refund.</p>"}}},
		Registration: registrationRules(),
		Gate: schema.Gate{Lists: []schema.GateList{
			{ID: domain.EntryList, Name: "Entry", InAndOut: true}, {ID: "lunch", Name: "Lunch", From: "12:30"},
			{ID: "dinner", Name: "Dinner", Who: []schema.GateWho{{Categories: []string{"INDUSTRY_ASSOCIATES"},
				Days: []schema.Date{"2025-04-12"}}}},
		}},
		Countries: schema.Countries{Countries: []schema.Country{
			{ID: 1, Name: "India", Code: "IN"}, {ID: 2, Name: "Norway", Code: "NO"},
		}},
		States: schema.States{States: []schema.State{
			{ID: 1, Name: "Madhya Pradesh", GSTCode: "23"}, {ID: 2, Name: "Andaman & Nicobar Islands", GSTCode: "35"},
		}},
	}
	zone, err := time.LoadLocation(c.Event.TimeZone)
	if err != nil {
		panic(err) // Go includes the time zones
	}
	c.Zone = zone
	return c
}

func supply(category, kind, sac string) schema.Supply {
	return schema.Supply{Category: category, Kind: kind, SAC: sac, Description: "Registration"}
}

func instant(text string) schema.Instant {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err) // fails only if there is a typing error in this file
	}
	return schema.Instant{Time: t}
}

func day(date, display string) schema.Day {
	return schema.Day{
		Date: schema.Date(date), Venue: "bhopal", StartsAt: "09:00", EndsAt: "18:00", Display: display,
		StartUTC: date + "T03:30:00Z", EndUTC: date + "T12:30:00Z",
	}
}

func tickets() schema.Tickets {
	sales := schema.SalesWindow{
		OnSale: true, OpensAt: instant("2025-01-15T10:00:00+05:30"), ClosesAt: instant("2025-04-09T16:00:00+05:30"),
		DisplayClosesAt: "4 PM, 9 April 2025",
	}
	same := schema.SpouseRule{Rule: "same"}
	t := schema.Tickets{
		Currency: "INR", GSTPercent: 18, GSTLabel: "plus GST", ClosedLabel: "REGISTRATION CLOSED", LinkLifetimeMinutes: 30,
		Categories: []schema.Category{
			{ID: 0, Type: "IIA_MEMBER_25_BELOW", Name: "Member below 25", Price: 1500, Form: "member", Spouse: same,
				Sales: sales,
				Age: schema.AgeRule{Min: 17, Max: 24,
					Message: "Age is outside allowed range. You can not proceed with selected plan!"}},
			{ID: 1, Type: "IIA_MEMBER_25_ABOVE", Name: "Member", Price: 3000, Form: "member", Spouse: same, Sales: sales,
				Age: schema.AgeRule{Min: 25,
					Message: "Your Age is below the required limit. You can not proceed with selected plan!"}},
			{ID: 2, Type: "NON_IIA_MEMBER", Name: "Other institutes", Price: 8000, Form: "member", Spouse: same, Sales: sales,
				ChooseInstitute: true},
			{ID: 3, Type: "INDUSTRY_ASSOCIATES", Name: "Industry associates", Price: 75000, Form: "associate",
				Spouse: schema.SpouseRule{Rule: "fixed", Price: 50000}, Sales: sales},
		},
	}
	for i := range t.Categories {
		t.Categories[i].SetPrices(t.GSTPercent, time.UTC)
	}
	return t
}

func registrationRules() schema.Registration {
	both, member, associate := []string{"member", "associate"}, []string{"member"}, []string{"associate"}
	letters := `^[\p{L}\p{M} ]+$`
	return schema.Registration{
		HomeCountry: "IN", DialCode: "91",
		Fields: []schema.Field{
			{Name: "firstname", Kind: "text", Forms: both, Required: "First name is required", Pattern: letters,
				PatternMessage: "Only letters are allowed", MaxLength: 60},
			{Name: "lastname", Kind: "text", Forms: both, Required: "Last name is required", Pattern: letters,
				PatternMessage: "Only letters are allowed", MaxLength: 60},
			{Name: "email", Kind: "email", Forms: both, Required: "Email is required", Pattern: `^[^\s@]+@[^\s@]+\.[^\s@]+$`,
				PatternMessage: "Invalid email format", MaxLength: 254},
			{Name: "mobile", Kind: "tel", Forms: both, Required: "Mobile number is required", Pattern: `^[0-9]{10}$`,
				PatternMessage: "Mobile number must be 10 digits", MaxLength: 10},
			{Name: "gender", Kind: "select", Forms: both, MaxLength: 10},
			{Name: "dob", Kind: "date", Forms: both, Required: "Date of birth is required",
				NotFuture: "Date of birth cannot be in the future", MaxLength: 10},
			{Name: "profile_url", Kind: "upload", Forms: both, Required: "Please upload profile photo to proceed!",
				RequiredAs: "submit"},
			{Name: "aadharUrl", Kind: "upload", Forms: both, Required: "Please upload aadhar card photo to proceed!",
				RequiredAs: "submit"},
			{Name: "institute_name", Kind: "select", Forms: both, Required: "Please select institute!", RequiredAs: "submit",
				MaxLength: 80},
			{Name: "membership_no", Kind: "text", Forms: member, Required: "Membership number is required", Capitals: true,
				MaxLength: 40},
			{Name: "company_name", Kind: "text", Forms: associate, Required: "Brand/Company Name is required", MaxLength: 120},
			{Name: "designation", Kind: "text", Forms: associate, Required: "Designation is required", MaxLength: 80},
			{Name: "gst_no", Kind: "text", Forms: both, MaxLength: 20},
			{Name: "country", Kind: "select", Forms: both, Required: "Country is required", MaxLength: 60},
			{Name: "state", Kind: "select", Forms: both, Required: "State is required", Pattern: `^[^0-9]+$`,
				PatternMessage: "Only letters are allowed", MaxLength: 60},
			{Name: "city", Kind: "text", Forms: both, Required: "City is required", Pattern: `^[^0-9]+$`,
				PatternMessage: "Only letters are allowed", MaxLength: 60},
			{Name: "spouse", Kind: "checkbox", Forms: both},
			{Name: "spouseName", Kind: "text", Forms: both, Required: "Spouse Name cannot be left empty!",
				RequiredWhen: "spouse", RequiredAs: "submit", Pattern: letters, PatternMessage: "Only letters are allowed",
				MaxLength: 120},
		},
		Genders: []schema.Choice{{Value: "male", Label: "Male"}, {Value: "female", Label: "Female"},
			{Value: "other", Label: "Other"}},
		Institutes: []schema.Institute{
			{ID: "iia", Name: "Indian Institute of Architects", Default: true, MembershipPattern: "^[AF]"},
			{ID: "coa", Name: "Council of Architecture"},
			{ID: "iiid", Name: "Indian Institute of Interior Designer", MembershipReject: "^TR"},
		},
		PersonalData: schema.PersonalData{AfterEventMonths: 12},
		IDDocument: schema.IDDocument{
			Mode: "masked", NoticeVersion: "2025-01", Notice: "We need to see one identity document.",
			ConsentLabel: "I agree.", ConsentRequired: "Please agree to proceed.",
			Retention: schema.IDRetention{AfterVerifiedHours: 24, UnpaidDays: 7, AfterEventDays: 30, AfterWithdrawalHours: 72},
		},
		Uploads: []schema.Upload{
			{Kind: "photo", Accept: []string{"png", "jpg", "jpeg"}, MaxMB: 2, LongestSide: 1600,
				Missing: "Please upload profile photo to proceed!"},
			{Kind: "aadhar", Accept: []string{"jpg", "jpeg"}, MaxMB: 2, LongestSide: 2000,
				Missing: "Please upload aadhar card photo to proceed!"},
		},
		Messages: schema.Messages{
			InvalidMembership: "Invalid Membership No, please re-enter", InstituteRequired: "Please select institute!",
			SpouseNameRequired: "Spouse Name cannot be left empty!", UploadFailed: "Error Uploading files, please try again",
			RegistrationFailed: "Somthing went wrong please try later!!",
			VerifyFailed:       "Something went wrong, please try again later.",
			SiteError:          "Something Went Wrong! Please contact Site Administrator if the issue persists",
			RegistrationClosed: "Registrations are closed.", AlreadyRegistered: "There is already a paid registration.",
			SoldOut: "All seats of this category are taken.", PriceChanged: "The price has changed.",
		},
	}
}
