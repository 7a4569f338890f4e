// Generated from generator/schema by `go run ./generator schema`. Do not edit.

/** Badge is content/badge.yaml: the badges that staff print. If there is no badge.yaml, staff cannot print badges. */
export interface Badge {
  /** WidthMM and HeightMM are the size of a badge in millimetres. */
  width_mm: number;
  height_mm: number;
  /** Sheet is a4 for sheets with as many badges as fit, or label for one badge per page. */
  sheet: 'a4' | 'label';
  /** Event is true to print the event's name at the top. */
  event?: boolean;
  /** Photo is true to print the photo from the form, or a person's initials if there is no photo. */
  photo: boolean;
  /** Fields are the lines below the name: names of fields in the form, for example city. */
  fields: string[];
  /** Colours are the colours of the bands with the category's name; a category without a colour has a black band. */
  colours: BadgeColour[];
}

/** BadgeColour is the colour of the band on one category's badges. */
export interface BadgeColour {
  /** Category is a type from tickets.yaml. */
  category: string;
  /** Colour is written as in brand.yaml, for example "#1f5f5b". */
  colour: string;
}

/** Brand is content/brand.yaml: how the site looks, and the fixed words around its pages. All fields are optional; by default, the site has a plain design, and its logo is the first letter of the event's short name. */
export interface Brand {
  /** Mark is the logo as an SVG drawing in content/images/, for example "mark.svg". Without a mark, the logo is the ornament or, without an ornament, the first letter of the event's short name. Lines in currentColor follow the theme. */
  mark?: string;
  /** Ornament is the drawing that is repeated throughout the site: "fanlight" or "none". */
  ornament: 'none' | 'fanlight';
  /** DrawingSet makes the site look like a set of drawings: sheet numbers, and a title block with scale and north point. */
  drawing_set: boolean;
  /** Light has the colours of the light theme, which emails and the gate also use. */
  light: Palette;
  /** Dark has the colours of the dark theme. */
  dark: Palette;
  /** Words are the fixed words around the pages. */
  words: Words;
}

/** Palette has the colours of one theme. */
export interface Palette {
  /** Page is the background of the pages. */
  page: string;
  /** Band is the background of bands and selected rows. */
  band: string;
  /** Card is the background of cards and fields. */
  card: string;
  /** Strong is the background of the scrolling banner and of the top of a ticket; the default is "primary". In the dark theme, the default is the light theme's strong. */
  strong: string;
  /** Text is the colour of text. */
  text: string;
  /** Muted is the colour of notes and help texts. */
  muted: string;
  /** OnStrong is the colour of text on "strong". In the dark theme, the default is the light theme's on_strong. */
  on_strong: string;
  /** MutedOnStrong is the colour of notes on "strong". In the dark theme, the default is the light theme's muted_on_strong. */
  muted_on_strong: string;
  /** Line is the colour of thin lines. */
  line: string;
  /** LineStrong is the colour of heavy lines; the default is "text". */
  line_strong: string;
  /** Control is the colour of the outline of a field. */
  control: string;
  /** Primary is the main colour, for buttons and for text that visitors can press. */
  primary: string;
  /** PrimaryHover is the colour of a button under the pointer; the default is "primary". */
  primary_hover: string;
  /** OnPrimary is the colour of text on "primary". */
  on_primary: string;
  /** Accent is the colour of links and of anything that needs attention; the default is "primary". */
  accent: string;
  /** Highlight is the background of the button in the header and of selected items. In the dark theme, the default is the light theme's highlight. */
  highlight: string;
  /** HighlightHover is the background of the button in the header while the pointer is over it; the default is "highlight". */
  highlight_hover: string;
  /** OnHighlight is the colour of text on "highlight". In the dark theme, the default is the light theme's on_highlight. */
  on_highlight: string;
  /** Error is the colour of error messages. */
  error: string;
  /** ErrorBand is the background of an error message. */
  error_band: string;
  /** Success is the colour of success messages. */
  success: string;
  /** Focus is the colour of the outline of the element that has the keyboard focus; the default is "primary". */
  focus: string;
}

/** Words are the fixed words around the content. */
export interface Words {
  /** RegisterNow is the label of the buttons that lead to the tickets. */
  register_now: string;
  /** ReserveSpot is the label of the link to the form on a single ticket's page. */
  reserve_spot: string;
  /** GetTickets is the label of the button on the error page. */
  get_tickets: string;
  /** ErrorTitle is the title of the error page. */
  error_title: string;
  /** PageNotFound is the title shown at an address that does not exist. */
  page_not_found: string;
  /** OpenPicture is the label of the link to the programme's picture. */
  open_picture: string;
  /** AskUs is the label of the link to the contacts below the questions. */
  ask_us: string;
  /** SignIn is the title of the sign-in page. */
  sign_in: string;
  /** Passcode is the title above the boxes for the sign-in code. */
  passcode: string;
  /** Tickets is the title above a visitor's tickets. */
  tickets: string;
  /** Paid is the title shown after a payment. */
  paid: string;
  /** PaidHelp is the sentence below the title shown after a payment. */
  paid_help: string;
}

/** Desk is content/desk.yaml: what staff may do at the desk, and the deadlines. */
export interface Desk {
  /** RefundAlonePaise is RefundAlone in paise. */
  refund_alone_paise: number;
  /** CancelPolicy is the name of the page in content/pages that the desk shows beside a cancellation. */
  cancel_policy: string;
  /** TransferDays is how many days a colleague has to accept an offered ticket. */
  transfer_days: number;
  /** TransferUntil is the last moment at which tickets can be transferred; by default, the beginning of the event. */
  transfer_until: string;
  /** DocumentUntil is the time until which a registration keeps its seat after the desk has rejected its identity document; by default, the beginning of the event. At that time staff get a task; no registration is cancelled automatically. */
  document_until: string;
  /** PaymentLinkHours is how long a payment link from the desk can be used. */
  payment_link_hours: number;
  /** Complimentary lists the reasons why a registration can be free. */
  complimentary: Complimentary[];
}

