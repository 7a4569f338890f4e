package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"transom/api/apitest"
	"transom/api/mail"
)

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// signedIn registers and pays for a person, who then signs in with the emailed code.
func (p *product) signedIn() (token string, err error) {
	photo, err := p.upload("photo", apitest.SmallJPEG())
	if err != nil {
		return "", err
	}
	paper, err := p.upload("aadhar", apitest.SmallJPEG())
	if err != nil {
		return "", err
	}
	id, link, err := p.register(photo, paper)
	if err != nil {
		return "", err
	}
	email := fmt.Sprintf("p%d@example.org", people.Load())
	if err := p.pay(link); err != nil {
		return "", err
	}
	if _, err := p.ask("/api/verify-payment", `{"bookingId":"`+id+`"}`, ""); err != nil {
		return "", err
	}
	raw, err := p.ask("/api/send-otp", `{"email":"`+email+`"}`, "")
	if err != nil {
		return "", err
	}
	var answer struct {
		ChallengeID string `json:"challenge_id"`
		AccessToken string `json:"accesstoken"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return "", err
	}
	code, err := p.code(email)
	if err != nil {
		return "", err
	}
	raw, err = p.ask("/api/verify-otp", fmt.Sprintf(`{"email":%q,"otp":%q,"challenge_id":%q}`, email, code,
		answer.ChallengeID), "")
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return "", err
	}
	raw, err = p.ask("/api/tickets", `{}`, answer.AccessToken)
	if err == nil && !strings.Contains(string(raw), `"qr"`) {
		err = fmt.Errorf("no ticket, and reading an empty list measures nothing: %s", raw)
	}
	return answer.AccessToken, err
}

// codeInFolder waits for the email that the program writes to its folder.
func (p *product) codeInFolder(email string) (string, error) {
	for range 600 {
		mails, err := mail.ReadFolder(filepath.Join(p.folder, "outbox"), 100_000)
		if err != nil {
			return "", err
		}
		for _, m := range mails {
			if code := sixDigits.FindString(m.Text); code != "" && strings.Contains(m.To, email) &&
				strings.Contains(m.Subject, "code") {
				return code, nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", errors.New("no email with a code arrived")
}

func (p *product) ask(path, body, token string) ([]byte, error) {
	r, err := p.request(path, body, token)
	if err != nil {
		return nil, err
	}
	return send(r, http.StatusOK)
}

func (p *product) request(path, body, token string) (*http.Request, error) {
	r, err := http.NewRequest("POST", "http://"+p.addr+path, strings.NewReader(body))
	if err == nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", token)
	}
	return r, err
}
