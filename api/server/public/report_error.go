package public

import (
	"regexp"
	"slices"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

var (
	releaseName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,20}$`)
	errorName   = regexp.MustCompile(`^[A-Za-z]{1,40}$`)
)

// HandleReportError answers /report-error: a page failed in a visitor's browser. The error is counted and logged.
// The log entry cannot contain personal data: the route is one of the content's, and the rest must have the form of
// a name.
func (h Handlers) HandleReportError(c common.Call, in wire.ReportErrorRequest) (any, error) {
	known := slices.ContainsFunc(h.Content.Event.Sheets,
		func(sheet schema.Sheet) bool { return string(sheet.Route) == in.Route })
	if !known || !releaseName.MatchString(in.Release) || !errorName.MatchString(in.Error) {
		return nil, &domain.Error{Code: domain.CodeInvalid, Message: texts.ErrorReport}
	}
	h.Metrics.PageErrors.Inc()
	h.Log.WarnContext(c.Context(), "an error on a page", "request_id", c.RequestID(), "route", in.Route,
		"release", in.Release, "error", in.Error)
	return common.OK(), nil
}