/** Complimentary is a reason why a registration is free. */
export interface Complimentary {
  /** ID must never change, because lists and totals use it. */
  id: string;
  /** Name is what the desk shows. */
  name: string;
}

/** Event is content/event.yaml: what the event is, when and where it takes place, and the words around every page. */
export interface Event {
  /** Edition is the short name of this edition of the event, for example natcon-2025. Do not change it when you correct the name or the dates, because tickets and the database contain it; choose a new one for the next edition. */
  edition: string;
  /** Name is the event's official name, which is printed on tickets. */
  name: string;
  /** ShortName is the word in the logo. */
  short_name: string;
  /** Tagline is one line under the name. */
  tagline: string;
  /** Description says in one or two sentences what the event is, for search results and link previews; the default is its name, days and cities. */
  description: string;
  /** Location is the event's location in one line, which is sent with each registration; the default is the venue with its city or, if there are several venues, their cities. */
  location: string;
  /** StartDate is the first day. */
  start_date: string;
  /** EndDate is the last day. */
  end_date: string;
  /** TimeZone is the event's time zone by its IANA name. */
  time_zone: string;
  /** Language is the site's language as a BCP 47 tag, for example "en-IN"; the default is "en-GB". The program must have texts in this language. */
  language: string;
  /** AgeReferenceDate is the day for which ages are calculated; it is not needed if there are no age limits. */
  age_reference_date: string;
  /** RehearsalAt is the time at which a rehearsal's clock starts, by default the middle of the sales period; tickets should be on sale at that time. */
  rehearsal_at: string;
  /** Days are the event's days in order. */
  days: Day[];
  /** Venues are the places where the event is held, in one city or several. */
  venues: Venue[];
  /** Organiser is the body that organises the event. */
  organiser: Organiser;
  /** Banner is the line that scrolls across every page; the default says when sales end. */
  banner: string;
  /** AfterDeadline is what pages show after sales have closed; the default is the message "registration_closed". */
  after_deadline: Announcement;
  /** AfterEvent is what pages show after the last day; the default is AfterDeadline. */
  after_event: Announcement;
  /** Navigation is the main menu, in order; by default, the other files' pages, the pages in pages/ by file name, and the tickets. */
  navigation: NamedLink[];
  /** Sheets set the pages' titles, descriptions, drawings and sheet numbers; every title and description has a default. */
  sheets: Sheet[];
  /** Footer is shown at the bottom of every page. */
  footer: Footer;
  /** DisplayDates is the event's dates for people, for example "11–13 April 2025". */
  display_dates: string;
}

/** Announcement is what every page says in one phase of the event. */
export interface Announcement {
  /** Banner replaces the line that scrolls across every page. */
  banner: string;
  /** Action replaces the words "Register Now" on the buttons that lead to the tickets. */
  action: string;
  /** Title replaces the title on the tickets page; the default is Action. */
  title: string;
  /** Link is the page to which the "Register Now" buttons lead; the default is the tickets page. */
  link?: string;
}

/** Day is one day of the event. */
export interface Day extends Sample {
  /** Date is the calendar day. */
  date: string;
  /** Venue is the id of the venue where the day begins; it is not needed if there is only one. */
  venue: string;
  /** StartsAt is when the doors open, in the event's time zone; without it no page shows a time. */
  starts_at: string;
  /** EndsAt is when the day ends, in the event's time zone. */
  ends_at: string;
  /** Gate is the entrance to use, if one is assigned. */
  gate?: string;
  /** Display is the day for people, for example "Friday, 11 April 2025". */
  display: string;
  /** StartUTC is when the day begins, in UTC (RFC 3339); without StartsAt, that is midnight. */
  start_utc: string;
  /** EndUTC is when the day ends, in UTC (RFC 3339); without EndsAt, that is the next midnight. */
  end_utc: string;
}

/** Venue is a place where the event is held. */
export interface Venue extends Sample {
  /** ID is the name by which other files refer to this venue. */
  id: string;
  /** Name is the building's name, if it is known. */
  name: string;
  /** City is the city where the building is. */
  city: string;
  /** Address is the postal address in a single line. */
  address: string;
  /** Map is the web address of a map that shows the place. */
  map?: string;
}

/** Organiser is the body that organises the event. */
export interface Organiser extends Sample {
  /** Name is the organiser's full name. */
  name: string;
  /** ShortName is the organiser's abbreviated name; the default is the full name. */
  short_name: string;
  /** URL is the organiser's own site. */
  url?: string;
  /** JoinURL is the page where people can become members. */
  join_url?: string;
  /** JoinLabel is the text of the link to JoinURL; set both or neither. */
  join_label?: string;
  /** FoundedYear is the year in which the organiser was founded. */
  founded_year?: number;
  /** PrivacyEmail receives requests about personal data; the default is SupportEmail. */
  privacy_email: string;
  /** SupportEmail receives questions about registrations and payments. */
  support_email: string;
  /** SecurityEmail receives reports of security vulnerabilities (/.well-known/security.txt); without it there is no such file. */
  security_email?: string;
  /** Address is printed on receipts. */
  address?: string;
  /** GSTIN is the organiser's GST number, printed on receipts. */
  gstin?: string;
}

/** Sheet is a page's title block: "A-03 · Speakers". */
export interface Sheet {
  /** Route is the address of the page. */
  route: string;
  /** Number is the sheet number; it is required if brand.yaml has "drawing_set: true". */
  number: string;
  /** Title is the page's title. */
  title: string;
  /** Description is one sentence for search results and link previews. */
  description: string;
  /** Drawing is the page's image in link previews, for example "gallery/stupa.jpg"; the default is the ornament or, without an ornament, the logo. */
  drawing?: string;
  /** NoIndex keeps the page out of search engines. */
  noindex?: boolean;
}

