package public

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"syscall"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/picture"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/upload"
	"transom/api/wire"
)

const (
	multipartBytes = 64 << 10
	// uploadSessionHeader identifies one browser's visit to the form.
	uploadSessionHeader = "X-Upload-Session"
)

// HandleUpload answers /upload-assets: it stores a file and returns an opaque handle.
func (h Handlers) HandleUpload(w http.ResponseWriter, r *http.Request) error {
	boundary, err := multipartBoundary(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), common.UploadReadTimeout)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(common.UploadReadTimeout + common.WriteTimeout))

	largest := h.Uploads.LargestBytes()
	r.Body = http.MaxBytesReader(w, common.Pace(w, r, common.UploadReadTimeout), int64(largest)+multipartBytes)
	received, release, err := h.readUpload(ctx, multipart.NewReader(r.Body, boundary), largest)
	defer release()
	if err != nil {
		return h.uploadRefusal(err)
	}
	rule, known := h.Uploads.Rule(received.Kind)
	if !known {
		return &domain.Error{Code: domain.CodeInvalid, Message: texts.UploadUnknownKind,
			Fields: map[string]string{"kind": texts.UploadKinds}}
	}
	if len(received.Data) > rule.MaxMB<<20 {
		return h.uploadRefusal(picture.ErrTooLarge)
	}
	// one customer may have many networks smaller than a /48
	received.UploaderHash = h.Hash("address", common.NetworkKey(r))
	if session := r.Header.Get(uploadSessionHeader); session != "" {
		received.SessionHash = h.Hash("session", session)
	}
	id, err := h.Uploads.Save(ctx, received, rule)
	if err != nil {
		return h.uploadRefusal(err)
	}
	common.Succeed(w, wire.UploadResponse{URL: domain.AssetHandle(id)})
	return nil
}

func multipartBoundary(r *http.Request) (string, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return "", &domain.Error{Code: domain.CodeUnsupportedType, Message: texts.UploadNotMultipart}
	}
	if params["boundary"] == "" {
		return "", common.Malformed(texts.UploadNoBoundary)
	}
	return params["boundary"], nil
}

// The file's own name is ignored.
func (h Handlers) readUpload(ctx context.Context, parts *multipart.Reader, maxBytes int) (got upload.Arrival,
	release func(), err error) {
	release = func() {}
	seenPart, seenFile := false, false
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return got, release, badMultipart(err)
		}
		seenPart = true
		switch part.FormName() {
		case "kind":
			text, err := io.ReadAll(io.LimitReader(part, 32))
			if err != nil {
				return got, release, badMultipart(err)
			}
			got.Kind = string(text)
		case "file":
			if seenFile {
				return got, release, common.Malformed(texts.UploadOneFile)
			}
			seenFile = true
			if got.Data, release, err = h.Uploads.Read(ctx, part, maxBytes); err != nil {
				return got, release, badMultipart(err)
			}
		}
	}
	if !seenPart {
		return got, release, common.Malformed(texts.UploadEmpty)
	}
	if !seenFile {
		return got, release, &domain.Error{Code: domain.CodeInvalid, Message: texts.UploadNoFile,
			Fields: map[string]string{"file": texts.UploadChooseFile}}
	}
	return got, release, nil
}

func badMultipart(err error) error {
	for _, refusal := range []error{picture.ErrNotPicture, picture.ErrBroken, picture.ErrTooLarge,
		picture.ErrTooManyPixels, context.DeadlineExceeded} {
		if errors.Is(err, refusal) {
			return err
		}
	}
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return picture.ErrTooLarge
	}
	return common.Malformed(texts.UploadInterrupted)
}

func (h Handlers) uploadRefusal(err error) error {
	refuse := func(code, sentence string) error {
		return &domain.Error{Code: code, Message: sentence, Fields: map[string]string{"file": sentence}}
	}
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return refuse(domain.CodeTooLarge, texts.UploadTooLarge(h.Uploads.LargestBytes()>>20))
	case errors.Is(err, picture.ErrNotPicture):
		return refuse(domain.CodeInvalid, texts.UploadNotPicture)
	case errors.Is(err, picture.ErrBroken):
		return refuse(domain.CodeInvalid, texts.UploadBroken)
	case errors.Is(err, picture.ErrTooManyPixels):
		return refuse(domain.CodeInvalid, texts.UploadTooManyPixels)
	case errors.Is(err, context.DeadlineExceeded):
		return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 10, Message: texts.UploadsBusy}
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 120, Cause: err,
			Message: texts.UploadsUnavailable}
	}
	return err
}

// Source: security reference, B5, 35. Sixty people in a hall may share an address and register at once, each with two
// pictures and some with a third (C2). Disk space per network is limited by upload.maxUnclaimedPerNetwork.
const (
	uploadWindow       = 10 * time.Minute
	uploadsOfSender    = 20
	uploadsOfAddress   = 180
	uploadsOfWideShare = 2 * uploadsOfAddress
)

// A sender is one browser's visit to the form; requests without the header share one sender per address. A client can
// invent senders, but all of them share the address's limit.
func (h Handlers) LimitUploads() chi.Middlewares {
	sender := func(r *http.Request) string {
		return common.ClientKey(r) + " " + h.Hash("session", r.Header.Get(uploadSessionHeader))
	}
	return chi.Middlewares{
		// first, because pictures that this limit refuses do not count towards the other two
		h.LimitBy(sender, uploadsOfSender, uploadWindow),
		h.Limit(uploadsOfAddress, uploadWindow),
		h.LimitBy(common.NetworkKey, uploadsOfWideShare, uploadWindow),
	}
}
