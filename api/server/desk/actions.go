package desk

import (
	"transom/api/desk"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/wire"
)

// HandleAction answers /desk/NAME for an action of package desk. The permission depends on the request; a preview
// needs only the role, not the passkey.
func (h Handlers) HandleAction(action desk.Action) func(Call, common.NoBody) (any, error) {
	return func(c Call, _ common.NoBody) (any, error) {
		asked := action.Ask()
		if _, err := common.Decode(c.R, asked.Input()); err != nil {
			return nil, err
		}
		in, p := asked.Base(), asked.Permission()
		if !in.Preview || !staff.May(c.Member.Role, p) {
			if err := c.Allow(p); err != nil {
				return nil, err
			}
		}
		out, err := asked.Do(c.Context(), h.Actions, desk.Request{
			BookingID: in.ID, Version: max(in.Version, 0), Why: in.Why, Preview: in.Preview, Who: c.Actor(),
			RequestID: c.RequestID(),
		})
		if err != nil {
			return nil, err
		}
		out.Status = common.OK()
		return out.DeskActionResponse, nil
	}
}

// HandlePending answers /desk/pending.
func (h Handlers) HandlePending(c Call, in wire.DeskPendingRequest) (any, error) {
	out, err := h.Actions.Pending(c.Context(), in.ID, c.Actor())
	out.Status = common.OK()
	return out, err
}