/** Footer has the links and contacts at the bottom of every page. */
export interface Footer {
  /** QuickLinks are the links in the first column; the default links lead to the tickets and the legal pages. */
  quick_links: NamedLink[];
  /** OfficesTitle is shown above the offices, for example "Chapter and centres"; there is a default heading. */
  offices_title?: string;
  /** Offices are the organiser's contacts. */
  offices?: Office[];
  /** Social are the organiser's profiles on social networks. */
  social?: SocialLink[];
  /** Notice is the last line of the footer. */
  notice?: string;
}

/** Office is one of the organiser's offices, with its contact details. */
export interface Office extends Sample {
  /** Name is the office's name. */
  name: string;
  /** Address is the office's postal address. */
  address?: string;
  /** Phone is the office's phone number. */
  phone?: string;
  /** Email is the office's email address. */
  email?: string;
}

/** SocialLink is a profile on a social network. */
export interface SocialLink extends Sample {
  /** Network is the social network's name, which also selects the icon. */
  network: 'instagram' | 'facebook' | 'youtube' | 'linkedin' | 'x';
  /** URL is the profile's address. */
  url: string;
}

/** OfficeBearers is content/office-bearers.yaml. */
export interface OfficeBearers {
  /** Bearers are the office bearers, in order. */
  bearers: Bearer[];
}

/** Bearer is an office bearer. */
export interface Bearer extends Sample {
  /** Name is the person's name. */
  name: string;
  /** Role is the office held. */
  role: string;
  /** Body is the institute or committee in which the office is held. */
  body: string;
  /** Image is the portrait; without one, the initials of the name are drawn in its place. */
  image?: Image;
}

/** Speakers is content/speakers.yaml. */
export interface Speakers {
  /** AdvanceMS is how long one speaker stays highlighted, in milliseconds; the default is 2000. */
  advance_ms: number;
  /** Visible is how many speakers the row shows at once; the default is 1. In the last row, only the first speaker is highlighted. */
  visible: number;
  /** Speakers are the speakers, in order. */
  speakers: Speaker[];
}

/** Speaker is one speaker. */
export interface Speaker extends Sample {
  /** Name is the speaker's name. */
  name: string;
  /** Designation is the office or profession. */
  designation: string;
  /** Company is the practice or institution. */
  company: string;
  /** Image is the portrait; without one, the initials of the name are drawn in its place. */
  image?: Image;
}

/** FAQs is content/faqs.yaml. */
export interface FAQs {
  /** FAQs are the questions, in order. */
  faqs: FAQ[];
}

/** FAQ is one question with its answer. */
export interface FAQ {
  /** ID is the question's anchor (/faqs#id); by default, it is made from the question. */
  id: string;
  /** Question is what visitors ask. */
  question: string;
  /** Answer is the answer to the question. */
  answer: string;
}

/** Itinerary is content/itinerary.yaml: the programme. */
export interface Itinerary {
  /** Intro is the sentence under the title. */
  intro?: string;
  /** Video is a short film that plays in a loop. */
  video?: Video;
  /** ScheduleImage is the programme as a drawing. */
  schedule_image?: Image;
  /** Days contains the programme for each day. Leave out the days and values that are not known yet. */
  days: ProgrammeDay[];
  /** Notes are practical hints about dress, buses or the shuttle. */
  notes?: Note[];
}

/** Video is a short film in two formats in content/images/. */
export interface Video {
  /** WebM is the film in WebM format. */
  webm: string;
  /** MP4 is the film in MP4 format. */
  mp4: string;
  /** Poster is the picture shown until the film plays. */
  poster: Image;
}

/** ProgrammeDay is the programme for one day. */
export interface ProgrammeDay {
  /** Date is one of the event's days. */
  date: string;
  /** Title is the day's heading; the default is its date. */
  title: string;
  /** Dress is the dress code. */
  dress?: string;
  /** Highlights are the day's main events. */
  highlights?: string[];
  /** Sessions are the items in the schedule. */
  sessions?: Session[];
  /** Display is the day for people, for example "Friday, 11 April 2025". */
  display: string;
}

/** Session is one item in the schedule. */
export interface Session extends Sample {
  /** StartsAt is when the session begins, in the event's time zone. */
  starts_at?: string;
  /** EndsAt is when the session ends, in the event's time zone. */
  ends_at?: string;
  /** Title is the session's name. */
  title: string;
  /** Venue is the venue's id, if it is not the day's venue. */
  venue?: string;
  /** Room is the hall within the venue; sessions in different rooms can run at the same time. */
  room?: string;
}

/** Note is a practical hint with a heading. */
export interface Note {
  /** Title is the note's heading. */
  title: string;
  /** Text is the hint. */
  text: string;
}

/** Accommodation is content/accommodation.yaml. */
export interface Accommodation {
  /** Intro is the sentence under the title. */
  intro?: string;
  /** NotAnnounced is shown once, instead of the values that are still missing for all of a city's hotels. */
  not_announced?: string;
  /** Cities contains one table for each city. */
  cities: CityHotels[];
  /** Notes are practical hints, for example about the shuttle. */
  notes?: Note[];
}

/** CityHotels is the table for one city. */
export interface CityHotels {
  /** Venue is the id of the city's venue; it is not needed if there is only one. */
  venue: string;
  /** City is the heading above the table; the default is the venue's city. */
  city: string;
  /** CheckIn is the day of arrival. */
  check_in: string;
  /** CheckOut is the day of departure. */
  check_out: string;
  /** VenueRooms are the rooms at the venue itself. */
  venue_rooms?: RoomOffer[];
  /** VenueRoomsNote says under what conditions the rooms at the venue are available. */
  venue_rooms_note?: string;
  /** Hotels contains one hotel for each row in the table. */
  hotels: Hotel[];
  /** DisplayCheckIn and DisplayCheckOut are the days for people ("11 April"). */
  display_check_in: string;
  display_check_out: string;
}

