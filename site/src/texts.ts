// All sentences and labels on the public site that are not in content/; those with parameters are functions. Constants
// are inlined into the pages that use them (prerender/index.ts). Desk and gate have their own catalogues.
import { plural } from './plural.ts';

const months = 'January February March April May June July August September October November December'.split(' ');

/** A calendar day, for example "2025-03-09" as "9 March 2025". */
export const calendarDay = (date: string) =>
  `${+date.slice(8, 10)} ${months[+date.slice(5, 7) - 1]} ${date.slice(0, 4)}`;

// ---- On many pages

export const loading = 'Loading…';
export const loadingAccount = 'Loading your account. On a slow connection, this takes a few seconds.';
export const tryAgain = 'Try again';
export const notLoaded =
  'This page has not loaded completely. Nothing is lost: if you have paid, your payment is safe.';
export const reload = 'Reload the page';
export const home = 'Home';
export const contact = 'Contact';
export const dashboard = 'Dashboard';
export const signIn = 'Sign in';
export const signInToSeeTicket = 'Sign in to see your ticket';
export const yourTickets = 'Your tickets';
export const pause = 'Pause';
export const play = 'Play';
export const close = 'Close';
export const choose = 'Choose…';
export const wholeNumber = (min: number, max: number) =>
  `Please enter a whole number ${max ? `from ${min} to ${max}` : `of at least ${min}`}.`;
export const chooseFromList = 'Please choose one from the list.';
export const yesNo: Record<string, string> = { yes: 'Yes', no: 'No' };
export const noAnswer = 'No answer';
export const optional = ' (optional)';
export const opensInNewTab = ' (opens in a new tab)';
export const total = 'Total';
export const youAreOffline = 'You are offline.';
export const offline = 'You are offline';
export const uploading = 'Please wait file uploading...';
export const serverUnreachable = 'We cannot reach the server.';
export const serverUnreachableTryAgain = 'We cannot reach the server. Please try again when you are online.';
export const somethingWentWrong = 'Something went wrong, please try again later.';
/** Shown only in the browser's console. */
export const callFailed = 'Something Went Wrong! Please contact Site Administrator if the issue persists';
export const gst = (percent: number) => `GST ${percent}%`;
export const seats = (count: number) => `${count} ${plural(count, 'seat', 'seats')}`;
export const dayNumber = (day: number) => `Day ${day}`;
export const dayOfEvent = (event: string, day: number) => `${event}, day ${day}`;

// ---- Header, banner and footer

export const skipToContent = 'Skip to the content';
export const homeOf = (name: string) => `${name}: home`;
export const mainNavigation = 'Main';
export const menu = 'Menu';
export const closeMenu = 'Close menu';
export const announcement = 'Announcement';
export const pauseAnnouncement = 'Pause the announcement';
export const quickLinks = 'Quick links';
export const offices = 'Offices';
export const officeBearers = 'Office bearers';
export const follow = 'Follow';
export const footerEvent = 'Event';
export const footerDates = 'Dates';
export const footerSheet = 'Sheet';
export const footerTitle = 'Title';
export const footerScale = 'Scale';
export const footerNorth = 'North';
export const northIsUp = 'North is up';
export const elsewhere = (name: string) => `${name} on social media`;
export const rehearsalRibbon = 'Rehearsal: no real payments and no real emails.';
export const rehearsalLink = 'Emails and payments';
export const archiveLabel = 'Archive';
export const archiveRibbon = (name: string) => `${name} is over. This is an archived copy of its site.`;
export const archiveLink = 'Current site';

// ---- Reading pages

