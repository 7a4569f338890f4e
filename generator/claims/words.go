package claims

import "strings"

// concepts are the subjects that a word may speak of, as bits.
type concepts uint64

const (
	cRegister  concepts = 1 << iota // to register, to book, to buy a ticket
	cClose                          // ends by itself: closes, deadline, last date
	cUntil                          // ends with another word: until, till, by, before
	cOpen                           // begins
	cEvent                          // the conference itself
	cHeld                           // takes place
	cAge                            // how old somebody is
	cPast                           // what is over, or was once so
	cNext                           // what comes later than this event
	cElsewhere                      // days of something else: a bus, a hotel, a workshop
	cTax                            // GST
	cTaxElse                        // other taxes, and taxes of other things
	cTicket                         // who pays for a ticket
	cPayElse                        // other things that cost money
	cCost                           // asks for a price
	cTwo                            // two persons
	cUpload                         // a picture that is sent in
	cLimit                          // how much is allowed
	cFilm                           // what is not sent in
	cIdentity                       // identity documents
	cPaper                          // papers of any kind
	cDestroy                        // to delete or to keep
	cChecked                        // the check at the desk
	cUnpaid                         // a registration that stays unpaid
	cWithdraw                       // consent taken back
	cPerson                         // members, students, you
	cNumber                         // a number in words
	cMonth                          // the name of a month
	cMasked                         // a promise without a number: masked, a file's ending
	cVenue                          // the venue
	cCity                           // a city of the event
	cOther                          // institutes other than the organiser
	cYoung                          // below an age
	cOld                            // above an age
	cCompany                        // industry associates
	cCounted                        // what is counted: speakers, hotels, days
	cBuilding                       // what buildings are made of
	cMoney                          // rupees
	cDate                           // a day, an hour or a year in figures
	cForeign                        // another institution or occasion, which has days, prices and numbers of its own
	cOurs                           // what can only be this conference
	cHotel                          // where one sleeps
	cPortal                         // what closes when registrations do, without naming them
	cLink                           // a link for paying
	cCode                           // a one-time code
	cDigit                          // the digits of a document's number
	cWeekday                        // the name of a day of the week
	cStay                           // to arrive at a hotel or to leave it
	cBus                            // the bus between the cities
	cFounded                        // how old an institution is
	cOrganiser                      // the organiser
	cOffice                         // an office of the institute
	cIncluded                       // what a price holds, without a number
	cFigure                         // what the figures of the home page count
	cDays                           // a day or a week
)

