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

// maxSkew is the largest accepted clock error. Signatures and deadlines depend on the clock.
const maxSkew = 30 * time.Second

// defaultPatience is shorter than a check's time limit, so that a request's own error is reported.
const defaultPatience = 8 * time.Second

// If less time is left before expiry, the certificate should have been renewed already.
const certificateLeft = 14 * 24 * time.Hour

func checkMail(ctx context.Context, e *product.Env) Finding {
	if e.Facts.Mail == "outbox" || e.Facts.Mail == "" {
		return warn("set TRANSOM_MAIL=smtps://… for the public", "emails are written to files, not sent")
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
		return bad("check the name, port, user and password, and that this machine can connect to that port. "+
			"smtp:// is for STARTTLS (587), smtps:// for TLS from the start (465)", "%v", err)
	}
	return ok("the mail server accepts our user and password")
}

// checkSender checks our sender's domain as recipients' mail servers do.
func checkSender(ctx context.Context, e *product.Env) Finding {
	address, err := netmail.ParseAddress(e.Facts.MailFrom)
	if err != nil {
		return warn("set TRANSOM_MAIL_FROM", "the sender is the support address from the content")
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
			return warn("check that this machine can look up names (`cat /etc/resolv.conf`)", "%v", err)
		}
		if err != nil {
			return bad("check the spelling of the domain in TRANSOM_MAIL_FROM. It needs an MX record, so that "+
				"replies and bounces arrive", "%s does not accept mail: %v", host, err)
		}
	}
	for _, record := range []struct{ name, begins, what string }{{host, "v=spf1", "SPF"},
		{"_dmarc." + host, "v=DMARC1", "DMARC"}} {
		texts, _ := names.LookupTXT(ctx, record.name)
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(t, record.begins) }) {
			return warn("add the records that your mail provider gives you (SPF, DKIM, DMARC); without them many "+
				"mailboxes treat our emails as spam", "%s has no %s record", host, record.what)
		}
	}
	return ok("%s accepts mail, and has SPF and DMARC records", host)
}

func checkGateway(ctx context.Context, e *product.Env) Finding {
	if e.Facts.AskGateway == nil {
		return warn("choose a provider for the public", "the sandbox moves no money")
	}
	err := e.Facts.AskGateway(ctx)
	if err == nil || errors.Is(err, payment.ErrProviderNotFound) {
		return ok("the gateway accepts our keys")
	}
	return bad("compare the keys and the mode (test or live) with the provider's dashboard; if the gateway "+
		"cannot be reached, check that this machine can connect to it", "%s", strings.ReplaceAll(err.Error(), "\n", ": "))
}

func checkClock(ctx context.Context, e *product.Env) Finding {
	theirs, err := time.Time{}, errors.New("no gateway")
	if e.Facts.GatewayURL != "" {
		var answer *http.Response
		if answer, err = head(ctx, e, e.Facts.GatewayURL); err == nil {
			theirs, err = http.ParseTime(answer.Header.Get("Date"))
		}
	}
	if err != nil {
		return warn("`timedatectl` must print `System clock synchronized: yes`", "there is no other clock to compare with")
	}
	if skew := time.Since(theirs).Abs(); skew > maxSkew {
		return bad("run `timedatectl set-ntp true`; deadlines, codes and signatures depend on this clock",
			"the clocks of this machine and the gateway differ by %v", skew.Round(time.Second))
	}
	return ok("agrees with the gateway's clock")
}

// head uses a new connection, because a renewed certificate does not appear on an old one.
func head(ctx context.Context, e *product.Env, address string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return nil, err
	}
	r.Close = true
	answer, err := client(e).Do(r)
	if err != nil {
		return nil, err
	}
	return answer, answer.Body.Close()
}

func checkSite(ctx context.Context, e *product.Env) Finding {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, e.Facts.SiteURL, nil)
	if err != nil {
		return bad("set TRANSOM_SITE_URL", "%v", err)
	}
	answer, err := client(e).Do(r)
	if err != nil {
		return bad("check that the proxy is running, ports 80 and 443 are open, the name points here and the "+
			"certificate is valid; `journalctl -u caddy` shows more", "%v", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return bad("check that the proxy or the CDN forwards the site's name", "%s answers %d", e.Facts.SiteURL,
			answer.StatusCode)
	}
	if answer.TLS == nil {
		return warn("use https for the public", "%s answers without TLS", e.Facts.SiteURL)
	}
	left := time.Until(answer.TLS.PeerCertificates[0].NotAfter)
	found := fmt.Sprintf("answers 200, certificate valid for %d days", int(left.Hours()/24))
	if left < certificateLeft {
		return bad("find out why it is not renewed (`journalctl -u caddy`); ports 80 and 443 must be open", "%s", found)
	}
	return ok("%s", found)
}

// checkWebhook sends our public webhook a message without a signature, which our program must refuse.
func checkWebhook(ctx context.Context, e *product.Env) Finding {
	if e.Facts.AskGateway == nil {
		return warn("choose a provider for the public", "the sandbox does not use the network")
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
		return bad("the proxy must forward /api/ to this program", "%s answers %d instead of 400 to a forged message",
			address, answer.StatusCode)
	}
	return ok("%s refuses a forged message, as expected", address)
}

func client(e *product.Env) *http.Client { return cmp.Or(e.Facts.Client, http.DefaultClient) }
