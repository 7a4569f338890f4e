package fakegateway

// Fail makes a payment attempt that the bank refuses; the link does not change.
func (e *Engine) Fail(reference string) bool {
	defer e.lock()()
	l := e.payable(reference)
	if l == nil {
		return false
	}
	p := e.try(l, "failed")
	e.announce(l, p, "failed")
	return true
}

// Pay makes the payment for a link, or returns false if that is not possible. Sometimes the first attempt is refused.
func (e *Engine) Pay(reference string) bool {
	defer e.lock()()
	l := e.payable(reference)
	if l == nil {
		return false
	}
	if e.chance(e.knobs.FailedThenPaid) {
		e.announce(l, e.try(l, "failed"), "failed")
	}
	e.capture(l)
	return true
}

// PayLate captures a payment after its link has expired, because the bank was late.
func (e *Engine) PayLate(reference string) bool {
	defer e.lock()()
	l := e.byRef[reference]
	if l == nil {
		return false
	}
	e.refresh(l)
	if l.Status != Expired && l.Status != Cancelled {
		return false
	}
	e.announce(l, e.try(l, "failed"), "failed")
	e.capture(l)
	return true
}

func (e *Engine) payable(reference string) *Link {
	l := e.byRef[reference]
	if l == nil {
		return nil
	}
	if e.refresh(l); l.Status != Created {
		return nil
	}
	return l
}

// MaybePayLate calls PayLate with the configured probability.
func (e *Engine) MaybePayLate(reference string) bool {
	return e.Chance(e.currentKnobs().LatePayment) && e.PayLate(reference)
}

// Chance draws from the gateway's random numbers, so that one seed determines a whole test.
func (e *Engine) Chance(p float64) bool {
	defer e.lock()()
	return e.chance(p)
}

func (e *Engine) try(l *Link, status string) *Payment {
	if l.OrderID == "" {
		l.OrderID = e.number("order_")
	}
	p := &Payment{ID: e.number("pay_"), LinkID: l.ID, Reference: l.Reference, Amount: l.Amount, Status: status,
		CreatedAt: e.clock.Now(), refunds: map[string]int64{}, failed: map[string]int64{}}
	e.payments[p.ID] = p
	l.Payments = append(l.Payments, p)
	return p
}

// capture adds a captured payment to a link and queues every webhook that gateways send about it.
func (e *Engine) capture(l *Link) {
	p := e.try(l, Captured)
	l.Status, l.AmountPaid = Paid, l.Amount
	e.announce(l, p, "authorized")
	e.announce(l, p, Captured)
	e.announce(l, p, Paid)
}
