package claims

import "transom/generator/display"

// paymentLink compares how long a link for paying works.
func (k *Claims) paymentLink(s *sentence, q *quantity) *Contradiction {
	minutes := &k.content.Tickets.LinkLifetimeMinutes
	from, to := s.clause(q)
	if s.about&cLink == 0 || (s.about|s.context)&cUnpaid == 0 || *minutes == 0 || k.bad(minutes) || !s.has(0, len(s.tokens), works) || s.has(from, to, notWorks) {
		return nil
	}
	ofDesk, holds := k.deskLink(q)
	if sameTime(q, *minutes) || ofDesk {
		return nil
	}
	value, _ := k.facts.Value("payment-link")
	return &Contradiction{Holds: "a link for paying works for " + value + holds, Fact: "payment-link"}
}

func sameTime(q *quantity, minutes int) bool { return int(q.value*60+0.5) == minutes }

var (
	works    = set("work works working valid expires expire lapses lapse lasts open usable good paid used use active live stays keeps")
	notWorks = set("every again ago bank banks wrong closed days device")
)

// CodeMinutes is how long a one-time code works: domain.CodeLifetime, with which a test compares it.
const CodeMinutes = 10

// CodeDigits is how many digits a one-time code has, which a test compares too.
const CodeDigits = 6

// codeLifetime compares how long a one-time code for signing in works.
func (k *Claims) codeLifetime(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	signIn := s.has(0, len(s.tokens), signIns) || s.context&cCode != 0 || s.headed(signIns)
	if s.about&cCode == 0 || !signIn || !s.has(from, to, works) || s.has(from, to, notWorks) || sameTime(q, CodeMinutes) {
		return nil
	}
	return &Contradiction{Holds: "a code works for " + display.Words(CodeMinutes) + " minutes, which no setting changes"}
}

// codeDigits compares how many digits a one-time code has.
func (k *Claims) codeDigits(s *sentence, q *quantity) *Contradiction {
	signIn := s.has(0, len(s.tokens), signIns) || s.headed(signIns)
	if s.about&(cIdentity|cElsewhere) != 0 || !signIn || q.value == CodeDigits || before(s, q, 1) == "last" || before(s, q, 1) == "first" || (lowerAt(s.tokens, q.to) != "digits" && lowerAt(s.tokens, q.to+1) != "digit") {
		return nil
	}
	if from, to := s.clause(q); s.aboutIn(from, to)&cCode == 0 {
		return nil
	}
	return &Contradiction{Holds: "a code has " + display.Words(CodeDigits) + " digits, which no setting changes"}
}

var signIns = set("mail e-mail email sign signing sign-in signin login one-time otp passcode onetime")
