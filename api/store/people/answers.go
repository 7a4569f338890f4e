package people

import (
	"context"

	"transom/api/domain"
	"transom/api/store/engine"
)

// answersBatch is how many registrations lose answers in one transaction.
const answersBatch = 500

// due selects the rows of a table with an answer to a question. A name stands in quotes before a colon, which within an
// answer are written otherwise.
func due(table, what string) string {
	return `SELECT ` + what + ` FROM ` + table + ` WHERE answers LIKE ? ESCAPE '\' AND created_at < ?`
}

// CountAnswers counts the registrations and accounts from which EraseAnswers would take answers.
func (s Store) CountAnswers(ctx context.Context, d domain.DueAnswers) (n int, err error) {
	for _, table := range []string{"bookings", "accounts"} {
		for _, question := range d.Questions {
			some, err := engine.Value[int](ctx, s, "count answers", due(table, "COUNT(*)"), containing(`"`+question+`":`),
				d.Before)
			if err != nil {
				return n, err
			}
			n += some
		}
	}
	return n, nil
}

// EraseAnswers erases the answers to own questions whose time is over, and counts where.
func (s Store) EraseAnswers(ctx context.Context, d domain.DueAnswers) (n int, err error) {
	for _, table := range []string{"bookings", "accounts"} {
		for _, question := range d.Questions {
			for some := answersBatch; some == answersBatch; n += some {
				if some, err = s.eraseSome(ctx, table, question, d); err != nil {
					return n, err
				}
			}
		}
	}
	if n > 0 {
		err = s.Forget(ctx)
	}
	return n, err
}

func (s Store) eraseSome(ctx context.Context, table, question string, d domain.DueAnswers) (n int, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		all, err := engine.ByKey[string, string](ctx, tx, "find answers", due(table, "id, answers")+` LIMIT ?`,
			containing(`"`+question+`":`), d.Before, answersBatch)
		n = len(all)
		for id, answers := range all {
			if err == nil {
				err = tx.Exec(ctx, "erase answer", `UPDATE `+table+` SET answers = ? WHERE id = ?`,
					string(domain.Answers(answers).With(question, "")), id)
			}
		}
		return err
	})
	return n, err
}
