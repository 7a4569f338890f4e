package common

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/upload"
)

// ErrNoPhoto is returned if a photo does not exist.
var ErrNoPhoto = &domain.Error{Code: domain.CodeNotFound, Message: texts.NoPhoto}

// Photo returns a person's photo, nil if there is none. Identity documents are never served.
func (a *API) Photo(ctx context.Context, asset string) ([]byte, error) {
	if asset == "" {
		return nil, nil
	}
	photo, err := a.Photos.Get(ctx, upload.BlobName(upload.Photo, asset))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	return photo, err
}

// WritePhoto answers with a photo that only the caller may see. Headers: security reference, row 33.
func WritePhoto(w http.ResponseWriter, photo []byte) {
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(photo)))
	h.Set("Content-Disposition", `attachment; filename="photo.jpg"`)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	w.Write(photo)
}