export const founded = (year: number) => `Founded ${year}`;
export const addDayToCalendar = (day: number) => `Add day ${day} to a calendar`;
export const addAllDaysToCalendar = 'Add all days to a calendar';
export const addToCalendar = 'Add to a calendar';
export const addToCalendarDay = (day: number) => `: day ${day}`;
export const programmeDays = 'Days';
export const programmeHighlights = 'Programme highlights';
export const programmeSchedule = 'Programme schedule';
export const dress = 'Dress code';
export const film = 'Film';
export const playFilm = 'Play the film';
export const pauseFilm = 'Pause the film';
export const cities = 'Cities';
export const hotels = (count: number) => `${count} ${plural(count, 'hotel', 'hotels')}`;
export const checkInAndOut = (arrival: string, departure: string) => `Check-in ${arrival}, check-out ${departure}`;
export const roomsAtVenue = 'Rooms at the venue';
export const hotelsIn = (city: string, venue: string) => `Hotels in ${city}, with their distances to ${venue}`;
export const hotelName = 'Hotel name';
export const totalRooms = 'Total rooms';
export const tentativeTariff = 'Tentative tariff';
export const travelTimeToVenue = 'Travel time to venue';
export const distanceToVenue = 'Distance to venue';
export const pickUpDrop = 'Pick-up/drop';
export const onThisPage = 'On this page';
export const lastChanged = (day: string) => `Last updated ${day}`;
export const personalData = 'Personal data';
export const personalDataRights = (consent: boolean) =>
  `To see, correct or erase your data, ${consent ? 'to withdraw your consent ' : ''}or to complain, write to `;
export const somethingElse = 'Something else? ';
export const linkToAnswer = 'Link to this answer';
export const pictureViewer = 'Picture viewer';
export const previous = 'Previous';
export const next = 'Next';
export const errorApology = 'We apologize for the inconvenience.';
export const errorNotified =
  'Our team has been notified of the issue and is working to resolve it as quickly as possible.';
export const errorUnreported = 'Please try again in a moment. If the problem persists, contact ';
export const needsScript = 'This page needs JavaScript. Please enable it in your browser, or write to ';
export const orCall = ' or call ';
export const ticketsAndPrices = 'Tickets and prices';
export const sheetOfEvent = (page: string, event: string) => `Card with the title “${page}”, ${event}`;

// ---- Desk and gate without JavaScript

export const deskTitle = 'Desk';
/** Shown until the desk or the gate has started. */
export const openingProgram = (program: string, event: string) => `Opening the ${event} ${program.toLowerCase()}…`;
export const deskNeedsScript = 'The desk needs JavaScript. Please enable it in your browser.';
export const gateTitle = 'Gate';
export const gateNeedsScript = 'The gate needs JavaScript. Please enable it in your browser.';

// ---- Tickets on sale

export const ticketCategories = 'Ticket categories';
export const registrationFor = (kind: string) => `Registration for ${kind}`;
export const paused = 'PAUSED';
export const opensSoon = 'OPENS SOON';
export const openUntil = (moment: string) => `Open until ${moment}`;
export const registrationsUntil = (moment: string) => `Registrations until ${moment}`;
export const priceFrom = (day: string, price: string) => `From ${day}: ${price}`;
export const totalWithSpouse = 'Total with spouse';
export const totalWithSpouseAndGST = 'Total with spouse, including GST';
export const registrationPaused = 'Registration is paused';
export const yourTicket = 'Your ticket';
export const withSpousePrice = (price: string) => `With spouse ${price}`;
export const chooseAnotherTicket = 'Choose another ticket';

// ---- Registration

export const draftRestored =
  'We have filled in what you typed on this device last time. Pictures are not stored, so please choose them again.';
export const eraseDraft = 'Clear the form';
export const eraseEverything = 'Erase everything I typed';
export const eraseQuestion = 'Erase everything you typed, including the pictures? This cannot be undone.';
export const offlineForm =
  'You are offline. What you typed is kept on this device. Submit the form when the connection is back.';
export const submit = 'Submit';
export const submitting = 'Submitting';
export const redirectingToPayment = 'Redirecting to Payment Page....';
export const whatYouPay = 'What you pay';
export const oneSeat = 'One seat';
export const twoSeats = 'Two seats';
export const includingGST = 'including GST';
export const keptHere = 'Everything you typed is still here.';
export const connectionLostNothingBooked =
  'The connection was lost. Everything you typed is still here. Press the button again when you are online. ' +
  'Nothing will be booked twice.';
