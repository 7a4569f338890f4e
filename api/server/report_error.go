package server

import (
	"net/http"
	"regexp"
	"slices"

	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

var (
	releaseName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,20}$`)
	errorName   = regexp.MustCompile(`^[A-Za-z]{1,40}$`)
)

// handleReportError answers /report-error: a page broke in somebody's browser. It is counted and is one line of the
// log. The line can hold nothing of the person: the route is one of the content's, and the rest has the shape of a
// name.
func (s *server) handleReportError(w http.ResponseWriter, r *http.Request) error {
	var in wire.ReportErrorRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	known := slices.ContainsFunc(s.Content.Event.Sheets,
		func(sheet schema.Sheet) bool { return string(sheet.Route) == in.Route })
	if !known || !releaseName.MatchString(in.Release) || !errorName.MatchString(in.Error) {
		return &domain.Error{Code: domain.CodeInvalid,
			Message: "A report names a page of this site, its release and the kind of error."}
	}
	s.Metrics.PageErrors.Inc()
	s.Log.WarnContext(r.Context(), "a page broke", "request_id", requestIDOf(w), "route", in.Route, "release", in.Release,
		"error", in.Error)
	respond(w, http.StatusOK, ok())
	return nil
}