/** RoomOffer is a kind of room at the venue. */
export interface RoomOffer {
  /** Rooms is the number of rooms. */
  rooms: number;
  /** Kind is the kind of room. */
  kind: string;
  /** DisplayTariff is the price for people ("₹5,500 plus GST"). */
  display_tariff: string;
}

/** Hotel is one row in a city's table of hotels. Leave out unknown values; the page shows "not_announced" instead. */
export interface Hotel extends Sample {
  /** HotelName is the hotel's name. */
  hotelName: string;
  /** TotalRooms is how many rooms are reserved for delegates. */
  totalRooms?: string;
  /** TentativeTariff is the price per night. */
  tentativeTariff?: string;
  /** TravelTimeToVenue is how long it takes to get to the venue. */
  travelTimeToVenue?: string;
  /** DistanceToVenue is the distance to the venue. */
  distanceToVenue?: string;
  /** PickUpDrop says whether the shuttle stops at the hotel. */
  pickUpDrop: string;
}

/** Contacts is content/contacts.yaml. */
export interface Contacts {
  /** Intro is the sentence under the title. */
  intro?: string;
  /** Cities contains one column for each city. */
  cities: CityContacts[];
}

/** CityContacts is the column for one city. */
export interface CityContacts {
  /** Venue is the id of the city's venue; it is not needed if there is only one. */
  venue: string;
  /** City is the heading above the column; the default is the venue's city. */
  city: string;
  /** Contacts are the desks in this city. */
  contacts: Contact[];
}

/** Contact is one desk. */
export interface Contact extends Sample {
  /** Kind names the desk, for example registrations, transportation or accommodation. Visitors without JavaScript see the phone number of the kind "registrations". */
  kind: string;
  /** Title is the desk's heading. */
  title: string;
  /** Name is the name of the person or desk. */
  name: string;
  /** Phone is the desk's phone number. */
  phone?: string;
  /** Email is the email address; a desk has a phone number, an email address, or both. */
  email?: string;
}

/** Partners is content/partners.yaml: the knowledge partners in the carousel. */
export interface Partners {
  /** Title is the heading above the carousel. */
  title: string;
  /** SpeedMS is the carousel's transition time in milliseconds. */
  speed_ms: number;
  /** SlidesPerView is how many logos a wide screen shows at once. */
  slides_per_view: number;
  /** Partners are the knowledge partners, in order. */
  partners: Mark[];
}

/** Sponsors is content/sponsors.yaml. */
export interface Sponsors {
  /** Intro is the sentence under the title. */
  intro?: string;
  /** Tiers are the kinds of sponsors, in order. */
  tiers: Tier[];
}

/** Tier is one kind of sponsor. */
export interface Tier {
  /** ID names the tier. */
  id: string;
  /** Title is the heading above the sponsors in this tier. */
  title: string;
  /** Sponsors are the sponsors in this tier, in order. */
  sponsors: Mark[];
}

/** Mark is the logo of a partner or sponsor. */
export interface Mark extends Sample {
  /** Name is the partner's name. */
  name: string;
  /** Image is the logo. */
  image: Image;
  /** URL is the partner's own site. */
  url?: string;
}

/** Gallery is content/gallery.yaml. */
export interface Gallery {
  /** Intro is the sentence under the title. */
  intro?: string;
  /** Images are the pictures, in order. */
  images: GalleryImage[];
}

/** GalleryImage is one picture in the gallery. */
export interface GalleryImage {
  /** Caption is the line under the picture. */
  caption: string;
  /** Image is the picture. */
  image: Image;
}

/** Page is one Markdown file in content/pages/: frontmatter and text. The file's name is its route (pages/about.md is /about). */
export interface Page extends Sample {
  /** Title is the page's h1. */
  title: string;
  /** Description is one sentence for search results and link previews. */
  description: string;
  /** Sheet is the page's sheet number, for example "A-11". */
  sheet?: string;
  /** Updated is the date of the last substantial change. */
  updated?: string;
  /** Image is the page's picture. */
  image?: Image;
  /** Route is the page's address. */
  route: string;
  /** HTML is the text as HTML. "{{table:registration-fields}}" becomes the table of fields, purposes and retention. */
  html: string;
  /** Headings are the page's headings with their anchors, in order. */
  headings: Heading[];
  /** DisplayUpdated is Updated for people, for example "15 January 2025". */
  display_updated?: string;
}

/** Heading is a heading on a Markdown page. */
export interface Heading {
  /** Level is the heading's level, from 2 to 6. */
  level: number;
  /** ID is the heading's anchor. */
  id: string;
  /** Text is the heading without markup. */
  text: string;
}

/** Pages is data/site/pages.json: all Markdown pages, ordered by route. */
export interface Pages {
  pages: Page[];
}

/** Gate is content/gate.yaml: what is counted at the gate, and who uses which lane. */
export interface Gate {
  /** Lists are what people can be admitted to: the event itself first (its id is "entry"), then sessions or meals. */
  lists: GateList[];
  /** Lanes divide people by the first letter of the name on their ticket, usually of the first name, so that the same device always scans the same ticket. Without lanes, people choose any lane. Names in other scripts use the last lane. */
  lanes: GateLane[];
  /** ShowCompany is true to show the holder's company with each scan result while the device is online. */
  show_company?: boolean;
}