export const checkMarkedFields = 'Please check the fields that are marked.';
export const unpaidRegistration = 'The unpaid registration';
export const unpaidMistyped =
  'If that address was mistyped, we cannot send you a code. ' +
  'Pay on the device where you registered, or submit this form again when the payment link has expired.';
export const continueToPayment = 'Continue to payment';
export const unpaidCodeSent = (address: string) =>
  `Check your email for the OTP. If the registration has the address ${address}, we have sent a code there. ` +
  'The code also signs you in on this device.';
export const unpaidEmail = 'Email address of that registration';
export const verifyAndSubmit = 'Verify and submit again';
export const verifyEmail = 'Verify my email to change the registration';

// ---- Transfer

export const transferHowTo =
  'You will need to complete the registration form. The link can be used once. There is nothing to pay.';
export const transferNeedsLink = 'Please open the link in your email.';
export const transferLinkFailed = "This transfer link doesn't work";
export const transferNotSold = 'This ticket is no longer on sale. Please write to the organisers.';
export const transferFor = (email: string, withSpouse: boolean) =>
  `This ticket is for ${email}${
    withSpouse ? " and a spouse. If you are coming alone, leave the spouse's name empty" : ''
  }.`;
export const transferAccept = 'Accept ticket';
export const transferDone = 'The ticket is yours';
export const transferDoneHelp = (email: string) =>
  `We'll send the confirmation to ${email}. Sign in with that address to see the ticket.`;
export const connectionLostTryAgain = 'The connection was lost. Everything you typed is still here. Please try again.';

// ---- Payment

export const seeYourTicket = 'See your ticket';
export const registrationTransferred = 'The ticket for this registration was transferred';
export const receiptStays = 'The receipt stays with the person who paid.';
export const receiptOnDashboard = 'Your receipt is on the dashboard.';
export const paymentRefunded = 'This payment was refunded';
export const paymentBeingRefunded = 'This payment is being refunded';
export const registrationCancelled = 'This registration was cancelled';
export const ticketNoLongerValid = 'The ticket is no longer valid.';
export const questionsWriteTo = 'Questions? Write to ';
export const paymentFailed = 'Payment failed. Please try again or contact support.';
export const possibleCauses = 'Possible causes:';
export const insufficientFunds = 'Insufficient funds';
export const networkIssues = 'Network issues';
export const declinedByBank = 'Declined by your bank';
export const tryAnotherMethod = 'Please try again after 24 hours with another payment method.';
export const support = 'Support: ';
export const chargedAnyway = 'If you were charged anyway, the payment will appear here and we will send you an email.';
export const paymentInProgress = 'Payment Verification in Progress';
export const linkClosed =
  'We have not received a payment, and the payment link is closed. ' +
  'If you paid, the payment will appear here and we will email you. Please do not pay again.';
export const tryInMinutes = 'If you did not pay, you can try again here in a few minutes.';
export const emailWhenProcessed = 'We will send you an email as soon as the payment is processed.';
export const pageUpdates = 'This page updates automatically. You can close it and come back later.';
export const stillPay = 'If you left the payment page without paying, you can go back to it.';
export const registrationSaved = 'Your registration is saved. You do not have to fill in the form again.';
export const registerAgain = 'Register again';
export const totalIncludingGST = 'Total including GST';
export const place = 'Place';
export const bookingCode = 'Booking code';
export const paid = 'Paid';
export const registrationNotFound = 'We cannot find this registration';
export const registrationNotFoundHelp = 'Please check the link, or open the link in our email.';
export const checkingPayment = 'Checking payment status... Please do not refresh the page.';
export const offlineCheckLater = 'You are offline. We will check the status as soon as you are online again.';
export const paymentSafe = 'If you have paid, your payment is safe. This page will show it.';
export const checkAgain = 'Check again';
export const checking = 'Checking…';
export const offlineLastStatus = 'You are offline. This is the last known status.';

