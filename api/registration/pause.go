package registration

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"transom/api/domain"
	"transom/api/texts"
)

const maxSentence = 300

// PauseOrder says what an organiser wants to pause or to resume.
type PauseOrder struct {
	Category, Sentence string
	Actor              domain.Actor
	Why, RequestID     string
}

func (o PauseOrder) action(action string) domain.Action {
	return domain.Action{Actor: o.Actor, Name: action, Object: o.Category, Why: domain.Typed(o.Why),
		RequestID: o.RequestID}
}

// Pause stops new registrations in one category, or in all. Existing payment links can still be paid.
func (r *Service) Pause(ctx context.Context, o PauseOrder) error {
	sentence := strings.Join(strings.Fields(domain.Typed(o.Sentence)), " ")
	faults := r.checkPause(o)
	if sentence == "" || utf8.RuneCountInString(sentence) > maxSentence {
		faults["sentence"] = texts.PauseSentence
	}
	if len(faults) > 0 {
		return domain.Invalid(faults)
	}
	return r.store.Write(ctx, func(tx Tx) error {
		action := o.action(domain.ActionSalesPause)
		action.At, action.After = r.clock.Now(), map[string]string{"sentence": sentence}
		return errors.Join(tx.SavePause(ctx, domain.SalesPause{Category: o.Category, Sentence: sentence, Actor: o.Actor.Name,
			PausedAt: action.At}), tx.AddAction(ctx, action))
	})
}

// Resume ends the pause.
func (r *Service) Resume(ctx context.Context, o PauseOrder) error {
	if faults := r.checkPause(o); len(faults) > 0 {
		return domain.Invalid(faults)
	}
	return r.store.Write(ctx, func(tx Tx) error {
		was, err := tx.DeletePause(ctx, o.Category)
		if err != nil || !was { // somebody else has already resumed the sale
			return err
		}
		action := o.action(domain.ActionSalesResume)
		action.At = r.clock.Now()
		return tx.AddAction(ctx, action)
	})
}

func (r *Service) checkPause(o PauseOrder) map[string]string {
	faults := map[string]string{}
	if _, known := r.content.CategoryByType(o.Category); !known && o.Category != "" {
		faults["category"] = texts.NoSuchCategory
	}
	if domain.Typed(o.Why) == "" {
		faults["why"] = texts.WhyMissing
	}
	return faults
}

func (r *Service) checkPauses(ctx context.Context, category string) error {
	pauses, err := r.store.Pauses(ctx)
	if err != nil {
		return err
	}
	if pause, is := domain.PauseOf(pauses, category); is {
		return domain.Refuse(domain.CodePaused, pause.Sentence)
	}
	return nil
}
