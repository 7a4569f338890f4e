package server

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/picture"
	"transom/api/upload"
	"transom/api/wire"
)

const (
	// multipartBytes is what a multipart body has besides the file.
	multipartBytes = 64 << 10
	// uploadSessionHeader is how a browser calls itself for one visit of the form.
	uploadSessionHeader = "X-Upload-Session"
)

// handleUpload answers /upload-assets: file in, opaque handle out.
func (s *server) handleUpload(w http.ResponseWriter, r *http.Request) error {
	boundary, err := multipartBoundary(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), uploadReadTimeout)
	defer cancel()
	// A phone on a bad connection may take its time; it gets no more than this.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(uploadReadTimeout + writeTimeout))

	largest := s.Uploads.LargestBytes()
	r.Body = http.MaxBytesReader(w, pace(w, r, uploadReadTimeout), int64(largest)+multipartBytes)
	received, release, err := s.readUpload(ctx, multipart.NewReader(r.Body, boundary), largest)
	defer release()
	if err != nil {
		return s.uploadRefusal(err)
	}
	rule, known := s.Uploads.Rule(received.Kind)
	if !known {
		return &domain.Error{Code: domain.CodeInvalid, Message: "Please say what the picture is.",
			Fields: map[string]string{"kind": "kind is photo or aadhar."}}
	}
	if len(received.Data) > rule.MaxMB<<20 {
		return s.uploadRefusal(picture.ErrTooLarge)
	}
	received.UploaderHash = keyedHash(s.AddressKey, "address", wideKey(r)) // one customer has many of the smaller networks
	if session := r.Header.Get(uploadSessionHeader); session != "" {
		received.SessionHash = keyedHash(s.AddressKey, "session", session)
	}
	id, err := s.Uploads.Save(ctx, received, rule)
	if err != nil {
		return s.uploadRefusal(err)
	}
	respond(w, http.StatusOK, wire.UploadResponse{Status: ok(), URL: domain.AssetHandle(id)})
	return nil
}

func multipartBoundary(r *http.Request) (string, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return "", &domain.Error{Code: domain.CodeUnsupportedType, Message: "Send the picture as multipart/form-data."}
	}
	if params["boundary"] == "" {
		return "", malformed("The upload has no boundary.")
	}
	return params["boundary"], nil
}

func busy() error {
	return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 10,
		Message: "We're receiving many uploads. Please try again in a moment."}
}

// readUpload reads the parts "file" and "kind" in any order. The file's own name is not even looked at.
func (s *server) readUpload(ctx context.Context, parts *multipart.Reader, maxBytes int) (got upload.Arrival,
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
				return got, release, malformed("Send one file at a time.")
			}
			seenFile = true
			if got.Data, release, err = s.Uploads.Read(ctx, part, maxBytes); err != nil {
				return got, release, badMultipart(err)
			}
		}
	}
	if !seenPart {
		return got, release, malformed("The upload holds nothing, or its boundary is wrong.")
	}
	if !seenFile {
		return got, release, &domain.Error{Code: domain.CodeInvalid, Message: "The upload holds no file.",
			Fields: map[string]string{"file": "Please choose a picture."}}
	}
	return got, release, nil
}

// badMultipart keeps refusals of the picture and turns everything else that goes wrong while reading into 400.
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
	return malformed("The upload was interrupted. Please try again.")
}

// uploadRefusal says in a sentence what is wrong with a picture.
func (s *server) uploadRefusal(err error) error {
	refuse := func(code, sentence string) error {
		return &domain.Error{Code: code, Message: sentence, Fields: map[string]string{"file": sentence}}
	}
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return refuse(domain.CodeTooLarge, "The file is larger than "+strconv.Itoa(s.Uploads.LargestBytes()>>20)+
			" MB. Please choose a smaller one.")
	case errors.Is(err, picture.ErrNotPicture):
		return refuse(domain.CodeInvalid, "This file is not a picture of the kinds that are accepted here.")
	case errors.Is(err, picture.ErrBroken):
		return refuse(domain.CodeInvalid, "The picture is incomplete or damaged. Please choose it again.")
	case errors.Is(err, picture.ErrTooManyPixels):
		return refuse(domain.CodeInvalid, "The picture has too many pixels. Please send a smaller one.")
	case errors.Is(err, context.DeadlineExceeded):
		return busy()
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, blob.ErrAway):
		return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 120, Cause: err,
			Message: "Uploads are temporarily unavailable. Please try again in a few minutes."}
	}
	return err
}