// ---- Sign-in

export const signedOut = 'You were signed out. Please sign in again.';
export const signInHelp =
  "Use the email address you registered with. We'll email you a code. You do not need a password.";
export const email = 'Email';
export const emailPlaceholder = 'Enter Email';
export const continueButton = 'Continue';
export const goBack = 'GO BACK';
export const codeSent = 'OTP sent successfully!!';
export const codeStillValid = 'The code we sent earlier is still valid.';
export const onlyIfRegistered = 'If this address is registered, the code is on its way.';
export const checkEmail = 'Check your email for the OTP';
export const enterAllDigits = (digits: number) => `Please enter all ${digits} digits.`;
export const codeVerified = 'OTP verified successfully!!';
export const sendAnotherCode = 'Send another code';
export const rehearsalMail = 'This is a rehearsal: the email is in ';
export const rehearsalOutbox = 'the outbox';
export const codeBoxes = 'One-time passcode';
export const digit = (place: number) => `Digit ${place}`;

// ---- Dashboard

export const lastSeenOnDevice = 'This is the version that was last saved on this device.';
export const yourProfile = 'Your profile';
export const editProfile = 'Edit profile';
export const signOut = 'Sign out';
export const forgetDevice = 'Forget this device';
export const forgetDeviceHelp = 'For a shared device: signs you out and removes your data from this browser';
export const institute = 'Institute';
export const profileSaved = 'Profile saved';
export const photoKept = 'Your badge still has the photo that we checked. To change it, write to ';
export const save = 'Save';
export const cancel = 'Cancel';
export const search = 'Search';
export const noTicketsYet = 'No tickets yet';
export const noTicketsYetHelp = 'A ticket appears here as soon as its payment is confirmed.';
export const payments = 'Payments';
export const notConfirmedYet = 'Not confirmed yet';
export const moreUnpaid =
  'Not all unpaid registrations with your email address are shown here. If yours is missing, write to us.';
export const partlyRefunded = 'Partly refunded';
export const refundedState = 'Refunded';
export const cancelled = 'Cancelled';
export const failed = 'Failed';
export const erased = 'Erased';
export const finishPayment = 'Finish payment';
export const paymentStatus = 'Payment status';

// ---- Ticket

export const ticketForWhom = 'Sign in with the email address used for registration to see this ticket.';
export const transferredOn = (day: string) => `Transferred on ${day}`;
export const ticketUsed = 'Used';
export const ticketVoid = 'No longer valid';
export const offeredTo = (email: string, moment: string) =>
  `Offered to ${email} until ${moment}. The ticket remains yours until your colleague accepts it.`;
export const offeredAndUsed = (email: string) =>
  `Offered to ${email}, who can no longer accept it, because it has been used for entry.`;
export const ticketCancelled = 'This ticket was cancelled. It is no longer valid for entry.';
export const allTickets = 'All tickets';
export const yourReceipt = 'Your receipt';
export const ticketTransferred =
  'This ticket was transferred to a colleague, who has a new one. It is no longer valid for entry.';
export const showCode = 'Show the code at the gate, on this screen or on paper. It also works offline on this device.';
export const print = 'Print';
export const addTicketToCalendar = 'Add to calendar';
export const ticketAddress = (address: string) => `Ticket: ${address}`;
export const youAreSignedOut = 'You are signed out.';
export const lastSeenTicket = 'This is the version of the ticket that was last saved on this device';
export const codeStillWorks = '. Its code is still valid.';
export const ticketNotLoaded = 'The ticket cannot be loaded';
export const ticketNotOpened =
  'This ticket has not been opened on this device before. Connect to the internet once to load it.';
