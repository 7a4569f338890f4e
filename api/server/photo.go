package server

import (
	"errors"
	"net/http"
	"strconv"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/upload"
)

// handlePhoto answers /photo: the account's own photo as bytes, an addition to the contract, because profile_url is a
// handle and no address. Headers: security reference, row 33. Identity documents are never served.
func (s *server) handlePhoto(w http.ResponseWriter, r *http.Request) error {
	if _, err := decodeJSON(r, &struct{}{}); err != nil {
		return err
	}
	account, err := s.account(r)
	if err != nil {
		return err
	}
	none := &domain.Error{Code: domain.CodeNotFound, Message: "There is no photo."}
	if account.PhotoAsset == "" {
		return none
	}
	photo, err := s.Photos.Get(r.Context(), upload.BlobName(upload.Photo, account.PhotoAsset))
	if errors.Is(err, blob.ErrNotFound) {
		return none
	}
	if err != nil {
		return err
	}
	writePhoto(w, photo)
	return nil
}

// writePhoto answers a picture that is nobody else's. Headers: security reference, row 33.
func writePhoto(w http.ResponseWriter, photo []byte) {
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(photo)))
	h.Set("Content-Disposition", `attachment; filename="photo.jpg"`)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	w.Write(photo)
}