/** GateList is something that people are admitted to, such as the event or a meal. */
export interface GateList {
  /** ID identifies the list in stored scans; do not change it once somebody has been admitted. The list for entry to the event has the id "entry". */
  id: string;
  /** Name is what volunteers and staff see, for example "Lunch". */
  name: string;
  /** Days are the event days on which the list is used; the default is all of them. */
  days: string[];
  /** From is the time of day from which people are admitted, in the event's time zone; without it, people are admitted at any time. */
  from: string;
  /** Times is how many times each seat on a ticket admits a person on one day; the default is once. */
  times: number;
  /** InAndOut is true to let people leave and come back: anyone who is scanned on the way out may be admitted again. */
  in_and_out: boolean;
  /** Who lists the categories that may enter, and their days; the default is everybody with a ticket, on every day. */
  who: GateWho[];
}

/** GateWho says which categories may enter, and on which days. */
export interface GateWho {
  /** Categories are types from tickets.yaml. */
  categories: string[];
  /** Days are the days on which these categories may enter; the default is all the list's days. */
  days: string[];
}

/** GateLane is one of the lanes in front of the doors. */
export interface GateLane {
  /** Name is shown over the lane and on the ticket, for example "A to F". */
  name: string;
  /** From is the first letter of the lane. */
  from: string;
  /** To is the last letter of the lane. */
  to: string;
}

/** Home is content/home.yaml: the text of the home page. */
export interface Home {
  /** Hero is the first screen. */
  hero: Hero;
  /** Voices are the speakers shown on the home page. */
  voices?: Voices;
  /** Panorama is the large drawing of the cities, across the full width of the page. */
  panorama?: Panorama;
  /** Moments are highlights of the programme. */
  moments?: Moments;
  /** After is what the page shows once the last day is over. */
  after?: HomeAfter;
  /** About introduces the organising body. */
  about?: Passage;
  /** Theme explains the event's theme. */
  theme?: Passage;
  /** Figures are a few key numbers. */
  figures?: Figure[];
  /** BearersTitle is the heading above the office bearers; the default is "Office bearers". */
  bearers_title?: string;
}

/** Hero is the first screen of the home page. */
export interface Hero {
  /** Title is the page's h1. */
  title: string;
  /** Lead is one or two sentences under the title. */
  lead: string;
  /** Image is the picture beside the title. */
  image?: Image;
  /** Action is the main button; by default, it leads to the registration. */
  action?: NamedLink;
}

/** Passage is a titled paragraph with a picture. */
export interface Passage {
  /** Title is the heading above the passage. */
  title: string;
  /** Text is the text below the heading. */
  text: string;
  /** Image is the picture beside the text. */
  image?: Image;
}

/** Figure is a number and what it counts ("29,000+" "members"). */
export interface Figure {
  /** Value is the number as printed. */
  value: string;
  /** Label says what the number counts. */
  label: string;
}

/** Voices are the speakers shown on the home page. */
export interface Voices {
  /** Title is the heading above the speakers. */
  title: string;
  /** Names are the speakers' names as in speakers.yaml, in the order on the page. */
  names: string[];
  /** More is the link to the page with all speakers. */
  more: NamedLink;
}

/** Panorama is a drawing across the full width of the page, with a few words. */
export interface Panorama {
  /** Title is the heading above the drawing. */
  title: string;
  /** Text is one or two sentences. */
  text: string;
  /** Image is the drawing, at least twice as wide as it is high. */
  image: Image;
}

/** Moments are a few highlights of the programme, each with a picture. */
export interface Moments {
  /** Title is the heading above the highlights. */
  title: string;
  /** More is the link to the whole programme. */
  more: NamedLink;
  /** Entries are the highlights, in the order of the programme. */
  entries: Moment[];
}

/** Moment is one highlight of one day in itinerary.yaml. */
export interface Moment {
  /** Date is the day in itinerary.yaml. */
  date: string;
  /** Highlight is one of that day's highlights, spelt exactly as in itinerary.yaml. */
  highlight: string;
  /** Image is the picture above the highlight. */
  image: Image;
}

/** HomeAfter is what the home page shows after the event: thanks, the gallery, and what comes next. */
export interface HomeAfter {
  /** Title replaces the title on the first screen. */
  title: string;
  /** Lead replaces the sentence under the title. */
  lead: string;
  /** GalleryTitle is the heading above the first pictures from the gallery. */
  gallery_title?: string;
  /** More is the link to the gallery. */
  more?: NamedLink;
  /** Next says what comes next. */
  next: Passage;
}

/** Invoice is content/invoice.yaml: who the supplier is, and how tax invoices and credit notes are written. If there is no invoice.yaml, or no GSTIN in it, every payment gets a plain receipt. */
export interface Invoice extends Sample {
  /** LegalName is the supplier's registered name. */
  legal_name: string;
  /** GSTIN is the supplier's GST number. Without a GSTIN, receipts do not mention GST. */
  gstin: string;
  /** Address is the address registered for the GSTIN, without the State, which the GSTIN names. */
  address: string;
  /** VenueStateCode is the two-digit GST code ("23") of the State where the event is held; it is required with a GSTIN. For admissions, CGST and SGST are charged if the GSTIN begins with this code, otherwise IGST; the participant's State does not matter. */
  venue_state_code: string;
  /** Supplies say what each ticket category is under GST law; they are required with a GSTIN. */
  supplies: Supply[];
  /** Series sets the letters with which document numbers begin. Choose different letters for the next edition, because two databases cannot share a series of numbers. */
  series: InvoiceSeries;
  /** Signatory is the name and office printed at the bottom of each document. */
  signatory: string;
  /** CorrectUntil is the last day on which the buyer's name and GSTIN can be added or corrected; the default is the event's last day. */
  correct_until: string;
  /** Note is printed on an invoice with CGST and SGST if the buyer's GSTIN is from another State, because that buyer cannot claim them. */
  note: string;
}