export const notYourTicket = 'This is not one of your tickets';
export const notSignedIn = 'You are not signed in';
export const withSpouse = (name: string) => `with ${name}`;
export const eventName = 'Event Name';
export const date = 'Date';
export const location = 'Location';
export const time = 'Time';
export const entriesRemaining = 'Entries Remaining';
export const totalSeats = 'Total Seats';
export const gate = 'Gate';
export const lane = 'Lane';
export const row = 'Row';
export const seat = 'Seat';
export const holder = 'Holder';
export const spouse = 'Spouse';
export const codeOfTicket = (state: string) => `QR code for this ticket, ${state}`;
export const toBeShown = 'to be shown at the gate';

// ---- Forms: rules
export const foreignAddress =
  'This address contains an unusual character that looks like a normal letter. Please retype it.';
export const unprintable = 'Please remove the characters that cannot be printed.';
export const gstinCheckDigit = (wanted: string, found: string) =>
  `The check digit does not match: the last character should be ${wanted}, not ${found}. Look for a typing mistake.`;
export const gstinState = (code: string) => `No State has the GST code ${code}.`;
export const gstinOldState = (code: string) =>
  `GSTINs that begin with ${code} are no longer valid. Enter the firm's new GSTIN.`;
export const tooLong = (limit: number) => `Please use at most ${limit} characters.`;
export const invalidDate = 'Please enter a valid date, 1900 or later.';
export const pictureMissing = 'Please add this picture.';
export const instituteMissing = 'Please choose the institute you are registered with.';
export const notAMember = (institute: string) => `This is not a membership number of the ${institute}.`;
/** `min` and `max` are 0 if there is no limit. */
export function outsideAge(age: number, min: number, max: number): string {
  const limits = min && max ? `${min} to ${max}` : min ? `${min} and above` : `up to ${max}`;
  return `Your age at the event is ${age}. This ticket is for ages ${limits}.`;
}

// ---- Forms: pictures
export const chooseFileOf = (kinds: string) => `Please choose a ${kinds} file.`;
export const or = ' or ';
export const notAPicture = (pixels: number) =>
  `This is not a picture of at least ${pixels} × ${pixels} pixels. Please choose another one.`;
export const pictureTooLarge = (megabytes: number) =>
  `The picture is larger than ${megabytes} MB. Please choose a smaller one.`;
export const maskToolMissing =
  'The tool for covering the number did not load. Please choose the picture again when you are online.';
export const yourPicture = (field: string) => `Your picture: ${field}`;
export const chooseAgain = 'Please choose it again';
export const currentPicture = 'The current picture is kept.';
export const pictureRequired = 'Required.';
export const pictureOptional = 'Optional.';
export const preparing = 'Preparing…';
export const sending = (size: string, percent: number) => `Sending ${size}, ${percent}%`;
export const sendingPicture = 'Sending the picture';
export const notSent = 'Not sent';
export const uploaded = (size: string) => `Uploaded (${size})`;
export const replacePicture = 'Replace';
export const choosePicture = 'Choose a picture';

// ---- Forms: covering the number of an identity document
export const maskTitle = 'Cover the number';
export const maskHelp =
  'Drag the black bar over every number that must be hidden, and drag its corner to change its size.';
export const maskKeys =
  'With the keyboard: arrow keys move a bar, Shift with arrow keys resizes it, Delete removes it. ' +
  'The uncovered picture never leaves this device.';
export const maskConfirm = 'Everything that must be hidden is covered';
export const addBar = 'Add a bar';
export const removeBar = 'Remove a bar';
export const rotate = 'Rotate';
export const usePicture = 'Use this picture';
export const blackBar = (n: number, total: number) => `Black bar ${n} of ${total}`;
export const movableBar = 'movable bar';

// ---- The page for addresses that do not exist
export const pageNotFoundHelp =
  'The page may have moved, or the link may be incomplete. Please look for it in the menu.';
export const seeProgramme = 'See the programme';

// The request for a replacement identity document, on the dashboard
export const betterDocument = 'Please send another identity document';
export const sendBetterDocument = 'Send the document';
export const betterDocumentSent = 'Thank you. We have received the document and will check it.';
