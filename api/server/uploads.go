package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"transom/api/store"
	"transom/api/wire"
	"transom/generator/schema"
)

const (
	// multipartBytes is what a multipart body has besides the file.
	multipartBytes = 64 << 10
	// maxUnclaimedPerSession are the pictures that one browser may have waiting; older ones are given up.
	maxUnclaimedPerSession = 6
	// maxUnclaimedPerAddress bounds the space that one network can take with pictures nobody registers with.
	maxUnclaimedPerAddress = 200
)

// Uploads receives pictures. Photos are stored as they come out of the processor; identity papers are sealed first.
type Uploads struct {
	Pictures *picture.Processor
	Blobs    blob.Store
	Sealer   *blob.Sealer
	// AddressKey makes hashes of addresses that cannot be turned back by trying all addresses.
	AddressKey []byte

	arrivals *picture.Arrivals
}

// NewUploads returns the upload endpoint's workings.
func NewUploads(p *picture.Processor, b blob.Store, s *blob.Sealer, addressKey []byte) *Uploads {
	return &Uploads{Pictures: p, Blobs: b, Sealer: s, AddressKey: addressKey, arrivals: picture.NewArrivals()}
}

// BlobName is where an asset is kept.
func BlobName(kind, id string) string {
	if kind == "aadhar" {
		return kind + "/" + id + ".jpg.age"
	}
	return kind + "/" + id + ".jpg"
}

// upload is what a multipart body holds.
type upload struct {
	kind string
	data []byte
}

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

	largest := s.largestUpload()
	r.Body = http.MaxBytesReader(w, pace(w, r, uploadReadTimeout), int64(largest)+multipartBytes)
	received, release, err := s.Uploads.read(ctx, multipart.NewReader(r.Body, boundary), largest)
	defer release()
	if err != nil {
		return s.uploadRefusal(err)
	}
	rule, known := s.uploadRule(received.kind)
	if !known {
		return &domain.Error{Code: domain.CodeInvalid, Message: "Please say what the picture is.",
			Fields: map[string]string{"kind": "kind is photo or aadhar."}}
	}
	if len(received.data) > rule.MaxMB<<20 {
		return s.uploadRefusal(picture.ErrTooLarge)
	}
	id, err := s.storePicture(ctx, r, received, rule)
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
		Message: "Many pictures are arriving just now. Please try again in a moment."}
}

// read reads the parts "file" and "kind" in any order. The file's own name is not even looked at.
func (u *Uploads) read(ctx context.Context, parts *multipart.Reader, maxBytes int) (got upload, release func(), err error) {
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
			got.kind = string(text)
		case "file":
			if seenFile {
				return got, release, malformed("Send one file at a time.")
			}
			seenFile = true
			if got.data, release, err = u.arrivals.Read(ctx, part, maxBytes); err != nil {
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
	for _, refusal := range []error{picture.ErrNotPicture, picture.ErrBroken, picture.ErrTooLarge, picture.ErrTooManyPixels, context.DeadlineExceeded} {
		if errors.Is(err, refusal) {
			return err
		}
	}
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return picture.ErrTooLarge
	}
	return malformed("The upload did not arrive completely. Please try again.")
}

// uploadRefusal says in a sentence what is wrong with a picture.
func (s *server) uploadRefusal(err error) error {
	refuse := func(code, sentence string) error {
		return &domain.Error{Code: code, Message: sentence, Fields: map[string]string{"file": sentence}}
	}
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return refuse(domain.CodeTooLarge, "The file is larger than "+strconv.Itoa(s.largestUpload()>>20)+" MB. Please choose a smaller one.")
	case errors.Is(err, picture.ErrNotPicture):
		return refuse(domain.CodeInvalid, "This file is not a picture of the kinds that are accepted here.")
	case errors.Is(err, picture.ErrBroken):
		return refuse(domain.CodeInvalid, "The picture is incomplete or damaged. Please choose it again.")
	case errors.Is(err, picture.ErrTooManyPixels):
		return refuse(domain.CodeInvalid, "The picture has too many pixels. Please send a smaller one.")
	case errors.Is(err, context.DeadlineExceeded):
		return busy()
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 120, Cause: err,
			Message: "No picture can be stored just now. Please try again in a few minutes."}
	}
	return err
}