/** Supply is what one ticket category is under GST law. Ask your accountant. */
export interface Supply {
  /** Category is a type from tickets.yaml. */
  category: string;
  /** Kind decides the place of supply. An admission is supplied in the venue's State. An exhibition (a stall) or a sponsorship is supplied in the State of the buyer's GSTIN, or in the venue's State if the buyer has no GSTIN. */
  kind: 'admission' | 'exhibition' | 'sponsorship';
  /** SAC is the service accounting code: six digits. */
  sac: string;
  /** Description is what the invoice line says before the category's name, for example "Admission". */
  description: string;
  /** ReverseChargePercent is the rate of the tax that the buyer pays directly to the government; if it is set, the invoice itself charges no tax, and tickets.yaml must not have gst_percent. */
  reverse_charge_percent: number;
}

/** InvoiceSeries are the prefixes of numbers such as "TN/25-26/000001": one to four capital letters and digits. */
export interface InvoiceSeries {
  /** Invoice is the prefix of tax invoices; the default is INV. */
  invoice: string;
  /** CreditNote is the prefix of credit notes; the default is CRN. */
  credit_note: string;
  /** Receipt is the prefix of plain receipts; the default is R. */
  receipt: string;
  /** RefundReceipt is the prefix of receipts for refunds; the default is RR. */
  refund_receipt: string;
}

/** Mail is one Markdown file in content/mail/: the subject in the frontmatter, and the text with {{placeholders}}. */
export interface Mail {
  /** Subject is the subject line; it may contain placeholders, but never a code. */
  subject: string;
  /** Purpose says when this email is sent. */
  purpose: string;
  /** Sentences contains one sentence for each case; an email contains the sentence for its case. */
  sentences?: MailSentence[];
  /** Name is the file's name without .md. */
  name: string;
  /** Placeholders are the names used in the subject and the text. */
  placeholders: string[];
  /** HTML is the text as HTML, including the placeholders. */
  html: string;
  /** Text is the plain text, including the placeholders. */
  text: string;
}

/** Mails is data/site/mail.json. */
export interface Mails {
  mails: Mail[];
}

/** MailSentence is what an email says in one case. */
export interface MailSentence {
  /** When is the case in which the email contains this sentence, for example void. */
  when: string;
  /** Text is the sentence; it may contain placeholders. */
  text: string;
}

/** Registration is content/registration.yaml: every field, pattern and message of the registration forms, the institutes and their rules, and how identity documents are handled. The form and the API validate registrations with these settings. */
export interface Registration {
  /** Fields are the fields in both forms, in order. */
  fields: Field[];
  /** Groups are the numbered parts of the form. */
  groups: FieldGroup[];
  /** Genders are the choices for the field "gender"; a form without that field needs none. */
  genders?: Choice[];
  /** Institutes are the bodies whose members may register; the first is the default. */
  institutes?: Institute[];
  /** PersonalData says how long personal data is kept. */
  personal_data: PersonalData;
  /** IDDocument says how identity documents are handled and how long photos are kept; a form without documents does not need it. */
  id_document: IDDocument;
  /** Uploads are the limits for uploaded pictures. */
  uploads?: Upload[];
  /** Messages are the messages that do not belong to any single field. */
  messages: Messages;
  /** HomeCountry is the code of the country whose states the form offers as a list, if there is a states.yaml. */
  home_country: string;
  /** DialCode is the home country's dialling code, for example "91". */
  dial_code?: string;
}

/** FieldGroup is a numbered part of the form. */
export interface FieldGroup {
  /** ID is the name by which fields refer to this group. */
  id: string;
  /** Title is the group's heading. */
  title: string;
  /** Help is a sentence under the heading. */
  help?: string;
}

/** Field is one input of the registration form. */
export interface Field {
  /** Name is the field's name in API requests, for example "firstname"; a custom question's name is in lower case. */
  name: string;
  /** Own is true for a custom question, which only this conference asks. */
  own?: boolean;
  /** Group is the id of the group to which the field belongs. */
  group: string;
  /** Label is shown above the input. */
  label: string;
  /** Kind is the kind of input: text, email, tel, date, select, checkbox or upload; the default depends on the name. A custom question is text, select, multiple (several choices), yes_no or number. */
  kind: 'text' | 'email' | 'tel' | 'date' | 'select' | 'checkbox' | 'upload' | 'multiple' | 'yes_no' | 'number';
  /** Options are the choices for a custom question, as they are shown and stored. */
  options?: string[];
  /** Forms lists the forms that have the field: member, associate; the default is both. */
  forms: ('member' | 'associate')[];
  /** Categories lists the types of the tickets whose form has the field; the default is all tickets that use one of the forms. */
  categories?: string[];
  /** OptionalFor lists the types of the tickets for which the field may stay empty although Required is set. */
  optional_for?: string[];
  /** Placeholder is shown while the input is empty. */
  placeholder?: string;
  /** Help is a sentence under the input. */
  help?: string;
  /** Autocomplete is the HTML autocomplete token. */
  autocomplete?: string;
  /** Required is the message shown if the field is empty; without it the field is optional. */
  required?: string;
  /** RequiredWhen names a checkbox; Required applies only if it is ticked. */
  required_when?: string;
  /** RequiredAs is "field" to show the message beside the field, or "submit" to show it as a toast on submit. */
  required_as?: 'field' | 'submit';
  /** Pattern is a regular expression that the whole value must match; use only syntax that both RE2 and JavaScript support. */
  pattern?: string;
  /** PatternMessage is shown if the value does not match Pattern. */
  pattern_message?: string;
  /** NotFuture is the message shown if a date is in the future. */
  not_future?: string;
  /** Block says which characters cannot be typed: digits or non-digits. */
  block?: 'digits' | 'non-digits';
  /** Capitals is true to turn what is typed into capital letters. */
  capitals?: boolean;
  /** Min is the smallest answer allowed to a custom question of kind number; the default is 0. */
  min?: number;
  /** Max is the largest answer allowed to a custom question of kind number; by default there is no limit. */
  max?: number;
  /** Lines is the height of a custom question of kind text in lines, for answers of several lines such as an address; the default is one line. */
  lines?: number;
  /** MaxLength is the maximum number of characters. */
  max_length: number;
  /** Purpose says why the form asks for the value; the privacy policy shows it. Every custom question needs a purpose; other fields have a default. */
  purpose: string;
  /** SeenBy says who can see the value; the privacy policy shows it. Each field has its own default. */
  seen_by: string;
  /** Retention says when the value is deleted; the privacy policy shows it. Each field has its own default. */
  retention: string;
  /** AfterEventDays is how many days after the event the answers to a custom question are erased; without it, they are erased with the person's other data. If you remove a question, its answers are erased once the event is over. */
  after_event_days?: number;
}

