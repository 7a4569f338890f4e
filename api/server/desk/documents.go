package desk

import (
	"net/http"
	"strconv"

	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
)

// MaxNumbersBytes is the maximum size of an institute's list of numbers: a quarter of a million lines.
const MaxNumbersBytes = 4 << 20

// HandleChecks answers /desk/documents/queue.
func (h Handlers) HandleChecks(c Call, _ common.NoBody) (any, error) {
	out, err := h.Identity.Queue(c.Context())
	out.Status = common.OK()
	return out, err
}

// HandleCheckPhoto answers /desk/documents/photo.
func (h Handlers) HandleCheckPhoto(c Call, in wire.DeskDocumentOpenRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	photo, err := h.Photo(c.Context(), b.PhotoAsset)
	if err == nil && photo == nil {
		err = common.ErrNoPhoto
	}
	if err != nil {
		return nil, err
	}
	common.WritePhoto(c.W, photo)
	return nil, nil
}

// HandleOpenDocument answers /desk/documents/open with the encrypted document.
func (h Handlers) HandleOpenDocument(c Call, in wire.DeskDocumentOpenRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	document, err := h.Identity.Open(c.Context(), b.ID, texts.DeskOpenedToCheck, c.Actor(), c.RequestID())
	if err != nil {
		return nil, err
	}
	header := c.W.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Length", strconv.Itoa(len(document)))
	header.Set("Cache-Control", "private, no-store")
	c.W.WriteHeader(http.StatusOK)
	c.W.Write(document)
	return nil, nil
}

// HandleNumbers answers /desk/documents/numbers.
func (h Handlers) HandleNumbers(c Call, in wire.DeskNumbersRequest) (any, error) {
	n, err := h.Identity.ImportNumbers(c.Context(), in.Institute, in.CSV, c.Actor(), c.RequestID())
	return wire.DeskNumbersResponse{Status: common.OK(), Numbers: n}, err
}
