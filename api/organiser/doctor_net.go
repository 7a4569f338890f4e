package organiser

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/mail"
)

// maxSkew is how far the clock may be off: signatures and deadlines depend on it.
const maxSkew = 30 * time.Second

// mailPatience is shorter than the time of a check, so that its own words are told.
const mailPatience = 8 * time.Second

func checkMail(ctx context.Context, e *Env) finding {
	if e.Facts.Mail == "outbox" || e.Facts.Mail == "" {
		return look("set TRANSOM_MAIL=smtps://… for the public", "mail is written to files, not sent")
	}
	sender, err := mail.NewSMTP(e.Facts.Mail, mail.SMTPOptions{Timeout: mailPatience, TLS: e.Facts.MailTLS})
	if err != nil {
		return bad("see TRANSOM_MAIL in .env.example", "%v", err)
	}
	if err := sender.Check(ctx); err != nil {
		return bad("are name, port, user and password right, and may this machine connect to that port? smtp:// is for STARTTLS (587), smtps:// for TLS at once (465)", "%v", err)
	}
	return ok("the mail server lets us in")
}

func checkGateway(ctx context.Context, e *Env) finding {
	if e.Facts.AskGateway == nil {
		return look("choose a provider for the public", "the sandbox moves no money")
	}
	err := e.Facts.AskGateway(ctx)
	if err == nil || errors.Is(err, domain.ErrProviderNotFound) {
		return ok("the gateway knows our keys")
	}
	return bad("compare the keys and the mode (test or live) with the provider's dashboard", "%v", err)
}

func checkSite(ctx context.Context, e *Env) finding {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, e.Facts.SiteURL, nil)
	if err != nil {
		return bad("set TRANSOM_SITE_URL", "%v", err)
	}
	answer, err := e.Facts.client().Do(r)
	if err != nil {
		return bad("does the name point to the site, and is the certificate good?", "%v", err)
	}
	answer.Body.Close()
	if told, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		if skew := time.Since(told).Abs(); skew > maxSkew {
			return bad("set the machine's clock by NTP (timedatectl set-ntp true)", "the clock and the site's differ by %v", skew.Round(time.Second))
		}
	}
	if answer.TLS == nil {
		return look("https for the public", "%s answers without TLS", e.Facts.SiteURL)
	}
	left := time.Until(answer.TLS.PeerCertificates[0].NotAfter)
	if left < 14*24*time.Hour {
		return bad("look why the certificate is not renewed", "the certificate ends in %v", left.Round(time.Hour))
	}
	return ok("answers %d, certificate good for %d days, clock right", answer.StatusCode, int(left.Hours()/24))
}

// checkWebhook sends a message with a bad signature from here; the right answer is a refusal by our program.
func checkWebhook(ctx context.Context, e *Env) finding {
	if e.Facts.AskGateway == nil {
		return look("choose a provider for the public", "the sandbox calls from inside")
	}
	address := e.Facts.SiteURL + "/api/payments/" + e.Facts.Provider + "/webhook"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader("{}"))
	if err != nil {
		return bad("set TRANSOM_SITE_URL", "%v", err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := e.Facts.client().Do(r)
	if err != nil {
		return bad("start the server and its proxy", "%v", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		return bad("the proxy must pass /api/ on to this program", "%s answers %d instead of 400 to a forged message", address, answer.StatusCode)
	}
	return ok("%s refuses a forged message, as it should", address)
}
