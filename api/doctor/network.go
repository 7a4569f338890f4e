package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	netmail "net/mail"
	"slices"
	"strings"
	"time"

	"transom/api/mail"
	"transom/api/payment"
	"transom/api/product"
)

// maxSkew is how far the clock may be off, because signatures and deadlines depend on it.
const maxSkew = 30 * time.Second

// defaultPatience is shorter than the time limit of a check, so that its own message is reported.
const defaultPatience = 8 * time.Second

// certificateLeft is when somebody should look: a certificate that is renewed automatically would have been renewed
// by then.
const certificateLeft = 14 * 24 * time.Hour

func checkMail(ctx context.Context, e *product.Env) Finding {
	if e.Facts.Mail == "outbox" || e.Facts.Mail == "" {
		return warn("set TRANSOM_MAIL=smtps://… for the public", "mail is written to files, not sent")
	}
	patience := e.Facts.Patience
	if patience == 0 {
		patience = defaultPatience
	}
	sender, err := mail.NewSMTP(e.Facts.Mail, mail.SMTPOptions{Timeout: patience, TLS: e.Facts.MailTLS})
	if err != nil {
		return bad("see TRANSOM_MAIL in .env.example", "%v", err)
	}
	if err := sender.Check(ctx); err != nil {
		return bad("are name, port, user and password right, and may this machine connect to that port? smtp:// is for "+
			"STARTTLS (587), smtps:// for TLS at once (465)", "%v", err)
	}
	return ok("the mail server lets us in")
}

// checkSender checks the domain of our emails as the visitors' mail servers do.
func checkSender(ctx context.Context, e *product.Env) Finding {
	address, err := netmail.ParseAddress(e.Facts.MailFrom)
	if err != nil {
		return warn("set TRANSOM_MAIL_FROM", "the sender is the support address of the content")
	}
	_, host, _ := strings.Cut(address.Address, "@")
	names := e.Facts.Names
	if names == nil {
		names = net.DefaultResolver
	}
	if mx, err := names.LookupMX(ctx, host); err != nil || len(mx) == 0 {
		_, err := names.LookupHost(ctx, host)
		var unknown *net.DNSError
		if errors.As(err, &unknown) && !unknown.IsNotFound {
			return warn("can this machine look up names? cat /etc/resolv.conf", "%v", err)
		}
		if err != nil {
			return bad("is the domain of TRANSOM_MAIL_FROM spelt right? It needs an MX record, so that answers and bounces "+
				"arrive", "%s takes no mail: %v", host, err)
		}
	}
	for _, record := range []struct{ name, begins, what string }{{host, "v=spf1", "SPF"},
		{"_dmarc." + host, "v=DMARC1", "DMARC"}} {
		texts, _ := names.LookupTXT(ctx, record.name)
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(t, record.begins) }) {
			return warn("add the records that your mail provider names (SPF, DKIM, DMARC); without them many mailboxes put "+
				"our mail aside", "%s has no %s record", host, record.what)
		}
	}
	return ok("%s takes mail, and has SPF and DMARC records", host)
}

func checkGateway(ctx context.Context, e *product.Env) Finding {
	if e.Facts.AskGateway == nil {
		return warn("choose a provider for the public", "the sandbox moves no money")
	}
	err := e.Facts.AskGateway(ctx)
	if err == nil || errors.Is(err, payment.ErrProviderNotFound) {
		return ok("the gateway knows our keys")
	}
	return bad("compare the keys and the mode (test or live) with the provider's dashboard; when it cannot be reached, "+
		"may this machine connect to it?", "%s", strings.ReplaceAll(err.Error(), "\n", ": "))
}

// checkClock compares with the clock of another machine, the gateway. The site may be on this machine, with the same
// clock.
func checkClock(ctx context.Context, e *product.Env) Finding {
	theirs, err := time.Time{}, errors.New("no gateway")
	if e.Facts.GatewayURL != "" {
		theirs, err = dateOf(ctx, e, e.Facts.GatewayURL)
	}
	if err != nil {
		return warn("timedatectl must say `System clock synchronized: yes`", "there was no other clock to compare with")
	}
	if skew := time.Since(theirs).Abs(); skew > maxSkew {
		return bad("timedatectl set-ntp true; deadlines, codes and signatures go by this clock",
			"this machine's clock and the gateway's differ by %v", skew.Round(time.Second))
	}
	return ok("as the gateway's")
}

// dateOf returns the time in a server's answer, whatever the answer is.
func dateOf(ctx context.Context, e *product.Env, address string) (time.Time, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return time.Time{}, err
	}
	answer, err := client(e).Do(r)
	if err != nil {
		return time.Time{}, err
	}
	answer.Body.Close()
	return http.ParseTime(answer.Header.Get("Date"))
}

func checkSite(ctx context.Context, e *product.Env) Finding {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, e.Facts.SiteURL, nil)
	if err != nil {
		return bad("set TRANSOM_SITE_URL", "%v", err)
	}
	answer, err := client(e).Do(r)
	if err != nil {
		return bad("is the proxy running, are ports 80 and 443 open, does the name point here, and is the certificate good? "+
			"journalctl -u caddy says more", "%v", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return bad("does the proxy or the CDN pass the site's name on to the site?", "%s answers %d", e.Facts.SiteURL,
			answer.StatusCode)
	}
	if answer.TLS == nil {
		return warn("https for the public", "%s answers without TLS", e.Facts.SiteURL)
	}
	left := time.Until(answer.TLS.PeerCertificates[0].NotAfter)
	found := fmt.Sprintf("answers 200, certificate good for %d days", int(left.Hours()/24))
	if left < certificateLeft {
		return bad("look why it is not renewed: journalctl -u caddy; ports 80 and 443 must be open", "%s", found)
	}
	return ok("%s", found)
}

// checkWebhook sends a message with a bad signature from here; our program must refuse it.
func checkWebhook(ctx context.Context, e *product.Env) Finding {
	if e.Facts.AskGateway == nil {
		return warn("choose a provider for the public", "the sandbox calls from inside")
	}
	address := e.Facts.SiteURL + "/api/payments/" + e.Facts.Provider + "/webhook"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader("{}"))
	if err != nil {
		return bad("set TRANSOM_SITE_URL", "%v", err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := client(e).Do(r)
	if err != nil {
		return bad("start the server and its proxy", "%v", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		return bad("the proxy must pass /api/ on to this program", "%s answers %d instead of 400 to a forged message",
			address, answer.StatusCode)
	}
	return ok("%s refuses a forged message, as it should", address)
}

func client(e *product.Env) *http.Client { return cmp.Or(e.Facts.Client, http.DefaultClient) }