/** Choice is one option of a select. */
export interface Choice {
  /** Value is the stored value. */
  value: string;
  /** Label is the text that people see. */
  label: string;
}

/** Institute is a body whose members may register. */
export interface Institute {
  /** ID is the name by which other files and the form refer to this institute. */
  id: string;
  /** Name is the institute's name, which is stored as institute_name. */
  name: string;
  /** Default is true for the institute used for categories without a choice of institute. */
  default?: boolean;
  /** MembershipPattern is the pattern that this institute's membership numbers must match. */
  membership_pattern?: string;
  /** MembershipReject is a pattern that this institute's membership numbers must not match. */
  membership_reject?: string;
  /** MembershipHelp describes what a membership number looks like. */
  membership_help?: string;
}

/** PersonalData says how long personal data is kept. */
export interface PersonalData {
  /** AfterEventMonths is how many months after the event's last day all personal data is erased; numbers and amounts are kept for accounting. */
  after_event_months: number;
}

/** IDDocument says how identity documents are handled. */
export interface IDDocument {
  /** Mode is required if the form asks for a document: masked (part of the document is blacked out before it is sent), any_id (any photo identity document) or off. */
  mode: 'masked' | 'any_id' | 'off';
  /** NoticeVersion is stored with each consent; change it when Notice changes. */
  notice_version: string;
  /** Notice says why the document is needed, who sees it and when it is destroyed. */
  notice: string;
  /** ConsentLabel is shown beside the checkbox that the visitor must tick. */
  consent_label: string;
  /** ConsentRequired is the message shown if the box is not ticked. */
  consent_required: string;
  /** MaskTitle is the heading of the tool that covers part of the document; there is a default text. */
  mask_title?: string;
  /** MaskHelp says what must be covered. */
  mask_help?: string;
  /** MaskConfirm is shown beside the checkbox that visitors tick to confirm that they have covered this part. */
  mask_confirm?: string;
  /** Retention sets the periods after which documents are destroyed. Photos are kept for after_event_days or, if that is not set, as long as the other personal data. */
  retention: IDRetention;
}

/** IDRetention sets the periods after which identity documents are destroyed. */
export interface IDRetention {
  /** AfterVerifiedHours is how many hours after the check at the desk a document is destroyed. */
  after_verified_hours: number;
  /** UnpaidDays is how many days after an unpaid registration its document is destroyed. */
  unpaid_days: number;
  /** AfterEventDays is how many days after the event's last day all documents are destroyed. */
  after_event_days: number;
  /** AfterWithdrawalHours is how many hours after a withdrawal of consent a person's document is destroyed. */
  after_withdrawal_hours: number;
}

/** Upload is one kind of uploaded picture. */
export interface Upload {
  /** Kind is photo or aadhar. */
  kind: 'photo' | 'aadhar';
  /** Accept lists the accepted file extensions without the dot: png, jpg, jpeg. */
  accept: ('png' | 'jpg' | 'jpeg')[];
  /** MaxMB is the maximum size in megabytes (1024 x 1024 bytes). */
  max_mb: number;
  /** LongestSide is the maximum width and height in pixels; larger pictures are scaled down. */
  longest_side: number;
  /** Missing is the message shown as a toast if nothing was uploaded. */
  missing: string;
}

/** Messages are the registration's messages that do not belong to a single field. */
export interface Messages {
  /** InvalidMembership is shown if a membership number does not match the institute's pattern. */
  invalid_membership: string;
  /** InstituteRequired is shown if no institute is chosen. */
  institute_required: string;
  /** SpouseNameRequired is shown if a spouse is registered without a name. */
  spouse_name_required: string;
  /** UploadFailed is shown if a picture could not be sent. */
  upload_failed: string;
  /** RegistrationFailed is shown if the registration could not be saved. */
  registration_failed: string;
  /** VerifyFailed is shown if a payment's state could not be read. */
  verify_failed: string;
  /** SiteError is shown if something unexpected happens. */
  site_error: string;
  /** RegistrationClosed is shown if the category is not on sale. */
  registration_closed: string;
  /** AlreadyRegistered is shown if the person, or somebody with the same membership number, already has a ticket. */
  already_registered: string;
  /** SoldOut is shown if no seat is left. */
  sold_out: string;
  /** PriceChanged is shown if the price has changed since the page was opened. */
  price_changed: string;
}

/** Countries is content/countries.yaml. */
export interface Countries {
  /** Countries are the countries that the form offers, in order. */
  countries: Country[];
}

/** Country is one country in the form's list. */
export interface Country {
  /** ID is the number that the form uses for the country. */
  id: number;
  /** Name is the country's English name. */
  name: string;
  /** Code is the ISO 3166-1 alpha-2 code, in quotes ("NO" is Norway). */
  code: string;
}

/** States is content/states.yaml: the Indian states and union territories. */
export interface States {
  /** States are the states and union territories, in order. */
  states: State[];
}

