package identity

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// numberColumn is the heading of the column with the membership numbers; other columns are ignored.
const numberColumn = "membership_no"

// ImportNumbers replaces an institute's list with the hashes of a CSV's numbers, or refuses the whole file.
func (s *Service) ImportNumbers(ctx context.Context, institute, text string, who domain.Actor, requestID string) (
	n int, err error,
) {
	all := s.Content.Registration.Institutes
	at := slices.IndexFunc(all, func(one schema.Institute) bool { return string(one.ID) == institute })
	if at < 0 {
		return 0, domain.InvalidField("institute", texts.DeskNoInstitute)
	}
	numbers, err := s.readNumbers(all[at].Name, text)
	if err != nil {
		return 0, err
	}
	hashes := map[string]bool{}
	for _, number := range numbers {
		hashes[s.hash(institute, number)] = true
	}
	action := domain.Action{At: s.Clock.Now(), Actor: who, Name: domain.ActionNumbers, Object: institute,
		RequestID: requestID, After: map[string]string{"numbers": fmt.Sprint(len(hashes))}}
	return len(hashes), s.Store.Write(ctx, func(tx Tx) error {
		return errors.Join(tx.ReplaceNumbers(ctx, institute, slices.Collect(maps.Keys(hashes))),
			tx.AddAction(ctx, action))
	})
}

func (s *Service) readNumbers(institute, text string) (numbers []string, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	switch {
	case strings.TrimSpace(text) == "":
		return nil, domain.InvalidField("csv", texts.DeskNumbersEmpty)
	case strings.HasPrefix(text, "PK\x03\x04"):
		return nil, domain.InvalidField("csv", texts.DeskNumbersWorkbook)
	}
	rows := csv.NewReader(strings.NewReader(text))
	first, _, _ := strings.Cut(text, "\n")
	heading, err := rows.Read()
	column := slices.IndexFunc(heading, func(name string) bool {
		return strings.EqualFold(strings.TrimSpace(name), numberColumn)
	})
	switch {
	case column >= 0:
	case strings.ContainsAny(first, ";\t"):
		return nil, domain.InvalidField("csv", texts.DeskNumbersSemicolons)
	case err != nil:
		return nil, lineFault(err, 0)
	default:
		return nil, domain.InvalidField("csv", texts.DeskNumbersColumn(numberColumn, strings.Join(heading, ", ")))
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, lineFault(err, len(heading))
		}
		if strings.TrimSpace(strings.Join(row, "")) == "" { // Excel writes empty rows as ",,"
			continue
		}
		number := domain.Typed(row[column])
		if domain.MembershipKey(number) == "" || !s.Accepts(institute, number) {
			line, _ := rows.FieldPos(column)
			return nil, domain.InvalidField("csv", texts.DeskNumbersWrong(line, number))
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 {
		return nil, domain.InvalidField("csv", texts.DeskNumbersNone)
	}
	return numbers, nil
}

func lineFault(err error, columns int) error {
	var fault *csv.ParseError
	switch {
	case !errors.As(err, &fault):
		return err
	case errors.Is(err, csv.ErrFieldCount):
		return domain.InvalidField("csv", texts.DeskNumbersLine(fault.StartLine, columns))
	}
	return domain.InvalidField("csv", texts.DeskNumbersQuote(fault.StartLine))
}
