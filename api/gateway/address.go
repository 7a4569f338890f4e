package gateway

import (
	"fmt"
	"net/url"
	"strings"

	"transom/api/domain"
	"transom/api/payment"
)

// PaymentHosts are the hosts on which a gateway's payment pages may be, including their subdomains.
type PaymentHosts []string

// Check refuses an address to which the browser must not be sent. The page must be on one of the hosts and use
// HTTPS. If the gateway's own API is on this machine, as in tests, its pages may be on this machine too.
func (hosts PaymentHosts) Check(address, baseURL string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return refuse(address)
	}
	host := strings.ToLower(u.Hostname())
	if base, err := url.Parse(baseURL); err == nil && domain.IsThisMachine(base.Hostname()) &&
		domain.IsThisMachine(host) && strings.HasPrefix(u.Scheme, "http") {
		return nil
	}
	if u.Scheme != "https" || u.Port() != "" && u.Port() != "443" {
		return refuse(address)
	}
	for _, allowed := range hosts {
		if host == allowed || strings.HasSuffix(host, "."+allowed) {
			return nil
		}
	}
	return refuse(address)
}

func refuse(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%w: the payment page has no address", payment.ErrMismatch)
	}
	return fmt.Errorf("%w: the payment page is at %s://%s", payment.ErrMismatch, u.Scheme, u.Host)
}
