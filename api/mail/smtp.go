package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"transom/api/domain"
)

// SMTP uses a new connection for each message, so that a broken connection affects only one.
type SMTP struct{ client *gomail.Client }

// SMTPOptions are optional settings.
type SMTPOptions struct {
	Timeout time.Duration // the time limit for connecting and for sending a message; the default is 20 s
	TLS     *tls.Config   // the settings for a server whose certificate is not publicly trusted, or nil
}

const defaultTimeout = 20 * time.Second

// NewSMTP accepts smtps://…, and smtp://…, which requires STARTTLS unless the server is on this machine.
func NewSMTP(address string, o SMTPOptions) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		// The address may contain a password.
		return nil, errors.New("the mail server is neither smtp://user:pass@host:port nor smtps://…")
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	options := []gomail.Option{gomail.WithTimeout(o.Timeout)}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port, options = 465, append(options, gomail.WithSSL())
	case domain.IsThisMachine(u.Hostname()):
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("the mail server's port is not a number: %s", u.Port())
		}
	}
	options = append(options, gomail.WithPort(port))
	if o.TLS != nil {
		options = append(options, gomail.WithTLSConfig(o.TLS))
	}
	if password, given := u.User.Password(); given {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("prepare mail server: %w", err)
	}
	return &SMTP{client}, nil
}

// Send implements Sender.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	return s.connect(ctx, func(connection *smtp.Client) error {
		return failureOf(s.client.SendWithSMTPClient(connection, m.encode()))
	})
}

// Check connects, encrypts and signs in like Send, but sends nothing.
func (s *SMTP) Check(ctx context.Context) error {
	return s.connect(ctx, func(*smtp.Client) error { return nil })
}

// An error while closing the connection is ignored.
func (s *SMTP) connect(ctx context.Context, do func(*smtp.Client) error) error {
	connection, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return &Failure{Reason: "the mail server cannot be reached or refuses the connection: " + kindOf(err), Down: true}
	}
	defer s.client.CloseWithSMTPClient(connection)
	return do(connection)
}

const forGood = "refused for good: "

// IsForGood reports whether the server has permanently refused the recipient or the message.
func IsForGood(reason string) bool { return strings.HasPrefix(reason, forGood) }

// If the server refuses our sender, the failure is not permanent: the settings are wrong for all messages.
func failureOf(err error) error {
	if err == nil {
		return nil
	}
	refused, answered := errors.AsType[*gomail.SendError](err)
	if !answered {
		return &Failure{Reason: "the connection was lost: " + kindOf(err), Down: true}
	}
	code := refused.ErrorCode()
	reason := fmt.Sprintf("the mail server answered %d (%s)", code, refused.Reason)
	switch refused.Reason {
	case gomail.ErrSMTPReset: // the server had already accepted the message
		return nil
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		if code >= 500 {
			return &Failure{Reason: forGood + reason, Permanent: true}
		}
		if code >= 400 {
			return &Failure{Reason: reason}
		}
	}
	return &Failure{Reason: reason, Down: true}
}

// kindOf describes a connection failure without quoting the server's reply, which may contain personal data.
func kindOf(err error) string {
	var (
		timeout   net.Error
		name      *net.DNSError
		operation *net.OpError
		answer    *textproto.Error
		untrusted *tls.CertificateVerificationError
		noTLS     tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &name):
		return "there is no host with this name"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "it does not respond"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens on this port"
	case errors.As(err, &untrusted):
		return "its certificate is not trusted"
	case errors.As(err, &noTLS):
		return "it does not use TLS on this port"
	case errors.As(err, &answer) && (answer.Code == 530 || answer.Code == 534 || answer.Code == 535):
		return fmt.Sprintf("it refuses our user name or password (%d)", answer.Code)
	case errors.As(err, &answer):
		return fmt.Sprintf("it answers %d", answer.Code)
	case errors.As(err, &operation):
		return operation.Op + " failed"
	}
	return "sign-in, encryption or greeting failed"
}