// vocabulary says what each word speaks of; a word may speak of several subjects. Words stand without the s of the plural.
var vocabulary = words(map[concepts]string{
	cRegister: "registration register registering unregistered signup enrol enroll enrolment enrollment booking book booked ticket sale signup application apply",
	cClose:    "close closing closed deadline cutoff shut shutting stop stopping finish finishe extended",
	cUntil:    "up later until till upto by before latest end ending expire last final",
	cOpen:     "open opening opened start starting kick commence commenced begin beginning began from",
	cEvent:    "conference event convention congress edition gathering",
	cHeld:     "save held lasts lasting place happen meet gather scheduled",
	cAge:      "age aged old older young younger reckoned",
	cPast:     "was were had last previous previously earlier ago past former formerly former once since fell rose used took",
	cNext:     "next following future upcoming coming welcome tentative tentatively planned proposed",
	cElsewhere: "hotel room accommodation checkin checkout luggage bus coach shuttle train flight visa dress formal traditional workshop exhibition expo tour walk excursion " +
		"dinner breakfast abstract paper poster submission refund desk counter badge kiosk competition award nomination election volunteer early bird earlybird pre post masterclass " +
		"webinar hackathon sponsorship stall renewal meeting committee rehearsal helpline",
	cTax:     "gst tax cgst sgst igst",
	cTaxElse: "tds tcs income vat import customs property discount concession rebate commission deduction deducted cancellation refund hotel room tariff restaurant food cement steel brick paint material construction flat house housing footfall",
	cTicket:  "ticket member associate spouse registration student professional category categorie delegate participant non-member",
	cPayElse: "fund donated badge replacement duplicate hotel room night taxi cab auto bus buse train flight sponsor sponsorship deposit parking shuttle lunch dinner airport station membership refund tonne kg metre meter square sq ft foot " +
		"budget project crore steel timber cement brick stone prize award stall saving save less cheaper discount off early bird subscription donation fine scholarship fellowship book journal copy budgeted grant truss beam column rib sculpture",
	cCost:     "cost price fee charge pay tariff",
	cTwo:      "spouse two both couple seat together accompanying husband wife pair",
	cUpload:   "upload photo photograph picture image file scan card aadhar aadhaar portrait jpg jpeg png document",
	cLimit:    "max maximum limit most may exceed less larger bigger smaller under within more above below allowed accepted to over each per must size",
	cFilm:     "film video brochure presentation download model drawing bim page attachment slide archive sheet pdfs",
	cIdentity: "aadhar aadhaar identity id passport",
	cPaper:    "document paper card scan",
	cDestroy:  "destroy destroyed delete deleted erase erased remove removed keep kept retain retained store stored hold held shred shredded wipe wiped discard discarded purge purged deletion erasure stay gone",
	cChecked:  "check checked checking verification verified verify matched matching seen desk inspection",
	cUnpaid:   "unpaid unsettled payment paid pay paying",
	cWithdraw: "withdraw withdrawn withdrawal withdrew consent",
	cPerson:   "member student architect professional delegate participant person people you anyone those who everyone visitor applicant ticket category registrant",
	cNumber: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety " +
		"hundred thousand lakh lac crore dozen noon midnight fortnight first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth zero hour day week month year",
	cMonth:   "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
	cDate:    "am pm hrs noon midnight m",
	cMoney:   "rs inr rupee",
	cMasked:  "masked mask unmasked pdf webp heic gif tiff bmp png jpg jpeg",
	cVenue:   "venue single twin double",
	cOther:   "other non nonmember",
	cYoung:   "below under younger student",
	cOld:     "above over older professional",
	cCompany: "associate brand company companie firm industry",
	cCounted: "speaker answer hotel question faq sponsor partner bearer day city citie room category categorie institute picture drawing venue",
	cForeign: "museum school university hostel library club guild entrie judged ministry government embassy visa restaurant mosque temple palace fort monument prize jury competition contest quiz " +
		"workshop masterclass hackathon webinar exhibition expo boat cinema theatre parking shop market bazaar airline festival fair concert tournament seminar course academy bank police inn wheelchair",
	cOurs:     "conference convention delegate registration",
	cHotel:    "hotel accommodation",
	cPortal:   "window offer portal",
	cLink:     "link",
	cCode:     "code passcode otp",
	cDigit:    "digit",
	cWeekday:  "monday tuesday wednesday thursday friday saturday sunday",
	cStay:     "check checkin checkout",
	cBus:      "bus buse coach move",
	cFounded:  "founded established began begun founding foundation formed since",
	cOffice:   "president secretary treasurer",
	cDays:     "day week",
	cIncluded: "include included inclusive half free",
	cBuilding: "storey floor metre building tower truss beam arch column wall bridge temple palace century pillar pile dome vault stair acre mm cm km",
})

// readable are what makes a sentence worth reading: the marks of a unit or promise, and the topics of its kinds.
type readable struct{ marks, topics concepts }

// worthReading tells whether a sentence may say a fact: it names something measured and its topic. Nearly every sentence does not.
func worthReading(about, context concepts) bool {
	for _, r := range worthwhile {
		if (r.marks == 0 || about&r.marks != 0) && (about|context)&r.topics != 0 {
			return true
		}
	}
	return false
}

func words(table map[concepts]string) map[string]concepts {
	all := make(map[string]concepts, 500)
	for concept, list := range table {
		for word := range strings.FieldsSeq(list) {
			all[word] |= concept
		}
	}
	return all
}

// beginnings are the first letters with which a word of the vocabulary may begin: nearly every other word ends its search here.
type beginnings [1 << 15]bool

func prefix[T string | []byte](word T) int {
	n := 0
	for i := range 3 {
		n <<= 5
		if i < len(word) {
			n |= int(word[i] & 31)
		}
	}
	return n
}

// known are the subjects of a word in small letters, with or without the s of its plural.
func (k *Claims) known(word []byte) concepts {
	if !k.beginnings[prefix(word)] {
		return 0
	}
	if found := k.all[string(word)]; found != 0 {
		return found
	}
	if n := len(word); n > 3 && word[n-1] == 's' {
		return k.all[string(word[:n-1])]
	}
	return 0
}