/** State is an Indian state or union territory. */
export interface State {
  /** ID is the number that the form uses for the state. */
  id: number;
  /** Name is the English name. */
  name: string;
  /** GSTCode is the two-digit GST code ("04"); territories that have merged share a code. */
  gst_code: string;
}

/** Image names a picture in content/images/. */
export interface Image {
  /** File is the path below content/images/, for example "speakers/ar-one.jpg". */
  file: string;
  /** Alt describes the picture for people who cannot see it. */
  alt: string;
  /** Night is the picture for the dark theme, of the same size; also a path below content/images/. */
  night?: string;
  /** Focus is the part that stays visible when the picture is cropped: "top", "left", "top right", or [50, 20] in per cent from the left and the top. */
  focus?: string;
  /** Width is the original's width in pixels. */
  width: number;
  /** Height is the original's height in pixels. */
  height: number;
}

/** NamedLink is a link with its text. */
export interface NamedLink {
  /** Label is the link's text. */
  label: string;
  /** Link is where the link leads. */
  link: string;
}

/** Sample marks entries whose real values are not known yet. */
export interface Sample {
  /** Sample is true while this entry is invented; `generator check -release` refuses such entries. */
  sample?: boolean;
}

/** Tickets is content/tickets.yaml: what is sold, to whom, at what price and until when. */
export interface Tickets {
  /** Currency is the currency's ISO 4217 code; payments are possible only in INR. */
  currency: 'INR';
  /** GSTPercent is the tax on every price, in whole or half per cent. If it is 0 or left out, GST is neither charged nor mentioned. */
  gst_percent: number;
  /** GSTLabel is the text about GST beside a price; the default is "plus GST". */
  gst_label: string;
  /** ClosedLabel is the text on the disabled button of a category that is not on sale; there is a default text. */
  closed_label: string;
  /** LinkLifetimeMinutes is how long a payment link can be used. */
  link_lifetime_minutes: number;
  /** AssignedSeats is true to show gate, row and seat on every ticket, with a dash until staff assign them; otherwise a ticket shows them only once they have been assigned. */
  assigned_seats?: boolean;
  /** Categories are the ticket categories, in the order on the page. */
  categories: Category[];
}

/** Category is one kind of ticket. */
export interface Category extends Sample {
  /** ID is the plan number that is used on pages and in registrations. */
  id: number;
  /** Type is the category's name in registrations; do not change it once sales have begun. */
  type: string;
  /** Name is the title on the category's card. */
  name: string;
  /** SubTitle is shown under the title. */
  subTitle?: string;
  /** Description says who the category is for. */
  description?: string;
  /** PriceChanges are later prices with their first days, for example after an early-bird price. */
  price_changes?: PriceChange[];
  /** Color is the card's accent colour. */
  color?: string;
  /** Features are the lines on the card that say what the ticket includes. */
  features?: string[];
  /** Disclaimer is the small print on the card. */
  disclaimer?: string;
  /** Form says which registration form is used: "member", the default, or "associate". A ticket with the form "associate" that is not on /register-now has its own page. */
  form: 'member' | 'associate';
  /** OnRegisterPage is true to show the category among the cards on /register-now, which lead to the form. */
  on_register_page: boolean;
  /** Spouse says how an accompanying spouse is priced; a ticket without it is for one person. */
  spouse: SpouseRule;
  /** Age limits who can buy this category. */
  age: AgeRule;
  /** ChooseInstitute is true to let the visitor choose any institute except the default one. */
  choose_institute: boolean;
  /** Sales is when the category can be bought. */
  sales: SalesWindow;
  /** Capacity is the number of seats that can be sold; 0 means no limit. */
  capacity: number;
  /** Prices are the amounts before the first price change, computed from Price, Spouse and GSTPercent. */
  prices: Prices;
}

/** PriceChange is a later price. A registration keeps the price from the time when it was made. */
export interface PriceChange {
  /** At is when the new price takes effect. */
  at: string;
  /** DisplayFrom is From for people, for example "1 March 2025". */
  display_from: string;
  /** Prices are the amounts after this price change. */
  prices: Prices;
}

/** SpouseRule is how an accompanying spouse changes the price. */
export interface SpouseRule {
  /** Rule is "same" (the spouse pays the category's price again) or "fixed" (the spouse pays Price). */
  rule: 'same' | 'fixed';
}

/** AgeRule limits a category by age in whole years on the event's age_reference_date. Zero means no limit. */
export interface AgeRule {
  /** Min is the minimum age. */
  min: number;
  /** Max is the maximum age. */
  max: number;
  /** Message is shown if the person's age is outside the limits. */
  message: string;
}

/** SalesWindow says when a category can be bought: if OnSale is set, from OpensAt until just before ClosesAt. */
export interface SalesWindow {
  /** OnSale is false to stop selling the category; a rehearsal still sells it. */
  on_sale: boolean;
  /** OpensAt is when sales open. */
  opens_at: string;
  /** ClosesAt is when sales close. */
  closes_at: string;
  /** DisplayClosesAt is ClosesAt for people, for example "4 PM, 9 April 2025". */
  display_closes_at: string;
}

/** Prices are a category's amounts, without and with an accompanying spouse. */
export interface Prices {
  alone: Amount;
  with_spouse: Amount;
}

/** Amount is a price with its tax, in paise, and as people write it ("₹3,540"). */
export interface Amount {
  /** NetPaise is the price without GST. */
  net_paise: number;
  /** GSTPaise is the tax. */
  gst_paise: number;
  /** TotalPaise is the amount that is charged. */
  total_paise: number;
  /** DisplayNet, DisplayGST and DisplayTotal are the same amounts for people, with Indian grouping. */
  display_net: string;
  display_gst: string;
  display_total: string;
}
