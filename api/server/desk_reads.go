package server

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// deskReads are the rooms that show: today, people, a registration, tasks, and the export of a list.
func (s *server) deskReads(r chi.Router) {
	r.Post("/today", s.desk(staff.TodayView, s.handleToday))
	r.Post("/people", s.desk(staff.PeopleView, s.handlePeople))
	r.Post("/registration", s.desk(staff.PeopleView, s.handleDeskRegistration))
	r.Post("/tasks", s.desk(staff.TasksView, s.handleTasks))
	r.Post("/task-done", s.desk(staff.TasksDone, s.handleTaskDone))
	r.Post("/export", s.desk(staff.Export, s.handleExport))
}

func (s *server) handleToday(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	out, err := s.Reads.Today(r.Context(), desk.SightOf(who.Role))
	if err != nil {
		return err
	}
	out.Status = ok()
	respond(w, http.StatusOK, out)
	return nil
}

func (s *server) handlePeople(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskPeopleRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	q, err := s.Reads.ParseQuery(in.Query)
	if err != nil {
		return err
	}
	ask := s.Reads.People
	if in.Alike {
		ask = s.Reads.Alike
	}
	out, err := ask(r.Context(), q, desk.SightOf(who.Role))
	if err != nil {
		return err
	}
	out.Status = ok()
	respond(w, http.StatusOK, out)
	return nil
}

func (s *server) handleDeskRegistration(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskRegistrationRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	found, err := s.Reads.Registration(r.Context(), cmp.Or(in.ID, in.Code), desk.SightOf(who.Role))
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.DeskRegistrationResponse{Status: ok(), Registration: found})
	return nil
}

func (s *server) handleTasks(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	out, err := s.Reads.Tasks(r.Context(), desk.SightOf(who.Role))
	if err != nil {
		return err
	}
	out.Status = ok()
	respond(w, http.StatusOK, out)
	return nil
}

func (s *server) handleTaskDone(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskTaskDoneRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Reads.CloseTask(r.Context(), in.Key, in.Why, who, requestIDOf(w)); err != nil {
		return err
	}
	respond(w, http.StatusOK, ok())
	return nil
}

// exportTimeout is how long a browser may take for a file.
const exportTimeout = 10 * time.Minute

// handleExport answers the file. It is made before anything is sent, so that half a list never looks like a whole one.
func (s *server) handleExport(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskExportRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	q, err := s.Reads.ParseQuery(in.Query)
	if err != nil {
		return err
	}
	order := desk.Order{Query: q, Columns: in.Columns, Format: in.Format, Purpose: in.Purpose, RequestID: requestIDOf(w)}
	made, err := s.Reads.Export(r.Context(), order, who, desk.SightOf(who.Role))
	if err != nil {
		return err
	}
	defer made.Close()
	// else it begins before the list is made
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTimeout))
	w.Header().Set("Content-Type", made.Type)
	w.Header().Set("Content-Disposition", `attachment; filename="`+made.Name+`"`)
	w.Header().Set("Content-Length", strconv.FormatInt(made.Bytes, 10))
	if err := made.Send(r.Context(), w); err != nil {
		s.Log.WarnContext(r.Context(), "export was not sent", "request_id", requestIDOf(w), "error", err)
		panic(http.ErrAbortHandler) // the browser sees that the file is not whole
	}
	return nil
}