func (s *server) uploadRule(kind string) (schema.Upload, bool) {
	for _, rule := range s.Content.Registration.Uploads {
		if rule.Kind == kind {
			return rule, kind != "aadhar" || s.Content.Registration.IDDocument.Mode != "off"
		}
	}
	return schema.Upload{}, false
}

func (s *server) largestUpload() int {
	largest := 0
	for _, rule := range s.Content.Registration.Uploads {
		largest = max(largest, rule.MaxMB<<20)
	}
	return largest
}

// storePicture cleans, seals and stores. The file is durable before its row is written: a row never points at nothing.
func (s *server) storePicture(ctx context.Context, r *http.Request, u upload, rule schema.Upload) (id string, err error) {
	head, err := picture.Inspect(u.data)
	if err != nil {
		return "", err
	}
	if !accepts(rule, head.Format) {
		return "", picture.ErrNotPicture
	}
	clean, err := s.Uploads.Pictures.Clean(ctx, u.data, rule.LongestSide)
	if err != nil {
		return "", err
	}
	stored := clean.JPEG
	if u.kind == "aadhar" {
		if stored, err = s.Uploads.Sealer.Seal(stored); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(stored)
	asset := domain.Asset{
		ID: domain.NewAssetID(), Kind: u.kind, CreatedAt: s.Clock.Now(),
		UploaderHash: s.Uploads.hash("address", addressKey(r)), SizeBytes: len(stored),
		Width: clean.Width, Height: clean.Height, SHA256: hex.EncodeToString(sum[:]),
	}
	if session := r.Header.Get("X-Upload-Session"); session != "" {
		asset.SessionHash = s.Uploads.hash("session", session)
	}
	if _, inDatabase := s.Uploads.Blobs.(store.Blobs); inDatabase { // one commit for both
		return asset.ID, s.Store.WriteUpload(ctx, func(tx *store.Tx) error {
			if err := tx.PutBlob(ctx, BlobName(asset.Kind, asset.ID), stored); err != nil {
				return err
			}
			return s.insertAsset(ctx, tx, asset)
		})
	}
	if err := s.Uploads.Blobs.Put(ctx, BlobName(asset.Kind, asset.ID), stored); err != nil {
		return "", err
	}
	if err := s.Store.WriteUpload(ctx, func(tx *store.Tx) error { return s.insertAsset(ctx, tx, asset) }); err != nil {
		// Nobody was told its name. A file that cannot be deleted now is found by the cleaner.
		_ = s.Uploads.Blobs.Delete(context.WithoutCancel(ctx), BlobName(asset.Kind, asset.ID))
		return "", err
	}
	return asset.ID, nil
}

// insertAsset writes the row within the quotas of the network and of the browser.
func (s *server) insertAsset(ctx context.Context, tx *store.Tx, a domain.Asset) error {
	if s.Settings.RateLimits {
		waiting, err := tx.CountUnclaimedAssets(ctx, a.UploaderHash, a.CreatedAt.Add(-domain.UnclaimedAssetLifetime))
		if err != nil {
			return err
		}
		if waiting >= maxUnclaimedPerAddress {
			return &domain.Error{Code: domain.CodeTooManyRequests, RetryAfterSeconds: 3600,
				Message: "Many pictures from your network are waiting for their registration. Please try again later."}
		}
	}
	if err := tx.InsertAsset(ctx, a); err != nil {
		return err
	}
	if a.SessionHash == "" {
		return nil
	}
	return tx.ReleaseOldestOfSession(ctx, a.UploaderHash, a.SessionHash, maxUnclaimedPerSession, a.CreatedAt)
}

func accepts(rule schema.Upload, format string) bool {
	for _, ending := range rule.Accept {
		if ending == format || format == "jpeg" && ending == "jpg" {
			return true
		}
	}
	return false
}

// hash is a keyed hash of something that identifies a caller.
func (u *Uploads) hash(purpose, text string) string { return keyedHash(u.AddressKey, purpose, text) }
